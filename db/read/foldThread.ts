/** The second thread of a rebuild: folds the later part of the log over a pool of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { UnknownEvent } from '../../events/catalog.ts';
import { connect } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import type { StreamName } from './foldLog.ts';
import { type Folded, foldRange } from './foldRange.ts';

export type FoldTask = { url: string; master: MasterKey; from: StreamName };
export type FromThread = Folded | { unknown: ConstructorParameters<typeof UnknownEvent> } | { failed: string };

const { url, master, from } = workerData as FoldTask;
const say = (message: FromThread) => parentPort?.postMessage(message);

const sql = connect(url, { role: 'owner', name: 'rebuild', max: 3 });
try {
  // the driver hangs when a connection is reserved before the first statement
  await sql`select 1`;
  for await (const page of foldRange(sql, master, { from, before: null })) say(page);
} catch (error) {
  if (error instanceof UnknownEvent) say({ unknown: [error.kind, error.type, error.version, error.place] });
  else say({ failed: String((error as Error).message) });
} finally {
  await sql.end({ timeout: 5 });
}
