import type { Context } from 'hono';
import { mayTry, succeeded } from '../../db/accounts/attempts.ts';
import { passwordHashOf } from '../../db/accounts/auth.ts';
import { holdAccount, stillProven } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { ref } from '../../db/store.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { hashFitting } from './passwords.ts';
import { triesAt, waitInWords } from './signInAttempts.ts';

const FRESH_SECONDS = 600;

/** The hash of the password that was given; null: the account has none. */
export type Proof = { passwordHash: string | null };

/** Counts a try of the signed-in user at their own password or code. Refused `limit` when it has to wait. */
export async function countOwnTry(c: Context<Env>, deps: Deps, what: 'password' | 'code') {
  const { userId } = c.get('user');
  const { state } = await deps.store.load('system', ref('user', userId));
  const tries = triesAt(c, deps, what, state.emailHmac ?? userId);
  const { wait } = await mayTry(deps.store.sql, tries);
  if (wait > 0) {
    throw new Refused({ code: 'tried_often', what, wait: waitInWords(wait), retryAfterSeconds: wait });
  }
  return { right: () => succeeded(deps.store.sql, tries) };
}

/**
 * Makes the signed-in user prove again who they are. An unattended browser must not change how they sign in. The proof is the password or, without
 * one, a session of the last ten minutes. Answers the proof, for `holdProven`: it takes a while. Refused `invalid` at `field`, `limit`, `forbidden`.
 */
export async function reauthenticate(
  c: Context<Env>,
  deps: Deps,
  password: string | undefined,
  field: 'password' | 'current',
): Promise<Proof> {
  const { userId, ageSeconds } = c.get('user');
  if ((await passwordHashOf(deps.store.sql, userId)) === null) {
    if (ageSeconds < FRESH_SECONDS) return { passwordHash: null };
    throw new Refused({ code: 'sign_in_old' });
  }
  if (!password) throw new Refused({ code: 'password_missing', field });
  const { right } = await countOwnTry(c, deps, 'password');
  const passwordHash = await hashFitting(deps, userId, password);
  if (passwordHash === null) throw new Refused({ code: 'password_wrong', field });
  await right();
  return { passwordHash };
}

/**
 * Holds the account of the signed-in user, first of all in the transaction that changes how they sign in. Refused `conflict` when the proof is
 * outdated: the session ended, or the password changed. So the old password cannot overwrite the new one.
 */
export async function lockReauthenticated(tx: Tx, c: Context<Env>, proof: Proof | null): Promise<void> {
  const { userId, sessionId } = c.get('user');
  await holdAccount(tx, userId);
  if (!(await stillProven(tx, { userId, sessionId, ...proof }))) {
    throw new Refused({ code: 'proof_old' });
  }
}
