/** What people added to the counters of the past, folded from the log. Nothing personal is opened: an erasure changes no counter. */
import { countersOf, isInPast } from '../../events/lists/counters.ts';
import type { Listed } from '../../events/lists/messageSets.ts';
import { placed } from '../../events/lists/personRows.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { type FoldedState, foldStates, type StreamName, someStreams } from '../read/foldLog.ts';
import { idOf } from '../store.ts';

/** People folded together, so that memory stays small. */
const AT_ONCE = 50;
/** Streams that are folded in one turn of the event loop: more would stall the API. */
const STREAMS_AT_ONCE = 100;

/**
 * `from`: changes since this moment, in ms; 0: all. `until`: events up to this moment. `momentOf`: by which moment an event counts; at most `from`: it
 * is no change.
 */
export type Span = { from: number; until: number; momentOf: (ms: number) => number };
/** From `at` (ms) on a counter is more by this. */
export type CounterChange = { key: string; at: number; by: number };
type Zone = { at: number; zone: string };

async function* statesOf(tx: Tx, streams: readonly StreamName[], { until, momentOf, from }: Span) {
  const pages = someStreams(tx, streams, { until: new Date(until), atOnce: STREAMS_AT_ONCE });
  for await (const { rows } of foldStates(tx, null, pages, (ms) => Math.max(from, momentOf(ms)))) yield* rows;
}

/** The zones in which a tenant's days were counted, the oldest first. */
export async function zonesOf(tx: Tx, tenant: string, span: Span): Promise<Zone[]> {
  const zones: Zone[] = [{ at: span.from, zone: 'UTC' }];
  for await (const { cut: at, state } of statesOf(tx, [{ tenant, streamId: `profile-${tenant}` }], span)) {
    const zone = (state as { timezone: string | null }).timezone ?? 'UTC';
    if (at === span.from) zones[0] = { at, zone };
    else if (zones.at(-1)?.zone !== zone) zones.push({ at, zone });
  }
  return zones;
}

/** The people with events in a span; all of the tenant if its days were counted in another zone since. */
async function peopleIn(tx: Tx, tenant: string, { from, until }: Span, zones: readonly Zone[]): Promise<string[]> {
  const rows =
    zones.length > 1
      ? await tx<{ id: string }[]>`
          select substr(stream_id, length('partner-') + 1) as id from read.partners where tenant_id = ${tenant} order by 1`
      : await tx<{ id: string }[]>`
          select distinct case when starts_with(e.stream_id, 'partner-') then substr(e.stream_id, length('partner-') + 1)
            else split_part(e.stream_id, '.', 2) end as id
          from log.events_between(${tenant}, ${new Date(from)}, ${new Date(until)}) e
          where starts_with(e.stream_id, 'partner-') or starts_with(e.stream_id, 'message-') order by 1`;
  return rows.map(({ id }) => id);
}

function countedOf(states: ReadonlyMap<string, unknown>, partnerStream: string, zone: string): Record<string, number> {
  const partner = (states.get(partnerStream) ?? null) as PartnerState | null;
  const listed = [...states].flatMap(([streamId, state]): Listed[] =>
    streamId === partnerStream ? [] : [{ id: idOf(streamId), state: state as MessageState }],
  );
  const counted = countersOf({ partner, zone }, placed({ messages: listed, campaigns: new Map() }), []);
  return Object.fromEntries(Object.entries(counted).filter(([key]) => isInPast(key)));
}

function* changesOf(id: string, own: readonly FoldedState[], zones: readonly Zone[]): Generator<CounterChange> {
  const [{ at: from, zone: first }] = zones as [Zone];
  const states = new Map<string, unknown>();
  let zone = first;
  let before: Record<string, number> = {};
  const moments = new Set([from, ...own.map(({ cut }) => cut), ...zones.map(({ at }) => at)]);
  for (const at of [...moments].sort((a, b) => a - b)) {
    for (const { cut, streamId, state } of own) if (cut === at) states.set(streamId, state);
    zone = zones.find((one) => one.at === at)?.zone ?? zone;
    const after = countedOf(states, `partner-${id}`, zone);
    // what was there before is no change, unless all of it is wanted
    if (at > from || from === 0)
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const by = (after[key] ?? 0) - (before[key] ?? 0);
        if (by !== 0) yield { key, at, by };
      }
    before = after;
  }
}

async function changesOfSome(
  tx: Tx,
  tenant: string,
  span: Span,
  zones: readonly Zone[],
  people: readonly string[],
): Promise<CounterChange[]> {
  const streams = await tx<(StreamName & { person: string })[]>`
    select ${tenant} as tenant, 'partner-' || p as "streamId", p as person from unnest(${people as string[]}::text[]) p
    union all
    select m.tenant_id, m.stream_id, m.partner_id from read.messages m
    left join lists.messages l on l.tenant_id = m.tenant_id and l.message_id = substr(m.stream_id, length('message-') + 1)
    where m.tenant_id = ${tenant} and m.partner_id = any (${people as string[]})
      and (l.began is null or l.began <= ${new Date(span.until)})`;
  const personOf = new Map(streams.map(({ streamId, person }) => [streamId, person]));
  const found = new Map<string, FoldedState[]>(people.map((id) => [id, []]));
  for await (const state of statesOf(tx, streams, span)) found.get(personOf.get(state.streamId) ?? '')?.push(state);
  return [...found].flatMap(([id, own]) => [...changesOf(id, own, zones)]);
}

/** How the counters of the past changed in a span, by the people with events in it, or by those that are named. Each part is a short transaction. */
export async function* counterChanges(
  sql: Sql,
  tenant: string,
  span: Span,
  named?: readonly string[],
): AsyncGenerator<CounterChange> {
  const zones = await readAs(sql, tenant, (tx) => zonesOf(tx, tenant, span));
  const people = named ?? (await readAs(sql, tenant, (tx) => peopleIn(tx, tenant, span, zones)));
  for (let start = 0; start < people.length; start += AT_ONCE) {
    const some = people.slice(start, start + AT_ONCE);
    yield* await readAs(sql, tenant, (tx) => changesOfSome(tx, tenant, span, zones, some));
  }
}
