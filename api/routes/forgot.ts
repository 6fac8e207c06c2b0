import { Hono } from 'hono';
import { emailForm } from '../../events/accounts/accountInput.ts';
import type { Deps, Env } from '../context.ts';
import { notes } from '../http/contract.ts';
import { sameOrigin } from '../http/security.ts';
import {
  emailInput,
  fieldProblems,
  formFields,
  nextQuery,
  type Problems,
  safeNext,
  type Values,
} from '../signIn/entryForm.ts';
import { checkMailPage, noMailerPage, tooManyPage } from '../signIn/linkPages.ts';
import { networkMailDelay, requestAccountLink } from '../signIn/requestAccountLink.ts';
import { signInPage } from '../signInPage.tsx';

/** Asks for the link to a new password. The page answers alike for every address. */
export function forgotPages(deps: Deps) {
  const forgotPage = (next: string, values: Values = {}, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Set a new password',
      lead: 'Enter the address of your account. We send you a link.',
      action: `/api/forgot${nextQuery(next)}`,
      button: 'Send the link',
      fields: [emailInput(values, problems)],
      error: null,
      other: { text: 'You know it after all?', label: 'Sign in', href: `/api/login${nextQuery(next)}` },
    });

  return new Hono<Env>()
    .basePath('/api')
    .use('/forgot', sameOrigin(deps, 'form'))
    .get('/forgot', (c) => (deps.mailer ? c.html(forgotPage(safeNext(c.req.query('next')))) : noMailerPage(c, deps)))
    .post('/forgot', notes('link_requested'), async (c) => {
      if (!deps.mailer) return noMailerPage(c, deps);
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const read = emailForm.safeParse(values);
      if (!read.success) return c.html(forgotPage(next, values, { fields: fieldProblems(read.error) }), 400);
      const wait = await networkMailDelay(c, deps);
      if (wait > 0) return tooManyPage(c, deps, wait);
      const { email } = read.data;
      await requestAccountLink(c, deps, 'reset', { email });
      const lead = `If ${email} has an account here, an email is on its way to it. Open the link in it; it holds for one hour.`;
      const again = {
        text: 'No email, or another address?',
        label: 'Try again',
        href: `/api/forgot${nextQuery(next)}`,
      };
      return c.html(checkMailPage(deps, lead, again));
    });
}
