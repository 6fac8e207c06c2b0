import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';

/** `first` and `last`: the moments of the first and the last event (ISO 8601), null without any; `days` in their order, in the zone asked for. */
export type EventDays = { first: string | null; last: string | null; days: { day: string; events: number }[] };

/** On which days (YYYY-MM-DD in an IANA zone) something happened with a tenant's data, and how much. Reads all of the tenant's events. */
export async function eventDays(store: Store, tenant: string, zone: string): Promise<EventDays> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ day: string; events: number; first: Date; last: Date }[]>`
      select to_char(recorded_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as events,
        min(recorded_at) as first, max(recorded_at) as last
      from log.events where tenant_id = ${tenant} group by 1 order by 1`,
  );
  // a moment counts to its millisecond here, and all of the last one belongs to it
  const moment = (at: Date | undefined): string | null => at?.toISOString() ?? null;
  const lasts = rows.map(({ last }) => last.getTime());
  return {
    first: moment(rows[0]?.first),
    last: rows.length > 0 ? new Date(Math.max(...lasts) + 1).toISOString() : null,
    days: rows.map(({ day, events }) => ({ day, events })),
  };
}
