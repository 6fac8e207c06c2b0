import { EventEmitter } from 'node:events';
import { statfs } from 'node:fs/promises';
import { Logger, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import { ownerAccount } from '../db/accounts/workspace.ts';
import { followLists } from '../db/lists/follow.ts';
import { logOf } from '../db/process/logger.ts';
import { diskFree } from '../db/process/processMetrics.ts';
import { checkAiModel } from './checkAiModel.ts';
import { checkAtStart } from './checkAtStart.ts';
import { checkPublicLink, TRIES } from './checkPublicLink.ts';
import type { Deps, Needs } from './context.ts';
import { errorName } from './errorName.ts';
import { followRecord } from './followRecord.ts';
import { startHeartbeat } from './heartbeat.ts';
import { jobPool } from './jobPool.ts';
import { keepRunning, type Lane } from './keepRunning.ts';
import { listenToMailboxes } from './mailListeners.ts';
import { startRelay } from './relay.ts';
import { crontab, tasksOf } from './taskList.ts';
import { tenantPlaces } from './tenantPlaces.ts';
import { watchIssuer } from './watchIssuer.ts';

const log = logOf('worker');

/** Concurrent searches and texts, and those of one tenant: one for each of its queues (defineTask.ts). */
const CONCURRENCY = 16;
const ASKS_OF_A_TENANT = 8;
/** Concurrent jobs that plan, cancel and complete: short work on the database. */
const DECISIONS = 4;
/** Concurrent mails: enough that providers which hang on some tenants leave places for all others. On the database work fewer (limits.ts). */
const SENDS = 48;
const SENDS_OF_A_TENANT = 8;
/** Concurrent webhooks, and those of one tenant. A receiver that hangs holds a place for seconds. */
const TELLS = 12;
const TELLS_OF_A_TENANT = 3;

/**
 * One asks for jobs in the name of all places of a runner (decisions/0002). It asks for one job at a time, so that this runner holds no job that another
 * worker could do. Emails are short and come in bursts, so the sender takes some at once. A job that finds no place returns to the queue after this
 * long (ms).
 */
const LOCAL_QUEUE = { size: 1, ttl: 5_000 };
const SEND_QUEUE = { size: 12, ttl: 5_000 };
/** Finished emails leave the queue together, those of this time (ms). */
const SENT_TOGETHER_MS = 20;

/** An outcome that cannot be stored ends the runner, which is then replaced. Without both delays its error would end the process. */
const OUTCOMES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const USUAL = { ...OUTCOMES, localQueue: LOCAL_QUEUE };
/** How each runner takes jobs and stores outcomes. */
export const WORKER_PRESETS = {
  decide: USUAL,
  ask: USUAL,
  // one at a time: several of a queue that were fetched together would run together
  tell: USUAL,
  send: { ...OUTCOMES, localQueue: SEND_QUEUE, completeJobBatchDelay: SENT_TOGETHER_MS },
} as const;

/** Logs only what needs a person, and of a job's error only its code. */
const logger = new Logger(() => (level, message) => {
  if (level === 'error') log.error(message.split('\n')[0]);
});

export type Worker = { stop(): Promise<void>; runner: Lane };

/**
 * Starts the job runners, the relay and the heartbeat on a migrated database. It takes the direct address of the database, or a pool that stays
 * open afterwards. `stop` lets running jobs end first.
 */
export async function runWorker(
  deps: Deps,
  database: string | NonNullable<RunnerOptions['pgPool']>,
  concurrency = CONCURRENCY,
): Promise<Worker> {
  const ids = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  const own = typeof database === 'string' ? jobPool(database, deps.store.master) : null;
  const shared = {
    ...{ pgPool: own ?? (database as NonNullable<RunnerOptions['pgPool']>), events, noHandleSignals: true, logger },
    // jobs arrive by notification; polling is for jobs that wait for their time
    pollInterval: 250,
  };
  /** One of the runners. Those that ended hold jobs that nobody does. */
  const lane = (options: RunnerOptions) => {
    let pool = '';
    const start = () => {
      events.once('pool:create', ({ workerPool }) => {
        pool = workerPool.id;
        ids.add(pool);
      });
      return run({ ...shared, ...options });
    };
    return keepRunning(start, async () => {
      ids.delete(pool);
      await forceUnlock(deps, [pool]);
    });
  };
  const runner = await lane({
    preset: { worker: WORKER_PRESETS.decide },
    concurrency: DECISIONS,
    taskList: tasksOf('decide', deps),
    crontab,
  });
  const sharing = (places: number, share: number) =>
    tenantPlaces(
      { places, share },
      async (tenant) => (await ownerAccount(deps.store, tenant)).createdAt,
      deps.store.now,
    );
  const asker = await lane({
    preset: { worker: WORKER_PRESETS.ask },
    concurrency,
    taskList: tasksOf('ask', deps, sharing(concurrency, ASKS_OF_A_TENANT)),
  });
  const sender = await lane({
    concurrency: SENDS,
    preset: { worker: WORKER_PRESETS.send },
    taskList: tasksOf('send', deps, sharing(SENDS, SENDS_OF_A_TENANT)),
  });
  const teller = await lane({
    concurrency: TELLS,
    preset: { worker: WORKER_PRESETS.tell },
    taskList: tasksOf('tell', deps, sharing(TELLS, TELLS_OF_A_TENANT)),
  });
  const heartbeat = startHeartbeat(
    deps.store.sql,
    () => [...ids],
    (dead) => forceUnlock(deps, dead),
    deps.sealFileTrouble,
    () => processReport(deps),
  );
  const issuer = watchIssuer(deps);
  const reading = readOften(deps, runner);
  const listening = deps.listenEveryMs ? listenToMailboxes(deps, deps.listenEveryMs, runner.addJob) : null;
  const relay = await startRelay(
    deps.store.sql,
    (text) => log.error(text),
    undefined,
    () => log.info('recovered: the relay follows the log again'),
  );
  const record = await followRecord(deps, (line) => log.error(line));
  const lists = await followLists(deps.store.sql, (error) => log.error(`lists: ${errorName(error)}`));
  const stopping = new AbortController();
  const checking = checkAtStart('the public link', () => checkPublicLink(deps, TRIES, stopping.signal));
  const asking = checkAtStart('the AI model', () => checkAiModel(deps, stopping.signal));
  return {
    runner,
    async stop() {
      stopping.abort();
      issuer.stop();
      clearInterval(reading);
      await listening?.stop();
      await checking;
      await asking;
      await relay.stop();
      await record.stop();
      await lists.stop();
      await Promise.all([runner, asker, sender, teller].map((one) => one.stop()));
      await heartbeat.stop();
      await own?.end();
    },
  };
}

/** The state of this process for health. It leaves the free space for metrics, too. */
async function processReport({ store, dataDir }: Needs<'store' | 'dataDir'>) {
  const aheadMs = store.clock?.aheadMs() ?? null;
  const free = dataDir === null ? null : await statfs(dataDir).catch(() => null);
  const bytes = free && free.bavail * free.bsize;
  if (bytes !== null) diskFree.set(bytes);
  return { clockOffset: aheadMs === null ? null : aheadMs / 1000, diskFree: bytes };
}

/** Reads mailboxes more often than the clock of the queue ticks: in a sandbox, where a person watches. */
function readOften({ readMailEveryMs: every }: Needs<'readMailEveryMs'>, runner: Lane): NodeJS.Timeout | undefined {
  if (every === null || every >= 60_000) return undefined;
  const add = () => runner.addJob('read-mailboxes', {}, { jobKey: 'read-mailboxes' }).catch(() => undefined);
  return setInterval(() => void add(), every);
}

async function forceUnlock({ store }: Needs<'store'>, ids: string[]): Promise<void> {
  await store.sql`select graphile_worker.force_unlock_workers(${ids})`;
}
