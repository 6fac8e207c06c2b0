import { daysAround, MAILBOX, type QuotaDay, quotaDay, quotaDayEnd } from '../../events/sending/quota.ts';
import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';

/**
 * The day to whose quotas a mail of this tenant counts right now, and when it ends (ms since 1970). `zone` is the tenant's zone of now;
 * the days that its mailbox has begun, maybe in another zone, say the rest.
 */
export async function quotaDayNow(store: Store, tenant: string, zone: string): Promise<QuotaDay & { endsAt: number }> {
  const now = store.now().getTime();
  const prefix = `quota-${MAILBOX}-`;
  const streams = daysAround(now, zone).map((day) => `${prefix}${day}`);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; zone: string }[]>`
      select q.stream_id, q.state->>'zone' as zone from ${store.rows(tx, 'quotas')} q
      where q.tenant_id = ${tenant} and q.stream_id = any (${streams}) and q.state->>'zone' is not null`,
  );
  const begun = rows.map((row) => ({ day: row.stream_id.slice(prefix.length), zone: row.zone }));
  const today = quotaDay(now, zone, begun);
  return { ...today, endsAt: quotaDayEnd(today, zone) };
}
