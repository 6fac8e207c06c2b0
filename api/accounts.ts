import { randomBytes } from 'node:crypto';
import { Argon2id } from 'oslo/password';
import { passwordHashOf, storePassword, userByAddress } from '../db/auth.ts';
import { INSTALLATION } from '../db/installation.ts';
import { AlreadyTaken } from '../db/log/conflicts.ts';
import { ref } from '../db/store.ts';
import { type InstallationState, nameFirstAdmin } from '../events/installation.ts';
import { Refused } from '../events/refused.ts';
import { signUp } from '../events/user.ts';
import type { Deps } from './context.ts';

const argon = new Argon2id();
// verified when the address is unknown, so that the time to answer does not tell
const noUser = argon.hash(randomBytes(16).toString('hex'));

export type NewAccount = {
  email: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

/** Whether a stranger may sign up now: always for the first account, later only with SIGNUP=open. */
export async function signupIsOpen(deps: Deps): Promise<boolean> {
  return isOpen(deps, (await deps.store.load('system', INSTALLATION)).state);
}

/** Whether nobody has an account in this installation yet. */
export async function isEmpty(deps: Deps): Promise<boolean> {
  return (await deps.store.load('system', INSTALLATION)).state.firstAdmin === null;
}

const isOpen = (deps: Deps, installation: InstallationState): boolean =>
  deps.signup === 'open' || installation.firstAdmin === null;

/**
 * Makes an account: the first one of an installation is its admin. Password and account are one transaction. Answers the user's id;
 * Refused `conflict` when the address is taken, `forbidden` when sign-up is closed (another one may have been first meanwhile).
 */
export async function createAccount(deps: Deps, account: NewAccount, correlationId: string): Promise<string> {
  const { store } = deps;
  const userId = randomBytes(10).toString('hex');
  const passwordHash = await argon.hash(account.password);
  const emailHmac = store.pseudonyms.address('system', account.email);
  const attempt = () =>
    store.sql.begin(async (tx) => {
      await storePassword(tx, userId, passwordHash);
      await store.runIn(tx, {
        tenant: 'system',
        cause: { actor: `user:${userId}`, correlationId, causationId: null },
        streams: { user: ref('user', userId), installation: INSTALLATION },
        decide: ({ user, installation }) => {
          if (!isOpen(deps, installation)) throw new Refused('forbidden', 'Sign-up is closed.');
          return {
            user: signUp(user, {
              email: account.email,
              username: null,
              firstName: account.firstName || null,
              lastName: account.lastName || null,
              emailHmac,
              isAdmin: installation.firstAdmin === null,
            }),
            installation: nameFirstAdmin(installation, userId),
          };
        },
      });
    });
  try {
    // the installation guards who is first: a faster sign-up makes this one decide again
    await attempt().catch((error: unknown) => {
      if (error instanceof AlreadyTaken || error instanceof Refused) throw error;
      return attempt();
    });
  } catch (error) {
    if (error instanceof AlreadyTaken && error.rule === 'address') {
      throw new Refused('conflict', 'There is an account with this address already. Sign in instead.', {
        field: 'email',
      });
    }
    throw error;
  }
  return userId;
}

/** The user of an address and password, or null; an unknown address takes as long as a wrong password. */
export async function authenticate(deps: Deps, email: string, password: string): Promise<string | null> {
  const { store } = deps;
  const userId = await userByAddress(store.sql, store.pseudonyms.address('system', email));
  const hash = userId ? await passwordHashOf(store.sql, userId) : null;
  const right = await argon.verify(hash ?? (await noUser), password);
  if (!userId || !hash || !right) return null;
  const { state } = await store.load('system', ref('user', userId));
  return state.status === 'active' ? userId : null;
}
