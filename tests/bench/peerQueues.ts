import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, makeWorkerUtils, type RunnerOptions, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { BenchDatabase } from './database.ts';
import { quantile, rounded } from './database.ts';
import type { loadPeers } from './peerPackages.ts';
import { postgresCpuMs } from './processes.ts';

const JOBS = { full: 5_000, quick: 1_000 };
const ROUNDS = { full: 5, quick: 2 };
const CONCURRENCY = 48;
const CONNECTIONS = 14;
const QUEUE = 'noop';

/** `left`: the jobs that the database has still to do. */
type Queue = {
  add(count: number): Promise<unknown>;
  drain(): Promise<void>;
  left(): Promise<number>;
  close(): Promise<void>;
};

type Pool = InstanceType<ReturnType<typeof loadPeers>['pg']['Pool']>;
const countOf = async (pool: Pool, of: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(`select count(*) from ${of}`)).rows[0]?.count);

type WorkerPreset = NonNullable<NonNullable<RunnerOptions['preset']>['worker']>;

/** The tasks do nothing. */
async function graphile(peers: ReturnType<typeof loadPeers>, url: string, worker: WorkerPreset): Promise<Queue> {
  await runMigrations({ connectionString: url });
  const pool = new peers.pg.Pool({ connectionString: url, max: CONNECTIONS });
  const utils = await makeWorkerUtils({ connectionString: url });
  const left = () => countOf(pool, 'graphile_worker.jobs');
  return {
    left,
    add: (count) =>
      utils.withPgClient((client) =>
        client.query('select graphile_worker.add_job($1, json_build_object()) from generate_series(1, $2::int)', [
          QUEUE,
          count,
        ]),
      ),
    async drain() {
      const events: WorkerEvents = new EventEmitter();
      const runner = await run({
        ...{ connectionString: url, concurrency: CONCURRENCY, maxPoolSize: CONNECTIONS, noHandleSignals: true, events },
        ...{ logger: new Logger(() => () => undefined), taskList: { [QUEUE]: async () => undefined } },
        preset: { worker },
      });
      while ((await left()) > 0) await wait(10);
      await runner.stop();
    },
    async close() {
      await utils.release();
      await pool.end();
    },
  };
}

/** Many callers fetch one job and complete it. */
async function boss(peers: ReturnType<typeof loadPeers>, url: string): Promise<Queue> {
  const queue = new peers.PgBoss({ connectionString: url, max: CONNECTIONS, supervise: false, schedule: false });
  queue.on('error', (error) => {
    throw error;
  });
  await queue.start();
  await queue.createQueue(QUEUE);
  const pool = new peers.pg.Pool({ connectionString: url, max: 1 });
  const worker = async () => {
    for (let jobs = await queue.fetch(QUEUE); jobs.length > 0; jobs = await queue.fetch(QUEUE))
      for (const { id } of jobs) await queue.complete(QUEUE, id);
  };
  return {
    left: () => countOf(pool, `pgboss.job where name = '${QUEUE}' and state <> 'completed'`),
    add: (count) => queue.insert(Array.from({ length: count }, () => ({ name: QUEUE, data: {} }))),
    drain: async () => void (await Promise.all(Array.from({ length: CONCURRENCY }, worker))),
    async close() {
      await queue.stop({ graceful: false });
      await pool.end();
    },
  };
}

/** Jobs a second that do nothing, by the queues in turns. Throws unless the database says that each was done. */
export async function measureQueues(peers: ReturnType<typeof loadPeers>, database: BenchDatabase, quick: boolean) {
  const jobs = quick ? JOBS.quick : JOBS.full;
  const queues: Record<string, Queue> = {
    // as the product sets it
    graphileOneByOne: await graphile(peers, await database.another('queue_one'), {
      localQueue: { size: 1, ttl: 5_000 },
    }),
    graphileBatched: await graphile(peers, await database.another('queue_batched'), {
      ...{ localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    }),
    pgBoss: await boss(peers, await database.another('queue_boss')),
  };
  const rates = new Map<string, { perSecond: number; cpuMs: number }[]>();
  try {
    for (let round = 0; round <= (quick ? ROUNDS.quick : ROUNDS.full); round += 1) {
      for (const [name, queue] of Object.entries(queues)) {
        await queue.add(jobs);
        const waiting = await queue.left();
        if (waiting !== jobs) throw new Error(`${name} has ${waiting} of ${jobs} jobs.`);
        const cpu = process.cpuUsage();
        const postgres = postgresCpuMs(database.postmaster);
        const began = performance.now();
        await queue.drain();
        const seconds = (performance.now() - began) / 1000;
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = ((user + system) / 1000 + postgresCpuMs(database.postmaster) - postgres) / jobs;
        const left = await queue.left();
        if (left > 0) throw new Error(`${name} left ${left} of ${jobs} jobs.`);
        // the first round only warms up
        if (round > 0) rates.set(name, [...(rates.get(name) ?? []), { perSecond: jobs / seconds, cpuMs }]);
      }
    }
  } finally {
    for (const queue of Object.values(queues)) await queue.close();
  }
  return Object.fromEntries(
    [...rates].map(([name, of]) => [
      name,
      {
        perSecond: Math.round(
          quantile(
            of.map(({ perSecond }) => perSecond),
            0.5,
          ),
        ),
        cpuMs: rounded(
          quantile(
            of.map(({ cpuMs }) => cpuMs),
            0.5,
          ),
          3,
        ),
      },
    ]),
  );
}
