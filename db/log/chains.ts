import { hash } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';
import type { StreamName } from '../read/foldLog.ts';

/** All that the hash of an event covers, except the hash before it, as texts. `payload` is the stored bytes, `micros` the µs since 1970. */
export type HashedFields = {
  tenant: string;
  streamId: string;
  version: string | number;
  type: string;
  schema: string | number;
  payload: string;
  actor: string;
  correlationId: string;
  causationId: string | null;
  micros: string;
};

export type WrongEvent = { tenant: string; streamId: string; version: number; reason: 'hash' | 'hole' | 'time' };
export type Verification = { events: number; streams: number; wrong: WrongEvent[] };

/** A log with more wrong events is wrong everywhere, and their list would grow with it. */
export const MOST_WRONG = 10_000;

/** A part of the log: of one tenant, from one stream up to the one before another. null is no bound. */
export type ChainRange = { tenant: string | null; from: StreamName | null; before: StreamName | null };

type Fields = [
  tenant: string,
  streamId: string,
  version: string,
  type: string,
  schema: string,
  payload: string,
  actor: string,
  correlationId: string,
  causationId: string | null,
  micros: string,
];
type Row = [...Fields, hash: string];

/** Larger pages live long enough for the garbage collector to copy them; smaller ones are asked for more often. Measured: 500 to 5,000. */
const PAGE = 2_000;
const netstring = (text: string) => `${Buffer.byteLength(text)}:${text}`;
const streamPart = (tenant: string, streamId: string) => `${netstring(tenant)},${netstring(streamId)},`;

/** The hash (hex) of an event over its fields and the hash before it, as log.event_hash makes it. */
export function eventHash(of: HashedFields, previous: string): string {
  const { tenant, streamId, version, type, schema, payload, actor, correlationId, causationId, micros } = of;
  const row: Fields = [
    tenant,
    streamId,
    String(version),
    type,
    String(schema),
    payload,
    actor,
    correlationId,
    causationId,
    micros,
  ];
  return hashOf(streamPart(tenant, streamId), row, previous);
}

/** The same of a row; `stream`: the beginning, which all events of a stream share. */
function hashOf(stream: string, row: Fields | Row, previous: string): string {
  const causation = row[8] === null ? '-' : netstring(row[8]);
  return hash(
    'sha256',
    `${stream}${row[2]},${netstring(row[3])},${row[4]},${netstring(row[6])},${netstring(row[7])},${causation},${row[9]},${previous},${netstring(row[5])}`,
  );
}

/** Pages of events by primary key, as texts that the driver does not parse. The next page loads while one is checked. */
async function* pagesOf(sql: Sql | Tx, { tenant, from, before }: ChainRange): AsyncGenerator<Row[]> {
  const ofTenant = tenant === null ? sql`` : sql`and e.tenant_id = ${tenant}`;
  const end = before ? sql`and (e.tenant_id, e.stream_id) < (${before.tenant}, ${before.streamId})` : sql``;
  const pageAfter = (last: Row | undefined): Promise<Row[]> =>
    // the columns are qualified: an unqualified name in "order by" means the text that is selected
    sql`
      select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor, e.correlation_id,
             e.causation_id, case when isfinite(e.recorded_at) then (date_part('epoch', e.recorded_at) * 1000000)::bigint else 0 end::text, encode(e.hash, 'hex')
      from log.events e
      where (e.tenant_id, e.stream_id, e.version)
              > (${last?.[0] ?? from?.tenant ?? ''}, ${last?.[1] ?? from?.streamId ?? ''}, ${Number(last?.[2] ?? 0)}) ${ofTenant} ${end}
      order by e.tenant_id, e.stream_id, e.version limit ${PAGE}`
      .values()
      .execute() as unknown as Promise<Row[]>;
  let page = await pageAfter(undefined);
  while (page.length > 0) {
    const next = page.length < PAGE ? Promise.resolve([]) : pageAfter(page.at(-1));
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
}

/** Recomputes the chains of a part of the log. Each event is compared with the stored hash before it. The part begins and ends between two streams. */
export async function verifyPart(sql: Sql | Tx, part: ChainRange): Promise<Verification> {
  const seen: Verification = { events: 0, streams: 0, wrong: [] };
  let last: Row | null = null;
  let stream = '';
  for await (const page of pagesOf(sql, part)) {
    for (const row of page) {
      const continues: boolean = last !== null && row[1] === last[1] && row[0] === last[0];
      if (!continues) stream = streamPart(row[0], row[1]);
      const reason = flawOf(row, continues ? last : null, stream);
      if (reason) seen.wrong.push({ tenant: row[0], streamId: row[1], version: Number(row[2]), reason });
      if (seen.wrong.length >= MOST_WRONG) return seen;
      seen.events += 1;
      if (!continues) seen.streams += 1;
      last = row;
    }
  }
  return seen;
}

/** The flaw of an event after its predecessor in the stream. null: it is the first. */
function flawOf(row: Row, before: Row | null, stream: string): WrongEvent['reason'] | null {
  if (Number(row[2]) !== (before ? Number(before[2]) + 1 : 1)) return 'hole';
  if (hashOf(stream, row, before ? before[10] : '') !== row[10]) return 'hash';
  return before && Number(row[9]) < Number(before[9]) ? 'time' : null;
}
