import { type Context, Hono } from 'hono';
import { mayTry, type Rule } from '../../db/accounts/attempts.ts';
import { passwordHashOf, storePassword } from '../../db/accounts/auth.ts';
import type { Link, LinkWhat } from '../../db/accounts/links.ts';
import { type PendingSignup, readPendingSignup } from '../../db/accounts/pendingSignup.ts';
import { dropSecondSteps } from '../../db/accounts/secondFactor.ts';
import { endSessions, sessionOf } from '../../db/accounts/sessions.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { passwordForm } from '../../events/accounts/accountInput.ts';
import { consumeLink, requestLink } from '../../events/accounts/accountLink.ts';
import { confirmAddress, joinByInvitation, resetPassword } from '../../events/accounts/user.ts';
import type { AccountDetails } from '../../events/accounts/userState.ts';
import { causeByUser, type Deps, type Env } from '../context.ts';
import { readCookie } from '../http/cookies.ts';
import { SESSION_COOKIE } from '../http/security.ts';
import { accountLinkPages, type LinkKind, type LinkUse } from '../signIn/accountLinkFlow.ts';
import { createAccount } from '../signIn/accounts.ts';
import { fieldProblems, input, newPasswordInput, type Problems, type Values } from '../signIn/entryForm.ts';
import { SIGN_IN } from '../signIn/linkPages.ts';
import { fitsHash, hashPassword, whyNotChosen } from '../signIn/passwords.ts';
import { bucketOf, forgetCodes, waitInWords } from '../signIn/signInAttempts.ts';
import { startSession } from '../signIn/startSession.ts';
import { browserHash, SIGNUP_COOKIE } from './signUp.ts';

/** The account behind a link. The page names it, so that a forwarded link is not used by mistake. */
type AccountOfLink = { userId: string; accessId: string; account: AccountDetails };
type NewPassword = { passwordHash: string };

const GUESSES: Rule = { free: 5, withinSeconds: 3600, first: 60, longest: 600 };

async function accountOfLink({ store }: Deps, { accessId, userId }: Link): Promise<AccountOfLink | null> {
  if (userId === null) return null;
  const { account } = (await store.load('system', ref('user', userId))).state;
  return account && { userId, accessId, account };
}

async function checkNewPassword(
  deps: Deps,
  { userId }: AccountOfLink,
  values: Values,
): Promise<{ problems: Problems } | { checked: NewPassword }> {
  const read = passwordForm.safeParse(values);
  if (!read.success) return { problems: { fields: fieldProblems(read.error) } };
  const wrong = await whyNotChosen(deps, userId, read.data.password);
  if (wrong) return { problems: { fields: { password: wrong } } };
  return { checked: { passwordHash: await hashPassword(read.data.password) } };
}

/** The holder of an invitation's link chooses the password of the account that an admin made. */
function invitation(deps: Deps): LinkKind<'invitation', AccountOfLink, NewPassword> {
  const { store } = deps;
  return {
    path: 'invitation',
    whats: ['invitation'],
    about: (_, link) => accountOfLink(deps, link),
    page: ({ account }, problems) => ({
      title: 'Join Partner Pilot',
      lead: `You are invited as ${account.email}. Choose a password to begin.`,
      button: 'Join',
      fields: [newPasswordInput(problems)],
      other: SIGN_IN,
    }),
    check: (about, values) => checkNewPassword(deps, about, values),
    use: (c, { userId, accessId }, { passwordHash }) => ({
      userId,
      async commit(tx) {
        await store.runIn(tx, {
          tenant: 'system',
          cause: causeByUser(c, userId),
          streams: { user: ref('user', userId), access: ref('access', accessId) },
          decide: ({ user, access }) => ({
            user: joinByInvitation(user, access),
            access: consumeLink(access, userId),
          }),
        });
        await storePassword(tx, userId, passwordHash);
      },
      enter: () => startSession(c, deps, userId, { openedBy: 'invitation', next: '/', passwordHash }),
    }),
  };
}

/** A new password. It ends all sessions, a half-done second step and the older links, but does not skip the second factor. */
function reset(deps: Deps): LinkKind<'reset', AccountOfLink, NewPassword> {
  const { store } = deps;
  return {
    path: 'reset',
    whats: ['reset'],
    about: (_, link) => accountOfLink(deps, link),
    page: ({ account }, problems) => ({
      title: 'Set a new password',
      lead: `For ${account.email}. It signs you out everywhere else.`,
      button: 'Set password',
      fields: [newPasswordInput(problems)],
      other: { ...SIGN_IN, text: 'You know the old one after all?' },
    }),
    check: (about, values) => checkNewPassword(deps, about, values),
    use: (c, { userId, accessId }, { passwordHash }) => ({
      userId,
      async commit(tx) {
        const { states } = await store.runIn(tx, {
          tenant: 'system',
          cause: causeByUser(c, userId),
          streams: { user: ref('user', userId), access: ref('access', accessId), notice: ref('access', newId()) },
          decide: ({ user, access, notice }) => ({
            user: resetPassword(user),
            access: consumeLink(access, userId),
            notice: deps.mailer ? requestLink(notice, 'password-changed', userId) : [],
          }),
        });
        await storePassword(tx, userId, passwordHash);
        await endSessions(tx, userId, 'password');
        await dropSecondSteps(tx, userId);
        await forgetCodes(tx, deps, states.user.emailHmac ?? userId);
      },
      enter: () => startSession(c, deps, userId, { openedBy: 'reset', next: '/', passwordHash }),
    }),
  };
}

/**
 * `signup`: the input for an account that this link makes. `proven`: this browser asked for the link, so the person who chose the password opened it.
 */
type Confirmation = {
  link: Link;
  signup: PendingSignup | null;
  email: string;
  passwordHash: string | null;
  proven: boolean;
};

/**
 * The link that shows that an address is theirs. A browser that did not ask must give the password. Otherwise a mailbox owner could confirm an
 * account that a stranger made with their address.
 */
function confirmation(deps: Deps): LinkKind<Extract<LinkWhat, 'sign-up' | 'confirmation'>, Confirmation, null> {
  const { store } = deps;

  async function ofSignup(c: Context<Env>, link: Link): Promise<Confirmation | null> {
    const signup = await readPendingSignup(store.sql, store.master, link.accessId);
    if (!signup?.passwordHash) return null;
    const secret = readCookie(c, deps, SIGNUP_COOKIE);
    const proven = secret !== undefined && browserHash(secret) === signup.browser;
    return { link, signup, email: signup.email, passwordHash: signup.passwordHash, proven };
  }

  async function ofAccount(c: Context<Env>, link: Link): Promise<Confirmation | null> {
    const userId = link.userId ?? '';
    const { state } = await store.load('system', ref('user', userId));
    if (!state.account || state.status === 'deleted') return null;
    const token = readCookie(c, deps, SESSION_COOKIE);
    const session = token ? await sessionOf(store, token) : null;
    const proven = session !== null && !('ended' in session) && session.userId === userId;
    const passwordHash = await passwordHashOf(store.sql, userId);
    return { link, signup: null, email: state.account.email, passwordHash, proven };
  }

  async function wrongPassword({ link, passwordHash }: Confirmation, password: string): Promise<Problems | null> {
    if (!password) return { fields: { password: 'Enter the password' } };
    const { wait } = await mayTry(store.sql, [bucketOf(deps, `confirm|${link.accessId}`, GUESSES, 'forget')]);
    if (wait > 0) return { page: `Too many wrong passwords. Try again in ${waitInWords(wait)}.` };
    if (passwordHash && (await fitsHash(passwordHash, password))) return null;
    return { fields: { password: 'This is not the password that was chosen for this account' } };
  }

  function join(c: Context<Env>, { link, passwordHash }: Confirmation, signup: PendingSignup): LinkUse {
    const userId = newId();
    const { email, firstName, lastName, next } = signup;
    const account = { email, firstName, lastName, passwordHash };
    const { accessId } = link;
    return {
      userId,
      commit: (tx) =>
        createAccount(tx, deps, { userId, account, confirmed: true, accessId, cause: causeByUser(c, userId) }),
      enter: () => startSession(c, deps, userId, { openedBy: 'confirmation', next: next ?? '/', passwordHash }),
    };
  }

  function confirm(c: Context<Env>, { link, proven, email, passwordHash }: Confirmation): LinkUse {
    const userId = link.userId ?? '';
    return {
      userId,
      async commit(tx) {
        await store.runIn(tx, {
          tenant: 'system',
          cause: causeByUser(c, userId),
          streams: { user: ref('user', userId), access: ref('access', link.accessId) },
          decide: ({ user, access }) => ({
            user: confirmAddress(user, email),
            access: consumeLink(access, userId),
          }),
        });
      },
      enter: () =>
        proven
          ? c.redirect('/', 303)
          : startSession(c, deps, userId, { openedBy: 'confirmation', next: '/', passwordHash }),
    };
  }

  const password = (problems: Problems) =>
    input('password', 'Password', { type: 'password', autocomplete: 'current-password', required: true }, {}, problems);

  return {
    path: 'confirm',
    whats: ['sign-up', 'confirmation'],
    about: (c, link) => (link.what === 'sign-up' ? ofSignup(c, link) : ofAccount(c, link)),
    page: ({ email, proven }, problems) => ({
      title: 'Confirm your email',
      lead: proven
        ? `Confirm that ${email} is your address.`
        : `To confirm ${email}, enter the password that was chosen for this account. If you did not choose one, close this page: then nothing happens.`,
      button: 'Confirm my email',
      fields: proven ? [] : [password(problems)],
      other: null,
    }),
    async check(about, values) {
      const problems = about.proven ? null : await wrongPassword(about, values.password ?? '');
      return problems ? { problems } : { checked: null };
    },
    use: (c, about) => (about.signup ? join(c, about, about.signup) : confirm(c, about)),
  };
}

/** The pages behind the links in mails: sign-up and confirmation, new password, invitation. */
export const accountLinkRoutes = (deps: Deps) =>
  new Hono<Env>()
    .route('/', accountLinkPages(deps, confirmation(deps)))
    .route('/', accountLinkPages(deps, reset(deps)))
    .route('/', accountLinkPages(deps, invitation(deps)));
