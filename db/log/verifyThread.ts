/** The second thread of a verification: the later part of the log, over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../connection/connect.ts';
import type { StreamName } from '../read/foldLog.ts';
import { type Verification, verifyPart } from './chains.ts';

export type VerifyTask = { url: string; from: StreamName };
export type FromVerifyThread = Verification | { failed: string };

const { url, from } = workerData as VerifyTask;
const say = (message: FromVerifyThread) => parentPort?.postMessage(message);

const sql = connect(url, { role: 'owner', name: 'verify', max: 1 });
try {
  say(await verifyPart(sql, { tenant: null, from, before: null }));
} catch (error) {
  say({ failed: String((error as Error).message) });
} finally {
  await sql.end({ timeout: 5 });
}
