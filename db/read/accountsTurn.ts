import type { Tx } from '../connection/connect.ts';
import { inTransaction } from '../connection/inTransaction.ts';
import { accountsLock } from '../log/locks.ts';
import type { Store } from '../store.ts';
import { loadMailboxes, type Mailbox, streamsOf } from './mailboxes.ts';

/** Does `work` while no other account of the tenant is being connected, with the mailboxes as they are then. `work` commits once. */
export const inAccountsTurn = <T>(
  store: Store,
  tenant: string,
  work: (tx: Tx, mailboxes: readonly Mailbox[]) => Promise<T>,
): Promise<T> =>
  inTransaction(store, async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(accountsLock(tenant))}::bigint)`;
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return work(
      tx,
      await loadMailboxes(tenant, await streamsOf(tx, tenant), (mailbox) => store.loadIn(tx, tenant, mailbox)),
    );
  });
