import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { z } from 'zod';
import { closeSession, openSession } from '../../db/auth.ts';
import { loginForm, signupForm } from '../../events/inputs/account.ts';
import { Refused } from '../../events/refused.ts';
import { authenticate, createAccount, isEmpty, signupIsOpen } from '../accounts.ts';
import type { Deps, Env } from '../context.ts';
import { sameOrigin, sessionCookie } from '../security.ts';
import { type Field, signInPage } from '../signInPage.ts';

type Values = Record<string, string>;
type Problems = { fields?: Values; page?: string };

const HERE = 'http://here.invalid';

/**
 * A path of our own to go on to after signing in; anything else becomes the front page. It is read as a browser reads it: tabs and line
 * ends vanish and backslashes turn, so that what looks like a path may lead off the site.
 */
function safeNext(next: string | undefined): string {
  const url = next?.startsWith('/') && URL.canParse(next, HERE) ? new URL(next, HERE) : null;
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The text fields of a posted form; of a body that is no form, none. */
async function formFields(c: Context<Env>): Promise<Values> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function fieldProblems(error: z.ZodError): Values {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/** Sign-in, sign-up and log out: pages of the server, posted as forms. */
export function signInPages(deps: Deps) {
  const { store } = deps;
  const cookieName = sessionCookie(deps.publicUrl);
  const secure = deps.publicUrl.startsWith('https:');

  const input = (name: string, label: string, more: Partial<Field>, values: Values, problems: Problems): Field => ({
    name,
    label,
    type: 'text',
    autocomplete: 'off',
    required: false,
    value: more.type === 'password' ? '' : (values[name] ?? ''),
    error: problems.fields?.[name] ?? null,
    ...more,
  });
  const query = (next: string) => (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

  const loginContent = (next: string, values: Values, problems: Problems) => ({
    title: 'Sign in',
    lead: 'Welcome back.',
    action: `/api/login${query(next)}`,
    button: 'Sign in',
    fields: [
      input('email', 'Email', { type: 'email', autocomplete: 'username', required: true }, values, problems),
      input(
        'password',
        'Password',
        { type: 'password', autocomplete: 'current-password', required: true },
        values,
        problems,
      ),
    ],
    error: problems.page ?? null,
    other: { text: 'No account yet?', label: 'Sign up', href: `/api/signup${query(next)}` },
  });
  const loginPage = (next: string, values: Values = {}, problems: Problems = {}) =>
    signInPage(deps, loginContent(next, values, problems));

  const signupPage = (next: string, values: Values = {}, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Create your account',
      lead: 'Find partners, write to them one by one, and see what comes back.',
      action: `/api/signup${query(next)}`,
      button: 'Create account',
      fields: [
        input('firstName', 'First name', { autocomplete: 'given-name' }, values, problems),
        input('lastName', 'Last name', { autocomplete: 'family-name' }, values, problems),
        input('email', 'Email', { type: 'email', autocomplete: 'username', required: true }, values, problems),
        input(
          'password',
          'Password (at least 10 characters)',
          { type: 'password', autocomplete: 'new-password', required: true },
          values,
          problems,
        ),
      ],
      error: problems.page ?? null,
      other: { text: 'Have an account?', label: 'Sign in', href: `/api/login${query(next)}` },
    });

  const emptyPage = (next: string) =>
    signInPage(deps, {
      ...loginContent(next, {}, {}),
      lead: 'Nobody has an account here yet. Create the first one, which is the administrator’s.',
      other: { text: 'New here?', label: 'Create the first account', href: `/api/signup${query(next)}` },
    });

  const closedPage = () =>
    signInPage(deps, {
      title: 'Sign-up is closed',
      lead: 'New accounts are made by invitation here. Ask the administrator of this installation for one.',
      action: '',
      button: '',
      fields: [],
      error: null,
      other: { text: 'Have an account?', label: 'Sign in', href: '/api/login' },
    });

  return new Hono<Env>()
    .basePath('/api')
    .use('/login', sameOrigin(deps, 'form'))
    .use('/signup', sameOrigin(deps, 'form'))
    .get('/login', async (c) => {
      const next = safeNext(c.req.query('next'));
      return c.html((await isEmpty(deps)) ? emptyPage(next) : loginPage(next));
    })
    .post('/login', async (c) => {
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const read = loginForm.safeParse(values);
      if (!read.success) return c.html(loginPage(next, values, { fields: fieldProblems(read.error) }), 400);
      const userId = await authenticate(deps, read.data.email, read.data.password);
      if (!userId)
        return c.html(loginPage(next, values, { page: 'This email and password do not match. Try again.' }), 401);
      await signIn(c, userId);
      return c.redirect(next, 303);
    })
    .get('/signup', async (c) =>
      (await signupIsOpen(deps)) ? c.html(signupPage(safeNext(c.req.query('next')))) : c.html(closedPage(), 403),
    )
    .post('/signup', async (c) => {
      if (!(await signupIsOpen(deps))) return c.html(closedPage(), 403);
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const read = signupForm.safeParse(values);
      if (!read.success) return c.html(signupPage(next, values, { fields: fieldProblems(read.error) }), 400);
      try {
        const userId = await createAccount(deps, read.data, c.get('requestId'));
        await signIn(c, userId);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.refusal === 'forbidden') return c.html(closedPage(), 403);
        return c.html(signupPage(next, values, { fields: { email: error.message } }), 409);
      }
      return c.redirect(next, 303);
    })
    .get('/logout', async (c) => {
      const token = getCookie(c, cookieName);
      if (token) await closeSession(store.sql, token);
      deleteCookie(c, cookieName, { path: '/', secure });
      return c.redirect('/', 303);
    });

  async function signIn(c: Parameters<typeof setCookie>[0], userId: string): Promise<void> {
    const { token, expiresAt } = await openSession(store.sql, userId);
    setCookie(c, cookieName, token, { path: '/', httpOnly: true, sameSite: 'Lax', secure, expires: expiresAt });
  }
}
