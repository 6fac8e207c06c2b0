import { type Context, Hono } from 'hono';
import { mayTry, type Rule } from '../../db/attempts.ts';
import { passwordHashOf } from '../../db/auth.ts';
import type { Link } from '../../db/links.ts';
import { newId } from '../../db/newId.ts';
import { type PendingSignup, readPendingSignup } from '../../db/pendingSignup.ts';
import { sessionOf } from '../../db/sessions.ts';
import { ref } from '../../db/store.ts';
import { consumeAccess } from '../../events/accounts/accountLink.ts';
import { confirmAddress } from '../../events/accounts/user.ts';
import { createAccount } from '../accounts.ts';
import type { Deps, Env } from '../context.ts';
import { readCookie } from '../cookies.ts';
import { formFields, input, type Problems } from '../entryForm.ts';
import { closedLink, openLink } from '../linkPages.ts';
import { fitsHash } from '../passwords.ts';
import { causeOfVisitor, redeemLink } from '../redeemLink.ts';
import { SESSION_COOKIE, sameOrigin } from '../security.ts';
import { bucketOf, waitInWords } from '../signInAttempts.ts';
import { signInPage } from '../signInPage.tsx';
import { startSession } from '../startSession.ts';
import { browserHash, SIGNUP_COOKIE } from './signUp.ts';

type Confirming = Link & { what: 'sign-up' | 'confirmation' };
/** `proven`: this browser is the one that asked, so the link was opened by whoever chose the password. */
type ConfirmCase = {
  link: Confirming;
  asked: PendingSignup | null;
  email: string;
  passwordHash: string | null;
  proven: boolean;
};

const GUESSES: Rule = { free: 5, withinSeconds: 3600, first: 60, longest: 600 };
const KINDS = ['sign-up', 'confirmation'] as const;

/**
 * The link that shows that an address is theirs. Looking does nothing, since mail scanners follow links. A browser that did not ask must
 * give the password: else the owner of a mailbox could be led to confirm an account that somebody else made with their address.
 */
export function confirmPages(deps: Deps) {
  const { store } = deps;

  const page = ({ email, proven }: ConfirmCase, token: string, problems: Problems = {}) =>
    signInPage(deps, {
      title: 'Confirm your email',
      lead: proven
        ? `Confirm that ${email} is your address.`
        : `To confirm ${email}, enter the password that was chosen for this account. If you did not choose one, close this page: then nothing happens.`,
      action: '/api/confirm',
      button: 'Confirm my email',
      fields: proven
        ? []
        : [
            input(
              'password',
              'Password',
              { type: 'password', autocomplete: 'current-password', required: true },
              {},
              problems,
            ),
          ],
      hidden: { token },
      error: problems.page ?? null,
      other: null,
    });

  /** What the link is about; null when that has gone meanwhile. */
  async function caseOf(c: Context<Env>, link: Confirming): Promise<ConfirmCase | null> {
    if (link.what === 'sign-up') {
      const asked = await readPendingSignup(store.sql, store.master, link.accessId);
      if (!asked?.passwordHash) return null;
      const secret = readCookie(c, deps, SIGNUP_COOKIE);
      const proven = secret !== undefined && browserHash(secret) === asked.browser;
      return { link, asked, email: asked.email, passwordHash: asked.passwordHash, proven };
    }
    const userId = link.userId ?? '';
    const { state } = await store.load('system', ref('user', userId));
    if (!state.account || state.status === 'deleted') return null;
    const token = readCookie(c, deps, SESSION_COOKIE);
    const session = token ? await sessionOf(store, token) : null;
    const proven = session !== null && !('ended' in session) && session.userId === userId;
    const passwordHash = await passwordHashOf(store.sql, userId);
    return { link, asked: null, email: state.account.email, passwordHash, proven };
  }

  async function wrongPassword({ link, passwordHash }: ConfirmCase, password: string): Promise<Problems | null> {
    if (!password) return { fields: { password: 'Enter the password' } };
    const { wait } = await mayTry(store.sql, [bucketOf(deps, `confirm|${link.accessId}`, GUESSES, 'forget')]);
    if (wait > 0) return { page: `Too many wrong passwords. Try again in ${waitInWords(wait)}.` };
    if (passwordHash && (await fitsHash(passwordHash, password))) return null;
    return { fields: { password: 'This is not the password that was chosen for this account' } };
  }

  return new Hono<Env>()
    .basePath('/api')
    .use('/confirm', sameOrigin(deps, 'form'))
    .get('/confirm', async (c) => {
      const token = c.req.query('token') ?? '';
      const link = await openLink(c, deps, token, KINDS);
      if (link instanceof Response) return link;
      const found = await caseOf(c, link);
      return found ? c.html(page(found, token)) : closedLink(c, deps, token, link.what);
    })
    .post('/confirm', async (c) => {
      const { token = '', password = '' } = await formFields(c);
      const link = await openLink(c, deps, token, KINDS);
      if (link instanceof Response) return link;
      const found = await caseOf(c, link);
      if (!found) return closedLink(c, deps, token, link.what);
      const wrong = found.proven ? null : await wrongPassword(found, password);
      if (wrong) return c.html(page(found, token, wrong), wrong.page ? 429 : 400);
      return found.asked ? join(c, token, found, found.asked) : confirm(c, token, found);
    });

  async function join(
    c: Context<Env>,
    token: string,
    { link, passwordHash }: ConfirmCase,
    asked: PendingSignup,
  ): Promise<Response> {
    const userId = newId();
    const account = { email: asked.email, firstName: asked.firstName, lastName: asked.lastName, passwordHash };
    const failed = await redeemLink(c, deps, { token, link, userId }, (tx) =>
      createAccount(tx, deps, {
        userId,
        account,
        confirmed: true,
        accessId: link.accessId,
        correlationId: c.get('requestId'),
      }),
    );
    return failed ?? startSession(c, deps, userId, { openedBy: 'confirmation', next: asked.next ?? '/', passwordHash });
  }

  async function confirm(
    c: Context<Env>,
    token: string,
    { link, proven, email, passwordHash }: ConfirmCase,
  ): Promise<Response> {
    const userId = link.userId ?? '';
    const failed = await redeemLink(c, deps, { token, link, userId }, async (tx) => {
      await store.runIn(tx, {
        tenant: 'system',
        cause: causeOfVisitor(c, userId),
        streams: { user: ref('user', userId), access: ref('access', link.accessId) },
        decide: ({ user, access }) => ({
          user: confirmAddress(user, email),
          access: consumeAccess(access, userId),
        }),
      });
    });
    if (failed) return failed;
    if (proven) return c.redirect('/', 303);
    return startSession(c, deps, userId, { openedBy: 'confirmation', next: '/', passwordHash });
  }
}
