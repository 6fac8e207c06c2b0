import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UnknownEvent } from '../../events/catalog.ts';
import { type Sql, urlOf } from '../connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import type { StreamName } from './foldLog.ts';
import { type Folded, foldRange } from './foldRange.ts';
import type { FoldTask, FromThread } from './foldThread.ts';

/** A log of fewer events is folded before a second thread has loaded the program. */
const WORTH_A_THREAD = 50_000;

/** So many events tell well enough where the middle is. */
const SAMPLE = 10_000;

/** A stream in about the middle of the log; null when the log is short, or the machine has one core. */
async function middle(sql: Sql, worthAThread: number): Promise<StreamName | null> {
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

/** Another thread that folds the log from a stream on; its pages are put into `folded` as they come. */
function foldBeside(task: FoldTask, folded: (page: Folded) => void): { done: Promise<void>; stop(): Promise<number> } {
  const thread = new Worker(new URL('./foldThread.ts', import.meta.url), {
    workerData: task,
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  let failed: Error | null = null;
  thread.on('message', (message: FromThread) => {
    if ('unknown' in message) failed = new UnknownEvent(...message.unknown);
    else if ('failed' in message) failed = new Error(message.failed);
    else folded(message);
  });
  const done = once(thread, 'exit').then(([code]) => {
    if (failed) throw failed;
    if (code !== 0) throw new Error(`The second thread of the rebuild ended with ${code}.`);
  });
  done.catch(() => undefined);
  return { done, stop: () => thread.terminate() };
}

/**
 * Folds the whole log into the tables of `read_next`, on two threads when it has `worthAThread` events or more, and answers what each page brought. Throws
 * UnknownEvent at an event that this program does not know.
 */
export async function* foldInto(
  sql: Sql,
  master: MasterKey,
  { worthAThread = WORTH_A_THREAD }: { worthAThread?: number },
): AsyncGenerator<Folded> {
  const url = urlOf(sql);
  const from = url ? await middle(sql, worthAThread) : null;
  if (!url || !from) {
    yield* foldRange(sql, master, { from: null, before: null });
    return;
  }
  const beside: Folded[] = [];
  const thread = foldBeside({ url, master, from }, (page) => beside.push(page));
  try {
    for await (const page of foldRange(sql, master, { from: null, before: from })) {
      yield page;
      yield* beside.splice(0);
    }
    await thread.done;
    yield* beside;
  } finally {
    await thread.stop();
  }
}
