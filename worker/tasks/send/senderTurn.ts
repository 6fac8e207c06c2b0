import { ownerOf } from '../../../db/accounts/workspace.ts';
import type { Tx } from '../../../db/connection/connect.ts';
import { keepSendingOpen } from '../../../db/installation/freeze.ts';
import { senderLock } from '../../../db/log/locks.ts';
import { ref, type Store } from '../../../db/store.ts';
import type { UserState } from '../../../events/accounts/userState.ts';

/**
 * Runs `work` in a transaction that locks the sender, the workspace's owner. The account cannot be paused or deleted before the transaction ends. Nor
 * can sending be frozen (`open`: whether it is not). `work` commits once, as its last step.
 */
export async function inSenderTurn<T>(
  store: Store,
  tenant: string,
  work: (tx: Tx, user: UserState, open: boolean) => Promise<T>,
): Promise<T> {
  const owner = (await ownerOf(store, tenant)) ?? '';
  const result = await store.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(${String(senderLock(owner))}::bigint)`;
    const open = keepSendingOpen(tx);
    const user = store.loadIn(tx, 'system', ref('user', owner));
    return work(tx, await user, await open);
  });
  return result as T;
}
