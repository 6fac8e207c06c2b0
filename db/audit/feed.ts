import { Refused } from '../../events/shared/refused.ts';
import type { Sql } from '../connection/connect.ts';
import type { Cursor } from '../log/tail.ts';
import { cursorOf, cursorText } from './cursors.ts';
import type { LogRow } from './loggedEvent.ts';

/** Before every event. */
const START = '0-0-0';

/** A place of the feed and the beginning of the hash of the event there: EPOCH-TX-POSITION-HASH. */
const feedCursor = (row: LogRow): string => `${cursorText(row)}-${row.hash.toString('hex').slice(0, 8)}`;

const feed = (sql: Sql, { epoch, tx, position }: Cursor, limit: number) => sql<LogRow[]>`
  select * from log.feed(${epoch}, ${tx}::text::xid8, ${position}, ${limit})`;

/** A restored copy may lack the cursor's event, or hold another at its place. A reader would mix two histories unseen. */
async function mustBeHeld(sql: Sql, after: string): Promise<void> {
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
  const rows = await feed(sql, cursorOf(after), limit);
  const last = rows.at(-1);
  return { lines: rows.map(lineOf), next: last ? feedCursor(last) : after };
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
