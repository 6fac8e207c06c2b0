import { createHash } from 'node:crypto';
import type { Sql } from '../connect.ts';

/** One event as the log holds it: `payload` is the stored text, `micros` the time in microseconds since 1970. */
type Row = {
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
  schema_version: number;
  payload: string;
  actor: string;
  correlation_id: string;
  causation_id: string | null;
  micros: string;
  hash: Buffer;
};

export type WrongEvent = { tenant: string; streamId: string; version: number; reason: 'hash' | 'hole' | 'time' };
export type Verification = { events: number; streams: number; wrong: WrongEvent | null };

const PAGE = 5000;
const netstring = (text: string) => `${Buffer.byteLength(text)}:${text}`;

/** The hash of an event over its fields and the hash before it, as log.event_hash of the first migration makes it. */
function eventHash(row: Row, previous: Buffer): Buffer {
  const fields = [
    netstring(row.tenant_id),
    netstring(row.stream_id),
    row.version,
    netstring(row.type),
    row.schema_version,
    netstring(row.actor),
    netstring(row.correlation_id),
    row.causation_id === null ? '-' : netstring(row.causation_id),
    row.micros,
    previous.toString('hex'),
    netstring(row.payload),
  ];
  return createHash('sha256').update(fields.join(',')).digest();
}

/**
 * Recomputes the hash chain of every stream (of one tenant, if named) from the stored bytes, and stops at the first event that is wrong:
 * altered (`hash`), missing before it (`hole`), or earlier than the event before it (`time`). As the owner, or a role that sees the tenant.
 */
export async function verifyStreams(sql: Sql, tenant?: string): Promise<Verification> {
  const ofTenant = tenant === undefined ? sql`` : sql`and tenant_id = ${tenant}`;
  const seen = { events: 0, streams: 0 };
  let last = { tenant_id: '', stream_id: '', version: 0, micros: '0', hash: Buffer.alloc(0) } as Row;
  for (;;) {
    const rows = await sql<Row[]>`
      select tenant_id, stream_id, version, type, schema_version, payload::text as payload, actor, correlation_id, causation_id,
             (extract(epoch from recorded_at) * 1000000)::bigint::text as micros, hash
      from log.events
      where (tenant_id, stream_id, version) > (${last.tenant_id}, ${last.stream_id}, ${last.version}) ${ofTenant}
      order by tenant_id, stream_id, version limit ${PAGE}`;
    for (const row of rows) {
      const continues = row.tenant_id === last.tenant_id && row.stream_id === last.stream_id;
      const wrong = (reason: WrongEvent['reason']) => ({
        ...seen,
        wrong: { tenant: row.tenant_id, streamId: row.stream_id, version: row.version, reason },
      });
      if (row.version !== (continues ? last.version + 1 : 1)) return wrong('hole');
      if (!eventHash(row, continues ? last.hash : Buffer.alloc(0)).equals(row.hash)) return wrong('hash');
      if (continues && BigInt(row.micros) < BigInt(last.micros)) return wrong('time');
      seen.events += 1;
      if (!continues) seen.streams += 1;
      last = row;
    }
    if (rows.length < PAGE) return { ...seen, wrong: null };
  }
}
