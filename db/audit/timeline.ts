/**
 * Pages of history, newest first in the order of the tail. There is no index for any filter, since each commit would pay for it. A stream, or a
 * tenant with few events, is read whole by the primary key, and the page is exact. Everything else reads back through LOOK events and says how far it
 * came. The caller asks on.
 */
import type { Kind } from '../../events/shared/event.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Cursor } from '../log/tail.ts';
import type { Store } from '../store.ts';
import { accountStream, tenantHolding } from './account.ts';
import { cursorOf, cursorText, END_OF_LOG } from './cursors.ts';
import { type LoggedEvent, type LogRow, loggedEvents } from './loggedEvent.ts';

export type TimelineFilter = {
  /** Also the events of the tenant's account. Not given: all tenants. */
  tenant?: string | undefined;
  /** Only with a tenant. */
  stream?: string | undefined;
  kind?: Kind | undefined;
  type?: string | undefined;
  /** One or several with commas; `worker:*` is every worker. */
  actor?: string | undefined;
  correlation?: string | undefined;
  /** ISO 8601; both included. */
  from?: string | undefined;
  to?: string | undefined;
};

/** `next`: where the following page begins, null when nothing older matches. `searchedBackTo` (ISO 8601): how far this one looked. */
export type TimelinePage = { events: LoggedEvent[]; next: string | null; searchedBackTo: string | null };

/** Events that are read at a time: 10 to 40 ms on two busy cores (npm run bench -- audit). */
const LOOK = 20_000;
/** Clocks of processes differ: the places of the log are in the order of commits, not of times. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** A page before a place (`before` of an earlier answer, or the newest event). */
export async function timelinePage(
  store: Store,
  filter: TimelineFilter,
  page: { before?: string | undefined; limit: number; look?: number },
): Promise<TimelinePage> {
  const { limit, look = LOOK } = page;
  const before = page.before ? cursorOf(page.before) : END_OF_LOG;
  const { tenant } = filter;
  if (tenant !== undefined && (filter.stream !== undefined || (await isSmall(store, tenant, look)))) {
    return pageOf(store, await allOfTenant(store, tenant, filter, before, limit + 1), limit, null);
  }
  const from = filter.to === undefined ? before : earlier(before, await placeAfter(store, filter.to));
  const rows = await store.sql<LogRow[]>`
    select * from log.history_look(
      ${tenant ?? null}, ${filter.kind ?? null}, ${filter.type ?? null}, ${filter.actor ? actorPattern(filter.actor) : null}, ${filter.correlation ?? null},
      ${filter.from ?? null}::text::timestamptz, ${filter.to ?? null}::text::timestamptz,
      ${from.epoch}, ${from.tx}::text::xid8, ${from.position}, ${limit + 1}, ${look})`;
  if (rows.length > limit) return pageOf(store, rows, limit, null);
  const [end] = await store.sql<(Cursor & { recorded_at: Date })[]>`
    select * from log.history_look_end(${from.epoch}, ${from.tx}::text::xid8, ${from.position}, ${look})`;
  const passed = end && filter.from && end.recorded_at.getTime() < Date.parse(filter.from) - CLOCKS_DIFFER_MS;
  return pageOf(store, rows, limit, end && !passed ? end : null);
}

/** `end`: where the look ended, if there may be more behind it. */
async function pageOf(
  store: Store,
  rows: readonly LogRow[],
  limit: number,
  end: (Cursor & { recorded_at: Date }) | null,
): Promise<TimelinePage> {
  const shown = rows.slice(0, limit);
  const goesOn = rows.length > limit ? shown.at(-1) : end;
  return {
    events: await loggedEvents(store, shown),
    next: goesOn ? cursorText(goesOn) : null,
    searchedBackTo: goesOn ? goesOn.recorded_at.toISOString() : null,
  };
}

/** Whether reading all of a tenant's events is no more than one look. */
async function isSmall(store: Store, tenant: string, look: number): Promise<boolean> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ events: number }[]>`
      select count(*)::int as events from (select from log.events where tenant_id = ${tenant} limit ${look + 1}) e`,
  );
  return (row?.events ?? 0) <= look;
}

/** One stream, or those of the tenant and of its account together. */
async function allOfTenant(store: Store, tenant: string, filter: TimelineFilter, before: Cursor, limit: number) {
  const { stream } = filter;
  if (stream !== undefined)
    return wholeTenant(store, await tenantHolding(store, tenant, stream), filter, before, limit);
  const account = await accountStream(store, tenant);
  const [own, ofAccount] = await Promise.all([
    wholeTenant(store, tenant, filter, before, limit),
    account === null ? [] : wholeTenant(store, 'system', { ...filter, stream: account }, before, limit),
  ]);
  return [...own, ...ofAccount].sort((a, b) => (earlier(a, b) === a ? 1 : -1)).slice(0, limit);
}

/** The actors as a regular expression of PostgreSQL. A user includes their access tokens. */
const actorPattern = (actors: string): string =>
  `^(${actors.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(',', '|')})(/.*)?$`;

function wholeTenant(store: Store, tenant: string, filter: TimelineFilter, before: Cursor, limit: number) {
  const { stream, kind, type, actor, correlation, from, to } = filter;
  return readAs(
    store.sql,
    tenant,
    // only places are sorted, and what they hold is read for the page alone
    (tx) => tx<LogRow[]>`
      with matching as materialized (
        select e.epoch, e.tx, e.position, e.stream_id, e.version from log.events e
        where e.tenant_id = ${tenant} and (e.epoch, e.tx, e.position) < (${before.epoch}, ${before.tx}::text::xid8, ${before.position})
          ${stream ? tx`and e.stream_id = ${stream}` : tx``}
          ${kind ? tx`and starts_with(e.stream_id, ${`${kind}-`})` : tx``}
          ${type ? tx`and e.type = ${type}` : tx``}
          ${actor ? tx`and e.actor ~ ${actorPattern(actor)}` : tx``}
          ${correlation ? tx`and e.correlation_id = ${correlation}` : tx``}
          ${from ? tx`and e.recorded_at >= ${from}::text::timestamptz` : tx``}
          ${to ? tx`and e.recorded_at <= ${to}::text::timestamptz` : tx``}
      ), page as materialized (select * from matching m order by m.epoch desc, m.tx desc, m.position desc limit ${limit})
      select ${logColumns(tx)} from page join log.events e
        on e.tenant_id = ${tenant} and e.stream_id = page.stream_id and e.version = page.version
      order by e.epoch desc, e.tx desc, e.position desc`,
  );
}

/** The columns of LogRow, of log.events as `e`. */
export const logColumns = (tx: Tx) => tx`
  e.epoch, e.tx::text as tx, e.position, e.tenant_id, e.stream_id, e.version, e.type, e.schema_version, e.payload::text as payload,
  e.actor, e.correlation_id, e.causation_id, e.recorded_at, e.hash`;

/** A place before which everything lies that was recorded up to a time (ISO 8601). */
async function placeAfter(store: Store, time: string): Promise<Cursor> {
  const until = new Date(Date.parse(time) + CLOCKS_DIFFER_MS);
  const [place] = await store.sql<Cursor[]>`select epoch, tx, position from log.place_after(${until})`;
  return place ?? { epoch: 0, tx: '0', position: '0' };
}

function earlier(a: Cursor, b: Cursor): Cursor {
  if (a.epoch !== b.epoch) return a.epoch < b.epoch ? a : b;
  if (a.tx !== b.tx) return BigInt(a.tx) < BigInt(b.tx) ? a : b;
  return BigInt(a.position) < BigInt(b.position) ? a : b;
}
