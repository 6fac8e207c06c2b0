import { storePassword } from '../../db/accounts/auth.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import type { Cause } from '../../db/log/commit.ts';
import { AlreadyTaken } from '../../db/log/conflicts.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { consumeLink } from '../../events/accounts/accountLink.ts';
import { admitNewUser, isSignUpOpen } from '../../events/accounts/signUpPolicy.ts';
import { issuerLinked, signUp } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { forgetSetUpCode } from './setUpCode.ts';

export type NewAccount = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** null: they come in through an issuer. */
  passwordHash: string | null;
};
type AccountOptions = {
  userId: string;
  account: NewAccount;
  /** That the address is theirs was shown before. */
  confirmed: boolean;
  /** Where they signed in, and the address of their picture there. */
  issuer?: { url: string; picture: string | null };
  /** Refused `conflict` when another person was first. */
  onlyAsFirst?: boolean;
  /** The request that it uses up, in the same commit. */
  accessId?: string;
  cause: Cause;
};

/** Whether a stranger may sign up now: always for the first account, later only with SIGNUP=open. */
export async function signupIsOpen(deps: Deps): Promise<boolean> {
  return isSignUpOpen(deps.signup, (await deps.store.load('system', INSTALLATION)).state);
}

/** Whether this installation has no account yet. */
export async function isEmpty(deps: Deps): Promise<boolean> {
  return (await deps.store.load('system', INSTALLATION)).state.firstAdmin === null;
}

/** The text for a person who has proved that an address is theirs. */

/**
 * Makes an account, by the one command of a transaction (db/connection/inTransaction.ts). The first one of an installation is its admin. Refused
 * `conflict` when the address is taken, `forbidden` when sign-up is closed.
 */
export async function createAccount(tx: Tx, deps: Deps, how: AccountOptions): Promise<void> {
  const { store } = deps;
  const { userId, account } = how;
  const workspaceId = newId();
  await store
    .runIn(tx, {
      tenant: 'system',
      cause: how.cause,
      streams: {
        user: ref('user', userId),
        installation: INSTALLATION,
        access: ref('access', how.accessId ?? newId()),
      },
      decide: ({ user, installation, access }) => {
        const onlyAsFirst = how.onlyAsFirst === true;
        const { isAdmin, events } = admitNewUser(installation, userId, { signup: deps.signup, onlyAsFirst });
        return {
          user: [
            ...signUp(user, {
              email: account.email,
              username: null,
              firstName: account.firstName || null,
              lastName: account.lastName || null,
              emailHmac: store.pseudonyms.address('system', account.email),
              isAdmin,
              workspaceId,
              confirmed: how.confirmed,
            }),
            ...(how.issuer ? issuerLinked(how.issuer.url, how.issuer.picture) : []),
          ],
          installation: events,
          access: how.accessId ? consumeLink(access, userId) : [],
        };
      },
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadyTaken && error.rule === 'address') {
        throw new Refused({ code: 'address_taken', field: 'email' });
      }
      throw error;
    });
  if (account.passwordHash) await storePassword(tx, userId, account.passwordHash);
  if (how.onlyAsFirst) await forgetSetUpCode(tx);
}
