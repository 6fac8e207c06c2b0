import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';

/**
 * When the mails of a tenant's mailbox leave, over all campaigns, and when those left that did so since `since` (both ms since 1970; in no
 * order): what the next ones keep their distance from.
 */
export async function occupiedInstants(store: Store, tenant: string, since: number): Promise<number[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ at: string }[]>`
      select state->>'scheduledAt' as at from read.messages
      where tenant_id = ${tenant} and status in ('scheduled', 'deferred', 'claimed') and state->>'scheduledAt' is not null
      union all
      select state->'dispatch'->>'at' from read.messages
      where tenant_id = ${tenant} and status in ('dispatching', 'sent', 'failed', 'unknown')
        and state->'dispatch'->>'at' >= ${new Date(since).toISOString()}`,
  );
  return rows.map(({ at }) => Date.parse(at));
}
