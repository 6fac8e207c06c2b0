import { userByAddress } from '../db/auth.ts';
import type { Tx } from '../db/connect.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { type Claims, issuersOf, linkIdentity, userByIdentity } from '../db/issuers.ts';
import { ref } from '../db/store.ts';
import { type AccessState, consumeAccess } from '../events/access.ts';
import { signupForm } from '../events/inputs/account.ts';
import { Refused } from '../events/refused.ts';
import { acceptInvitation, confirmEmail, linkIssuer } from '../events/user.ts';
import { createAccount, isEmpty, newUserId, signupIsOpen } from './accounts.ts';
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
    await store.run(spend(known, signIn));
    return { userId: known };
  }
  const host = issuerHost(claims.issuer);
  const email = signupForm.shape.email.safeParse(claims.email).data;
  if (!email)
    return { refused: `${host} did not tell your email address, so it cannot be known whose account this is.` };
  if (!claims.emailVerified)
    return { refused: `${host} has not confirmed your email address yet. Confirm it there first.` };
  const userId = await userByAddress(store.sql, store.pseudonyms.address('system', email));
  return userId ? linkAccount(deps, signIn, identity, userId) : makeAccount(deps, signIn, identity, email);
}

const causeOf = (userId: string, { correlationId }: SignIn) => ({
  actor: `user:${userId}`,
  correlationId,
  causationId: null,
});

/** The command that uses the request up. */
const spend = (userId: string, signIn: SignIn) => ({
  tenant: 'system',
  cause: causeOf(userId, signIn),
  streams: { access: ref('access', signIn.accessId) },
  decide: ({ access }: { access: AccessState }) => ({ access: consumeAccess(access, userId) }),
});

const AT_ONCE = 'Somebody signed in in the same way at this very moment. Try again.';

async function linkOnce(tx: Tx, identity: string, issuer: string, userId: string): Promise<void> {
  if (!(await linkIdentity(tx, identity, issuer, userId))) throw new Refused('conflict', AT_ONCE);
}

async function linkAccount(deps: Deps, signIn: SignIn, identity: string, userId: string): Promise<Settled> {
  const { store } = deps;
  const { accessId, claims } = signIn;
  const { state } = await store.load('system', ref('user', userId));
  if (state.status !== 'active') return { refused: state.status === 'paused' ? PAUSED : CLOSED };
  if (state.joined && !state.emailConfirmed) {
    const host = issuerHost(claims.issuer);
    return {
      refused: `There is an account with this address, but nobody has confirmed yet that the address is theirs. Sign in with its password and confirm the address under Security; then ${host} can be used.`,
    };
  }
  if ((await issuersOf(store.sql, userId)).includes(claims.issuer)) {
    const host = issuerHost(claims.issuer);
    return { refused: `The account with this address belongs to another user of ${host}. Ask your administrator.` };
  }
  const linked = inTransaction(store, async (tx) => {
    await linkOnce(tx, identity, claims.issuer, userId);
    await store.runIn(tx, {
      tenant: 'system',
      cause: causeOf(userId, signIn),
      streams: { user: ref('user', userId), access: ref('access', accessId) },
      decide: ({ user, access }) => ({
        user: [...acceptInvitation(user), ...confirmEmail(user), ...linkIssuer(user, claims.issuer, claims.picture)],
        access: consumeAccess(access, userId),
      }),
    });
  });
  return linked.then(
    () => ({ userId }),
    (error: unknown) => {
      if (error instanceof Refused && error.refusal === 'conflict') return { refused: AT_ONCE };
      throw error;
    },
  );
}

async function makeAccount(deps: Deps, signIn: SignIn, identity: string, email: string): Promise<Settled> {
  const { claims, mayBeFirst, correlationId } = signIn;
  const first = await isEmpty(deps);
  if (first && !mayBeFirst()) {
    return { refused: 'The first account is made with the set-up code, on the sign-up page.' };
  }
  const closed = 'You have no account here. Ask the administrator of this installation to invite you.';
  if (!(await signupIsOpen(deps))) return { refused: closed };
  const userId = newUserId();
  const { firstName, lastName, picture, issuer } = claims;
  try {
    await inTransaction(deps.store, async (tx) => {
      await linkOnce(tx, identity, issuer, userId);
      await deps.store.runIn(tx, spend(userId, signIn));
      await createAccount(tx, deps, {
        userId,
        account: { email, firstName, lastName, passwordHash: null },
        confirmed: true,
        onlyAsFirst: first,
        issuer: { url: issuer, picture },
        correlationId,
      });
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.refusal === 'forbidden') return { refused: closed };
    if (error.refusal === 'conflict') return { refused: AT_ONCE };
    throw error;
  }
  return { userId };
}
