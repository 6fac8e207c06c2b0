import { userByAddress } from '../db/auth.ts';
import type { Tx } from '../db/connect.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type Claims, issuersOf, linkIdentity, userByIdentity } from '../db/issuers.ts';
import { newId } from '../db/newId.ts';
import { holdAccount } from '../db/sessions.ts';
import { ref } from '../db/store.ts';
import { consumeAccess } from '../events/accounts/accountLink.ts';
import { acceptInvitation, confirmEmail, linkIssuer, type UserState } from '../events/accounts/user.ts';
import { signupForm } from '../events/inputs/account.ts';
import { Refused } from '../events/shared/refused.ts';
import { createAccount, isEmpty, signupIsOpen } from './accounts.ts';
import type { Deps } from './context.ts';
import { issuerHost } from './issuerWay.ts';
import { CLOSED, PAUSED } from './security.ts';

/** `mayBeFirst`: whether they may make the first account without the set-up code. */
type SignIn = { accessId: string; claims: Claims; mayBeFirst: () => boolean; correlationId: string };
/** Whose account it is, or why nobody gets in. */
type Settled = { userId: string } | { refused: string };

/**
 * Finds or makes the account of whom an issuer vouched for. Who they are is their `sub` there, never their address, which may pass to somebody
 * else: an address links an account once, if the issuer and we both know whose it is. The request is used up by it.
 */
export async function settleIssuerSignIn(deps: Deps, signIn: SignIn): Promise<Settled> {
  const { store } = deps;
  const { claims } = signIn;
  const identity = store.pseudonyms.signIn('identity', JSON.stringify([claims.issuer, claims.sub]));
  const known = await userByIdentity(store.sql, identity);
  if (known) {
    await store.run({
      tenant: 'system',
      cause: causeOf(known, signIn),
      streams: { access: ref('access', signIn.accessId) },
      decide: ({ access }) => ({ access: consumeAccess(access, known) }),
    });
    return { userId: known };
  }
  const host = issuerHost(claims.issuer);
  const email = signupForm.shape.email.safeParse(claims.email).data;
  if (!email)
    return { refused: `${host} did not tell your email address, so it cannot be known whose account this is.` };
  if (claims.emailVerified === false)
    return { refused: `${host} has not confirmed your email address yet. Confirm it there first.` };
  if (claims.emailVerified === null && !deps.issuer?.emailsConfirmed) {
    return {
      refused: `${host} does not say whether your email address is confirmed, so it cannot be known whose account this is. Ask your administrator, who can vouch for its addresses (OIDC_EMAILS).`,
    };
  }
  const userId = await userByAddress(store.sql, store.pseudonyms.address('system', email));
  return userId ? linkAccount(deps, signIn, identity, userId) : makeAccount(deps, signIn, identity, email);
}

const causeOf = (userId: string, { correlationId }: SignIn) => ({
  actor: `user:${userId}`,
  correlationId,
  causationId: null,
});

const AT_ONCE = 'Somebody signed in in the same way at this very moment. Try again.';

async function linkOnce(tx: Tx, identity: string, issuer: string, userId: string): Promise<void> {
  if (await linkIdentity(tx, identity, issuer, userId)) return;
  if (!(await issuersOf(tx, userId)).includes(issuer)) throw new Refused('conflict', AT_ONCE);
  const text = `The account with this address belongs to another user of ${issuerHost(issuer)}. Ask your administrator.`;
  throw new Refused('forbidden', text);
}

/** Refused `forbidden` for an account that nobody comes into, or whose address may be somebody else's. */
function mustBeTheirs(user: UserState, issuer: string): void {
  if (user.status !== 'active') throw new Refused('forbidden', user.status === 'paused' ? PAUSED : CLOSED);
  if (!user.joined || user.emailConfirmed) return;
  const host = issuerHost(issuer);
  const text = `There is an account with this address, but nobody has confirmed yet that the address is theirs. Sign in with its password and confirm the address under Account security; then ${host} can be used.`;
  throw new Refused('forbidden', text);
}

/** What was refused, in words for whoever signs in. */
function refusedAs(error: unknown): Settled {
  if (error instanceof Refused && error.refusal === 'forbidden') return { refused: error.message };
  if (error instanceof Refused && error.refusal === 'conflict') return { refused: AT_ONCE };
  throw error;
}

async function linkAccount(deps: Deps, signIn: SignIn, identity: string, userId: string): Promise<Settled> {
  const { store } = deps;
  const { accessId, claims } = signIn;
  const linked = inTransaction(store, async (tx) => {
    await holdAccount(tx, userId);
    await store.runIn(tx, {
      tenant: 'system',
      cause: causeOf(userId, signIn),
      streams: { user: ref('user', userId), access: ref('access', accessId) },
      decide: ({ user, access }) => {
        mustBeTheirs(user, claims.issuer);
        return {
          user: [...acceptInvitation(user), ...confirmEmail(user), ...linkIssuer(user, claims.issuer, claims.picture)],
          access: consumeAccess(access, userId),
        };
      },
    });
    await linkOnce(tx, identity, claims.issuer, userId);
  });
  return linked.then(() => ({ userId }), refusedAs);
}

async function makeAccount(deps: Deps, signIn: SignIn, identity: string, email: string): Promise<Settled> {
  const { accessId, claims, mayBeFirst, correlationId } = signIn;
  const first = await isEmpty(deps);
  if (first && !mayBeFirst()) {
    return { refused: 'The first account is made with the set-up code, on the sign-up page.' };
  }
  const closed = 'You have no account here. Ask the administrator of this installation to invite you.';
  if (!(await signupIsOpen(deps))) return { refused: closed };
  const userId = newId();
  const { firstName, lastName, picture, issuer } = claims;
  try {
    await inTransaction(deps.store, async (tx) => {
      await createAccount(tx, deps, {
        userId,
        account: { email, firstName, lastName, passwordHash: null },
        confirmed: true,
        onlyAsFirst: first,
        issuer: { url: issuer, picture },
        accessId,
        correlationId,
      });
      await linkOnce(tx, identity, issuer, userId);
    });
  } catch (error) {
    if (error instanceof Refused && error.refusal === 'forbidden') return { refused: closed };
    return refusedAs(error);
  }
  return { userId };
}
