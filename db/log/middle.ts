import { availableParallelism } from 'node:os';
import type { Sql } from '../connection/connect.ts';
import type { StreamName } from '../read/foldLog.ts';

/** A log of fewer events is read through before a second thread has loaded the program. */
const WORTH_A_THREAD = 50_000;

/** A sample of this size tells well enough where the middle is. */
const SAMPLE = 10_000;

/** A stream near the middle of the log, where a second thread begins. null: too few events (`worthAThread`), or one core. */
export async function middleOfLog(sql: Sql, worthAThread = WORTH_A_THREAD): Promise<StreamName | null> {
  if (availableParallelism() < 2) return null;
  const [size] = await sql<{ events: number }[]>`
    select greatest(reltuples, 0)::float8 as events from pg_class where oid = 'log.events'::regclass`;
  if (!size || size.events < worthAThread) return null;
  const [stream] = await sql<StreamName[]>`
    with sample as (select tenant_id, stream_id from log.events tablesample system (${Math.min(100, (100 * SAMPLE) / size.events)}))
    select tenant_id as tenant, stream_id as "streamId" from sample
    order by tenant_id, stream_id offset (select count(*) / 2 from sample) limit 1`;
  return stream ?? null;
}
