import { once } from 'node:events';
import { UnknownEvent } from '../../events/catalog.ts';
import { type Sql, urlOf } from '../connection/connect.ts';
import { middleOfLog } from '../log/middle.ts';
import { startThread } from '../receive/thread.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { type Folded, foldRange } from './foldRange.ts';
import type { FoldTask, FromThread } from './foldThread.ts';

/** Another thread that folds the log from a stream on; its pages are put into `folded` as they come. */
function foldBeside(task: FoldTask, folded: (page: Folded) => void): { done: Promise<void>; stop(): Promise<number> } {
  const thread = startThread(new URL('./foldThread.ts', import.meta.url), task);
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
 * Folds the whole log into the tables of `read_next` and answers each page. With `worthAThread` events or more it uses two threads. Throws
 * UnknownEvent at an event that this program does not know.
 */
export async function* foldInto(
  sql: Sql,
  master: MasterKey,
  { worthAThread }: { worthAThread?: number },
): AsyncGenerator<Folded> {
  const url = urlOf(sql);
  const from = url ? await middleOfLog(sql, worthAThread) : null;
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
