import type { AnyEvent, Recorded } from '../../events/shared/event.ts';
import { personOf } from '../../events/shared/event.ts';
import { readAs, type Sql } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { personKeys } from '../vault/personKeys.ts';
import { readStored, type StoredEvent } from './stored.ts';

export type StreamEvent<E extends AnyEvent = AnyEvent> = Recorded<E> & {
  version: number;
  correlationId: string;
  causationId: string | null;
};

/** All events of one stream of a tenant, oldest first, with personal fields opened. Another tenant's stream reads as empty. */
export const readStream = (sql: Sql, master: MasterKey, tenant: string, streamId: string): Promise<StreamEvent[]> =>
  readEvents(sql, master, tenant, streamId, null);

/** One of them; null: there is none. */
export async function readEvent(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  streamId: string,
  version: number,
): Promise<StreamEvent | null> {
  return (await readEvents(sql, master, tenant, streamId, version))[0] ?? null;
}

async function readEvents(
  sql: Sql,
  master: MasterKey,
  tenant: string,
  streamId: string,
  version: number | null,
): Promise<StreamEvent[]> {
  const rows = await readAs(
    sql,
    tenant,
    (tx) => tx<(StoredEvent & { correlation_id: string; causation_id: string | null })[]>`
      select stream_id, version, type, schema_version, payload, actor, recorded_at, correlation_id, causation_id
      from log.events where tenant_id = ${tenant} and stream_id = ${streamId}
      ${version === null ? tx`` : tx`and version = ${version}`} order by version`,
  );
  if (rows.length === 0) return [];
  const person = personOf(streamId);
  const keys = await personKeys(sql, master, tenant, [person]);
  return rows.map((row) => ({
    ...readStored(row, keys.get(person)),
    version: row.version,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
  }));
}
