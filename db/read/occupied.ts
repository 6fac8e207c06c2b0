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
      select m.state->>'scheduledAt' as at from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase = 'leaving' and m.status in ('scheduled', 'deferred', 'claimed')
        and m.state->>'scheduledAt' is not null
      union all
      select m.state->'dispatch'->>'at' from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase in ('leaving', 'sent', 'unknown', 'ended')
        and m.status in ('dispatching', 'sent', 'failed', 'unknown')
        and m.state->'dispatch'->>'at' >= ${new Date(since).toISOString()}`,
  );
  return rows.map(({ at }) => Date.parse(at));
}
