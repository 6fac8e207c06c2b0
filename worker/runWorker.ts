import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { workerUrl } from '../db/connect.ts';
import type { Deps } from './context.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startRelay } from './relay.ts';
import { CRONTAB, sendingTaskList, taskList } from './taskList.ts';

const CONCURRENCY = 8;
/** Mails at a time. Most of that is waiting for the provider. */
const SENDS = 12;

/** Only what needs a person is said, and no text of a job's error but its code. */
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(`worker: ${message.split('\n')[0]}`);
});

export type Worker = { stop(): Promise<void>; runner: Runner };

/** Starts the job runner, the relay and the heartbeat on a migrated database. `stop` lets running jobs end first. */
export async function runWorker(deps: Deps, databaseUrl: string, concurrency = CONCURRENCY): Promise<Worker> {
  const ids = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id));
  // jobs arrive by notification; polling is for those that wait for their time
  const shared = { events, connectionString: workerUrl(databaseUrl), pollInterval: 500, noHandleSignals: true, logger };
  const runner = await run({
    ...shared,
    concurrency,
    taskList: taskList(deps),
    crontab: CRONTAB,
    maxPoolSize: concurrency + 4,
  });
  const sender = await run({ ...shared, concurrency: SENDS, taskList: sendingTaskList(deps), maxPoolSize: SENDS + 2 });
  const heartbeat = startHeartbeat(
    deps.store.sql,
    () => [...ids],
    (dead) => forceUnlock(deps, dead),
  );
  const relay = await startRelay(deps.store.sql, (text) => console.error(text));
  return {
    runner,
    async stop() {
      await relay.stop();
      await Promise.all([runner, sender].map((one) => one.stop().catch(() => undefined)));
      await heartbeat.stop();
    },
  };
}

async function forceUnlock(deps: Deps, ids: string[]): Promise<void> {
  await deps.store.sql`select graphile_worker.force_unlock_workers(${ids})`;
}
