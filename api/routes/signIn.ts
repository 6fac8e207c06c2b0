import { type Context, Hono } from 'hono';
import { mayTry, succeeded } from '../../db/accounts/attempts.ts';
import { closeSession } from '../../db/accounts/sessions.ts';
import { loginForm } from '../../events/accounts/accountInput.ts';
import type { Deps, Env } from '../context.ts';
import { dropCookie, readCookie } from '../http/cookies.ts';
import { fromOtherSite, SESSION_COOKIE, sameOrigin, whySignedOut } from '../http/security.ts';
import { fieldProblems, formFields, safeNext, type Values } from '../signIn/entryForm.ts';
import { loginPage } from '../signIn/loginPage.ts';
import { userByPassword } from '../signIn/passwords.ts';
import { triesAt, waitInWords } from '../signIn/signInAttempts.ts';
import { startSession } from '../signIn/startSession.ts';

/** Sign-in and log out: pages of the server, posted as forms. */
export function signInPages(deps: Deps) {
  const { store } = deps;

  async function tooMany(c: Context<Env>, next: string, values: Values, wait: number) {
    c.header('Retry-After', String(wait));
    const instead = deps.mailer ? ' If you forgot it, a link to set a new one works at once.' : '';
    const page = `Too many tries. Wait ${waitInWords(wait)} and try again; this password was not looked at.${instead}`;
    return c.html(await loginPage(deps, next, values, { page }), 429);
  }

  return new Hono<Env>()
    .basePath('/api')
    .use('/login', sameOrigin(deps, 'form'))
    .get('/login', async (c) => {
      const next = safeNext(c.req.query('next'));
      const page = await whySignedOut(c, deps);
      return c.html(await loginPage(deps, next, {}, page ? { page } : {}));
    })
    .post('/login', async (c) => {
      const next = safeNext(c.req.query('next'));
      const values = await formFields(c);
      const read = loginForm.safeParse(values);
      if (!read.success) {
        return c.html(await loginPage(deps, next, values, { fields: fieldProblems(read.error) }), 400);
      }
      const account = store.pseudonyms.address('system', read.data.email);
      c.set('security', { about: account.slice(0, 16) });
      const tries = triesAt(c, deps, 'password', account);
      const { wait } = await mayTry(store.sql, tries);
      if (wait > 0) return tooMany(c, next, values, wait);
      const proven = await userByPassword(deps, account, read.data.password);
      if (!proven) {
        const page = 'This email and password do not match. Try again.';
        return c.html(await loginPage(deps, next, values, { page }), 401);
      }
      await succeeded(store.sql, tries);
      return startSession(c, deps, proven.userId, { openedBy: 'password', next, passwordHash: proven.passwordHash });
    })
    .get('/logout', async (c) => {
      // it is a GET, which any site can link to
      if (fromOtherSite(c)) return c.redirect('/', 303);
      const token = readCookie(c, deps, SESSION_COOKIE);
      const userId = token ? await closeSession(store.sql, token) : null;
      if (userId) c.set('security', { kind: 'signed_out', userId });
      dropCookie(c, deps, SESSION_COOKIE);
      // lists are kept by the browser with their ETag
      c.header('Clear-Site-Data', '"cache"');
      return c.redirect('/', 303);
    });
}
