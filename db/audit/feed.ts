import { Refused } from '../../events/shared/refused.ts';
import type { Sql } from '../connection/connect.ts';
import type { Cursor } from '../log/tail.ts';
import { cursorOf, cursorText } from './cursors.ts';
import type { LogRow } from './loggedEvent.ts';

/** Before every event. */
export const START = '0-0-0';

/** In one turn of the event loop. */
const READ_AT_ONCE = 200;

/** A place of the feed and the beginning of the hash of the event there: EPOCH-TX-POSITION-HASH. */
export const feedCursor = (row: Cursor & Pick<LogRow, 'hash'>): string =>
  `${cursorText(row)}-${row.hash.toString('hex').slice(0, 8)}`;

const feed = (sql: Sql, { epoch, tx, position }: Cursor, limit: number) => sql<LogRow[]>`
  select * from log.feed(${epoch}, ${tx}::text::xid8, ${position}, ${limit})`;

/** The cursor of the newest event of the feed: as long as it stays, no page changes. */
export async function feedEnd(sql: Sql): Promise<string> {
  const [row] = await sql<(Cursor & { hash: Buffer })[]>`select * from log.feed_end()`;
  return row ? feedCursor(row) : START;
}

/** A restored copy may lack the cursor's event, or hold another at its place. A reader would mix two histories unseen. */
export async function mustBeHeld(sql: Sql, after: string): Promise<void> {
  const { epoch, tx, position } = cursorOf(after);
  const [held] = await feed(sql, { epoch, tx, position: String(BigInt(position) - 1n) }, 1);
  if (held && feedCursor(held) === after) return;
  throw new Refused({ code: 'cursor_gone' });
}

/**
 * The events of all tenants after a cursor, in the order of the tail, as stored. Sealed parts stay sealed. `next` is where the following call goes
 * on: the cursor itself when there is nothing new. Throws Refused (gone) for a cursor of an event that this log does not hold.
 */
export async function feedAfter(sql: Sql, after: string, limit: number): Promise<{ lines: string[]; next: string }> {
  if (after !== START) await mustBeHeld(sql, after);
  const lines: string[] = [];
  for (let next = after; ; ) {
    const most = Math.min(READ_AT_ONCE, limit - lines.length);
    const rows = await feed(sql, cursorOf(next), most);
    lines.push(...rows.map(lineOf));
    const last = rows.at(-1);
    if (last) next = feedCursor(last);
    if (rows.length < most || lines.length >= limit) return { lines, next };
  }
}

function lineOf(row: LogRow): string {
  const head = JSON.stringify({
    cursor: feedCursor(row),
    tenant: row.tenant_id,
    stream: row.stream_id,
    version: row.version,
    type: row.type,
    schemaVersion: row.schema_version,
    at: row.recorded_at.toISOString(),
    actor: row.actor,
    correlation: row.correlation_id,
    causation: row.causation_id,
    hash: row.hash.toString('hex'),
  });
  // the stored bytes, which the hash covers: read and written again they could be others
  return `${head.slice(0, -1)},"payload":${row.payload}}`;
}
