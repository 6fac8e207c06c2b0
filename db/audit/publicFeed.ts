import { upcast } from '../../events/catalog.ts';
import { type PublicData, type PublicName, publicEvent, sourceTypes } from '../../events/public/catalog.ts';
import { MOST_POSITIONS } from '../../events/public/ingestInput.ts';
import { kindOf } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { cursorOf } from './cursors.ts';
import { feedCursor, mustBeHeld, START } from './feed.ts';
import type { LogRow } from './loggedEvent.ts';

/** Events of the whole log that one look walks along. A small workspace in a large installation gets some empty pages. */
const LOOK = 10_000;

/** `id`: of its domain event, STREAM@VERSION. `sequence`: the version. */
export type FeedEvent = { [N in PublicName]: { type: N; data: PublicData<N> } }[PublicName] & {
  id: string;
  timestamp: string;
  sequence: number;
  cursor: string;
};
export type FeedPage = { events: FeedEvent[]; next: string; more: boolean };
export type FeedFilter = { types?: readonly PublicName[]; campaign?: string; partner?: string };

/** Columns of an event of another tenant are null: the look ended there. */
type Row = Pick<LogRow, 'epoch' | 'tx' | 'position' | 'hash'> & {
  stream_id: string | null;
  version: number;
  type: string;
  schema_version: number;
  payload: { d: object };
  recorded_at: Date;
  looked: number;
};

/** The public events of a tenant after a cursor, in the order of the tail. Each call walks along a bounded part of the log. */
export async function publicEvents(
  { sql }: Pick<Store, 'sql'>,
  tenant: string,
  after: string,
  { types, campaign, partner }: FeedFilter,
  limit: number,
): Promise<FeedPage> {
  if (after !== START) await mustBeHeld(sql, after);
  const { epoch, tx, position } = cursorOf(after);
  const rows = await sql<Row[]>`
    select * from log.public_events(
      ${tenant}, ${sourceTypes(types)}::text[], ${epoch}, ${tx}::text::xid8, ${position}, ${limit}, ${LOOK})`;
  const events = rows.flatMap((row): FeedEvent[] => {
    const event = row.stream_id === null ? null : eventOf(row.stream_id, row);
    if (!event || (types && !types.includes(event.type))) return [];
    const about = event.data as { campaign?: string | null; partner?: string | null };
    const isWanted =
      (campaign === undefined || about.campaign === campaign) && (partner === undefined || about.partner === partner);
    return isWanted ? [event] : [];
  });
  const last = rows.at(-1);
  return {
    events,
    next: last ? feedCursor(last) : after,
    // a full page, or a look that ended before the end of the log
    more: rows.length === limit || last?.looked === LOOK,
  };
}

function eventOf(streamId: string, row: Row): FeedEvent | null {
  const { type, version, schema_version, payload, recorded_at } = row;
  const data = upcast(kindOf(streamId), type, schema_version, payload.d);
  const read = publicEvent(streamId, { type, data });
  return (
    read &&
    ({
      id: `${streamId}@${version}`,
      type: read.name,
      timestamp: recorded_at.toISOString(),
      sequence: version,
      cursor: feedCursor(row),
      data: read.data,
    } as FeedEvent)
  );
}

export type Position = { name: string; cursor: string; movedAt: Date };

/** How far the programs of a tenant have read, by name. */
export const feedPositions = ({ sql }: Pick<Store, 'sql'>, tenant: string): Promise<Position[]> =>
  readAs(
    sql,
    tenant,
    (tx) => tx<Position[]>`
      select name, cursor, moved_at as "movedAt" from auth.feed_positions where tenant_id = ${tenant} order by name`,
  );

const inTenant = <T>({ sql }: Pick<Store, 'sql'>, tenant: string, work: (tx: Tx) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return work(tx);
  });

/** Keeps a position. It may go back, so that events are read again. Refused for a cursor of an event that this log does not hold. */
export async function keepPosition(
  store: Pick<Store, 'sql'>,
  tenant: string,
  name: string,
  cursor: string,
): Promise<void> {
  if (cursor !== START) await mustBeHeld(store.sql, cursor);
  const kept = await inTenant(
    store,
    tenant,
    (tx) => tx`
      insert into auth.feed_positions (tenant_id, name, cursor)
      select ${tenant}, ${name}, ${cursor} where ${MOST_POSITIONS} >
        (select count(*) from auth.feed_positions where tenant_id = ${tenant} and name <> ${name})
      on conflict (tenant_id, name) do update set cursor = excluded.cursor, moved_at = clock_timestamp()
      returning 1`,
  );
  if (kept.length === 0) throw new Refused({ code: 'positions_full', most: MOST_POSITIONS });
}

/** false: there was none. */
export async function dropPosition(store: Pick<Store, 'sql'>, tenant: string, name: string): Promise<boolean> {
  const dropped = await inTenant(
    store,
    tenant,
    (tx) => tx`delete from auth.feed_positions where tenant_id = ${tenant} and name = ${name} returning 1`,
  );
  return dropped.length > 0;
}
