import type { Tx } from '../../../db/connect.ts';
import { keepSendingOpen } from '../../../db/freeze.ts';
import { senderLock } from '../../../db/locks.ts';
import { ref, type Store } from '../../../db/store.ts';
import type { UserState } from '../../../events/accounts/user.ts';

/**
 * Does `work` in a transaction that holds the sender's lock, with the account as it is then: it cannot be paused or deleted before
 * the transaction has ended. Nor can sending be frozen (`open`: whether it is not). `work` commits once, as its last step.
 */
export async function inSenderTurn<T>(
  store: Store,
  userId: string,
  work: (tx: Tx, user: UserState, open: boolean) => Promise<T>,
): Promise<T> {
  const result = await store.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(${String(senderLock(userId))}::bigint)`;
    const open = keepSendingOpen(tx);
    const user = store.loadIn(tx, 'system', ref('user', userId));
    return work(tx, await user, await open);
  });
  return result as T;
}
