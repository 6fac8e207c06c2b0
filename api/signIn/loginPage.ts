import type { Deps } from '../context.ts';
import { signInPage } from '../signInPage.tsx';
import { isEmpty, signupIsOpen } from './accounts.ts';
import { emailInput, input, nextQuery, type Problems, type Values } from './entryForm.ts';
import { issuerWay } from './issuerWay.ts';

/** The sign-in page, with links to the issuer and to other open pages. Without an account, it leads to the first one. */
export async function loginPage(
  deps: Deps,
  next: string,
  values: Values = {},
  problems: Problems = {},
): Promise<ReturnType<typeof signInPage>> {
  const empty = await isEmpty(deps);
  const signup = `/api/signup${nextQuery(next)}`;
  const instead = await issuerWay(deps, next);
  const maySignUp = (deps.mailer || instead) && (await signupIsOpen(deps));
  return signInPage(deps, {
    title: 'Sign in',
    lead: empty
      ? 'Nobody has an account here yet. Create the first one, which is the administrator’s.'
      : 'Welcome back.',
    action: `/api/login${nextQuery(next)}`,
    button: 'Sign in',
    fields: [
      emailInput(values, problems),
      input(
        'password',
        'Password',
        { type: 'password', autocomplete: 'current-password', required: true },
        values,
        problems,
      ),
    ],
    instead,
    ...(!empty && { passkeyTo: next }),
    error: problems.page ?? null,
    other: empty
      ? { text: 'New here?', label: 'Create the first account', href: signup, isMain: true }
      : [
          ...(deps.mailer
            ? [{ text: 'Forgot your password?', label: 'Set a new one', href: `/api/forgot${nextQuery(next)}` }]
            : []),
          ...(maySignUp ? [{ text: 'No account yet?', label: 'Sign up', href: signup, isMain: true }] : []),
        ],
  });
}
