import { keyOf, takeRecoveryCode, takeStep } from '../../db/accounts/secondFactor.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import type { Cause } from '../../db/log/commit.ts';
import { ref } from '../../db/store.ts';
import { spendRecoveryCode } from '../../events/accounts/user.ts';
import type { Deps } from '../context.ts';
import { sixDigits, stepOfCode } from './oneTimeCode.ts';

/** Takes a code of the app, or a recovery code, of a user whose second factor is on. No code is taken twice, not by two at once either. */
export async function takeCode(deps: Deps, userId: string, typed: string, cause: Cause): Promise<boolean> {
  const { store } = deps;
  const digits = sixDigits(typed);
  if (digits) {
    const own = await keyOf(store.sql, store.master, userId, true);
    const step = own ? await stepOfCode(own.key, digits, store.now()) : null;
    return step !== null && (await takeStep(store.sql, userId, step));
  }
  return inTransaction(store, async (tx) => {
    await holdAccount(tx, userId);
    const left = await takeRecoveryCode(tx, userId, typed);
    if (left === null) return false;
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { user: ref('user', userId) },
      decide: ({ user }) => ({ user: spendRecoveryCode(user, left) }),
    });
    return true;
  });
}
