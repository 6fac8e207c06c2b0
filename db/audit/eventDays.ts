import { ANSWER } from '../../events/messages/answer.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
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

/** The approvals and sent emails of a tenant up to and including a moment: whole quarters of an hour, and the events of the last one. */
export async function eventsSoFar(store: Store, tenant: string, at: Date): Promise<Omit<EventBin, 'events'>> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Omit<EventBin, 'events'>[]>`
      with last as (select date_bin('15 minutes', ${at}::timestamptz, 'epoch') as begins)
      select coalesce(sum(approved), 0)::int as approved, coalesce(sum(sent), 0)::int as sent from (
        select q.approved, q.sent from last, lists.quarters(${tenant}) q where q.at < last.begins
        union all
        select (type = 'PartnerApproved')::int, (${isSent(tx)})::int from last, log.events_between(${tenant}, last.begins, ${at})
      ) parts`,
  );
  return row ?? { approved: 0, sent: 0 };
}

/** As the figure "Emails Sent" counts: an answer from the inbox is none of them. */
const isSent = (tx: Tx) => tx`
  type in ('EmailSent', 'EmailMarkedSent') and not starts_with(split_part(stream_id, '.', 3), ${ANSWER})`;

const BINS = 60;
const EMPTY: EventBin = { events: 0, approved: 0, sent: 0 };

type Row = EventBin & { day: string | null; bin: number | null; first: Date; last: Date };

/** From this age on a tenant's events are counted by quarters of an hour: 60 parts of a shorter time need the events themselves. */
const QUARTERS_FROM_MS = 10 * 86_400_000;

/** On which days (YYYY-MM-DD in an IANA zone) something happened with a tenant's data, and how much. */
export async function eventDays(store: Store, tenant: string, zone: string): Promise<EventDays> {
  const rows = await readAs(store.sql, tenant, async (tx) => {
    const [whole] = await tx<{ ms: number | null }[]>`
      select (extract(epoch from max(last) - min(first)) * 1000)::float8 as ms from lists.quarters(${tenant})`;
    return counted(
      tx,
      zone,
      (whole?.ms ?? 0) < QUARTERS_FROM_MS ? eventsOf(tx, tenant) : tx`lists.quarters(${tenant})`,
    );
  });
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

const eventsOf = (tx: Tx, tenant: string): Fragment => tx`(
  select recorded_at as at, 1 as events, (type = 'PartnerApproved')::int as approved, (${isSent(tx)})::int as sent,
    recorded_at as first, recorded_at as last
  from log.events where tenant_id = ${tenant})`;

const counted = (tx: Tx, zone: string, parts: Fragment): Promise<Row[]> => tx<Row[]>`
  with mine as (
    select *, to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, extract(epoch from first - min(first) over ()) as since,
      extract(epoch from max(last) over () - min(first) over ()) as span
    from ${parts} parts)
  select day, bin, sum(events)::int as events, sum(approved)::int as approved, sum(sent)::int as sent,
    min(first) as first, max(last) as last
  from mine cross join lateral (
    select least(${BINS - 1}, floor(${BINS} * since / greatest(span, 0.001)))::int as bin) b
  group by grouping sets ((day), (bin)) order by day, bin`;
