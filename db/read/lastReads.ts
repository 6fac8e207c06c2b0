import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';

/** When each account was last read through, by SendingAccount.id. A store of the past does not know. */
export async function lastReads(store: Store, tenant: string): Promise<Map<string, string>> {
  if (store.standsAt !== null) return new Map();
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ mailbox: string; readAt: Date }[]>`
      select mailbox, read_at as "readAt" from queue.mail_cursors where tenant_id = ${tenant}`,
  );
  return new Map(rows.map(({ mailbox, readAt }) => [mailbox, readAt.toISOString()]));
}
