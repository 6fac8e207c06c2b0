import { ANSWER } from '../../events/messages/answer.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';

/** Counts of one part of the time: all events, approvals of partners, and emails sent. */
export type EventBin = { events: number; approved: number; sent: number };

/**
 * `first` and `last` are the moments of these events (ISO 8601), null without any. `days` are in order, in the requested zone. `bins` are BINS equal
 * parts of that time.
 */
export type EventDays = {
  first: string | null;
  last: string | null;
  days: { day: string; events: number }[];
  bins: EventBin[];
};

/** The approvals and sent emails of a tenant up to and including a moment. */
export async function eventsSoFar(store: Store, tenant: string, at: Date): Promise<Omit<EventBin, 'events'>> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Omit<EventBin, 'events'>[]>`
      select ${approvedCount(tx)} as approved, ${sentCount(tx)} as sent
      from log.events where tenant_id = ${tenant} and recorded_at <= ${at}`,
  );
  return row ?? { approved: 0, sent: 0 };
}

const approvedCount = (tx: Tx) => tx`count(*) filter (where type = 'PartnerApproved')::int`;
/** As the figure "Emails Sent" counts: an answer from the inbox is none of them. */
const sentCount = (tx: Tx) => tx`
  count(*) filter (where type in ('EmailSent', 'EmailMarkedSent') and not starts_with(split_part(stream_id, '.', 3), ${ANSWER}))::int`;

const BINS = 60;
const EMPTY: EventBin = { events: 0, approved: 0, sent: 0 };

type Row = EventBin & { day: string | null; bin: number | null; first: Date; last: Date };

/** On which days (YYYY-MM-DD in an IANA zone) something happened with a tenant's data, and how much. Reads all of the tenant's events once. */
export async function eventDays(store: Store, tenant: string, zone: string): Promise<EventDays> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Row[]>`
      with mine as (
        select recorded_at, type, stream_id, to_char(recorded_at at time zone ${zone}, 'YYYY-MM-DD') as day,
          extract(epoch from recorded_at - min(recorded_at) over ()) as since,
          extract(epoch from max(recorded_at) over () - min(recorded_at) over ()) as span
        from log.events where tenant_id = ${tenant})
      select day, bin, count(*)::int as events,
        ${approvedCount(tx)} as approved,
        ${sentCount(tx)} as sent,
        min(recorded_at) as first, max(recorded_at) as last
      from mine cross join lateral (
        select least(${BINS - 1}, floor(${BINS} * since / greatest(span, 0.001)))::int as bin) b
      group by grouping sets ((day), (bin)) order by day, bin`,
  );
  const days = rows.filter((row): row is Row & { day: string } => row.day !== null);
  const byBin = new Map(
    rows.flatMap(({ bin, events, approved, sent }) => (bin === null ? [] : [[bin, { events, approved, sent }]])),
  );
  // a moment counts to its millisecond here, and all of the last one belongs to it
  const moment = (at: Date | undefined): string | null => at?.toISOString() ?? null;
  const lasts = days.map(({ last }) => last.getTime());
  return {
    first: moment(days[0]?.first),
    last: days.length > 0 ? new Date(Math.max(...lasts) + 1).toISOString() : null,
    days: days.map(({ day, events }) => ({ day, events })),
    bins: days.length > 0 ? Array.from({ length: BINS }, (_, bin) => byBin.get(bin) ?? EMPTY) : [],
  };
}
