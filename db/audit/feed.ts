import type { Sql } from '../connect.ts';
import { cursorOf, cursorText } from './cursors.ts';
import type { LogRow } from './loggedEvent.ts';

/**
 * The events of all tenants after a cursor, in the order of the tail, one JSON text each and as they are stored: sealed parts stay sealed.
 * `next` is where the following call goes on: the cursor itself when there is nothing new.
 */
export async function feedAfter(sql: Sql, after: string, limit: number): Promise<{ lines: string[]; next: string }> {
  const { epoch, tx, position } = cursorOf(after);
  const rows = await sql<LogRow[]>`
    select * from log.feed(${epoch}, ${tx}::text::xid8, ${position}, ${limit})`;
  const last = rows.at(-1);
  return { lines: rows.map(lineOf), next: last ? cursorText(last) : after };
}

function lineOf(row: LogRow): string {
  const head = JSON.stringify({
    cursor: cursorText(row),
    tenant: row.tenant_id,
    stream: row.stream_id,
    version: row.version,
    type: row.type,
    schemaVersion: row.schema_version,
    at: row.recorded_at.toISOString(),
    actor: row.actor,
    correlation: row.correlation_id,
    cause: row.causation_id,
    hash: row.hash.toString('hex'),
  });
  // the stored bytes, which the hash covers: read and written again they could be others
  return `${head.slice(0, -1)},"payload":${row.payload}}`;
}
