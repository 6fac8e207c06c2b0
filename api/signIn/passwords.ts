import { randomBytes } from 'node:crypto';
import { Argon2id } from 'oslo/password';
import { passwordHashOf, userByAddress } from '../../db/accounts/auth.ts';
import { ref } from '../../db/store.ts';
import { workspaceOf } from '../../events/accounts/membership.ts';
import type { Deps } from '../context.ts';
import { easyToGuess } from './easyToGuess.ts';

const argon = new Argon2id();
// verified when there is none, so that the time to answer does not tell
const noPassword = argon.hash(randomBytes(16).toString('hex'));

export const hashPassword = (password: string): Promise<string> => argon.hash(password);

export const fitsHash = (hash: string, password: string): Promise<boolean> => argon.verify(hash, password);

/** The stored hash that the password fits, if it is the user's; null if not. No user takes as long as a wrong one. */
export async function hashFitting(deps: Deps, userId: string | null, password: string): Promise<string | null> {
  const hash = userId ? await passwordHashOf(deps.store.sql, userId) : null;
  const right = await argon.verify(hash ?? (await noPassword), password);
  return right ? hash : null;
}

/** The field error for a new password that is already theirs or easily guessed; null: it is fine. */
export async function whyNotChosen({ store }: Deps, userId: string, password: string): Promise<string | null> {
  const { state } = await store.load('system', ref('user', userId));
  const workspace = workspaceOf(state);
  const profile = workspace === null ? null : (await store.load(workspace, ref('profile', workspace))).state;
  const owner = { email: '', ...state.account, businessName: profile?.businessName };
  const hash = await passwordHashOf(store.sql, userId);
  if (hash && (await fitsHash(hash, password))) return 'This is your password already. Choose another one.';
  return easyToGuess(password, owner);
}

/**
 * The user of an address (its HMAC) and password, regardless of the account's state; null when they do not match. `passwordHash`: the hash that the
 * password was compared with. It takes a while, so the caller checks that it is still the one.
 */
export async function userByPassword(
  deps: Deps,
  account: string,
  password: string,
): Promise<{ userId: string; passwordHash: string } | null> {
  const userId = await userByAddress(deps.store.sql, account);
  const passwordHash = await hashFitting(deps, userId, password);
  return userId && passwordHash ? { userId, passwordHash } : null;
}
