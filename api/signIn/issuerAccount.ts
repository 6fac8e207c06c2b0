import { userByAddress } from '../../db/accounts/auth.ts';
import { type Claims, issuersOf, linkIdentity, userByIdentity } from '../../db/accounts/issuers.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import type { Cause } from '../../db/log/commit.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { signupForm } from '../../events/accounts/accountInput.ts';
import { consumeLink } from '../../events/accounts/accountLink.ts';
import { identityRefused, linkByAddress, whyAddressUnproven } from '../../events/accounts/issuer.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { createAccount, isEmpty, signupIsOpen } from './accounts.ts';

/** `mayBeFirst`: whether they may make the first account without the set-up code. */
type SignIn = { accessId: string; claims: Claims; mayBeFirst: () => boolean; causeByUser: (userId: string) => Cause };
/** The account, or why the person does not get in. */
type Settled = { userId: string } | { refused: string };

/**
 * Finds or makes the account of a person for whom an issuer vouched. `sub` identifies a person there, never their address, which may pass to another.
 * An address links an account once, if the issuer and we both confirm it. The request is used up by it.
 */
export async function settleIssuerSignIn(deps: Deps, signIn: SignIn): Promise<Settled> {
  const { store } = deps;
  const { claims } = signIn;
  const identity = store.pseudonyms.signIn('identity', JSON.stringify([claims.issuer, claims.sub]));
  const known = await userByIdentity(store.sql, identity);
  if (known) {
    await store.decide(
      { tenant: 'system', cause: signIn.causeByUser(known) },
      ref('access', signIn.accessId),
      (access) => consumeLink(access, known),
    );
    return { userId: known };
  }
  const email = signupForm.shape.email.safeParse(claims.email).data;
  const unproven = whyAddressUnproven(claims, email, deps.issuer?.emailsConfirmed === true);
  if (unproven !== null || email === undefined) return { refused: unproven ?? '' };
  const userId = await userByAddress(store.sql, store.pseudonyms.address('system', email));
  return userId ? linkAccount(deps, signIn, identity, userId) : makeAccount(deps, signIn, identity, email);
}

async function linkOnce(tx: Tx, identity: string, issuer: string, userId: string): Promise<void> {
  if (await linkIdentity(tx, identity, issuer, userId)) return;
  throw identityRefused(await issuersOf(tx, userId), issuer);
}

/** The refusal in words for the person who signs in. */
function refusedAs(error: unknown): Settled {
  if (error instanceof Refused && error.refusal === 'forbidden') return { refused: error.message };
  if (error instanceof Refused && error.refusal === 'conflict')
    return { refused: refusalText({ code: 'signed_in_at_once' }) };
  throw error;
}

async function linkAccount(deps: Deps, signIn: SignIn, identity: string, userId: string): Promise<Settled> {
  const { store } = deps;
  const { accessId, claims } = signIn;
  const linked = inTransaction(store, async (tx) => {
    await holdAccount(tx, userId);
    await store.runIn(tx, {
      tenant: 'system',
      cause: signIn.causeByUser(userId),
      streams: { user: ref('user', userId), access: ref('access', accessId) },
      decide: ({ user, access }) => ({
        user: linkByAddress(user, claims),
        access: consumeLink(access, userId),
      }),
    });
    await linkOnce(tx, identity, claims.issuer, userId);
  });
  return linked.then(() => ({ userId }), refusedAs);
}

async function makeAccount(deps: Deps, signIn: SignIn, identity: string, email: string): Promise<Settled> {
  const { accessId, claims, mayBeFirst, causeByUser } = signIn;
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
        cause: causeByUser(userId),
      });
      await linkOnce(tx, identity, issuer, userId);
    });
  } catch (error) {
    if (error instanceof Refused && error.refusal === 'forbidden') return { refused: closed };
    return refusedAs(error);
  }
  return { userId };
}
