import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, run, runMigrations } from 'graphile-worker';
import { loginUrl } from '../../db/connection/logins.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { type BenchDatabase, onFreshServer, rounded } from './database.ts';
import { fill, type History } from './histories.ts';
import { assertSent, type BenchCampaign, historiesOf, scheduleDue, senderOf, skipFilled } from './outreach.ts';
import { cpuMs, postgresCpuMs } from './processes.ts';

/** Emails of each run that compares campaign sizes, all of one mailbox. */
const DUE = 60;
const SIZES = { full: [10, 1_000, 20_000], quick: [10, 1_000] } as const;
const WORKERS = { full: [1, 2, 3], quick: [1] } as const;
const TENANTS = 20;
const NO_OPS = 3_000;
/** Between two emails of a mailbox. The runs that compare sizes leave room; the others offer more than a machine can do. */
const GAP_MS = { sizes: 500, workers: 100 };
/** The first email is due this long after the last one got its time. */
const AHEAD_MS = { sizes: 5_000, workers: 10_000 };
const LONGEST_MS = 240_000;
const GROWS = { most: 1.3 };

type Run = { name: string; workers: number; gapMs: number; aheadMs: number; campaigns: BenchCampaign[] };

function runsOf(quick: boolean): Run[] {
  const sizes = (quick ? SIZES.quick : SIZES.full).map((size): Run => {
    const due = Math.min(size, DUE);
    const tenant = `s${size}`;
    const campaigns = Array.from({ length: DUE / due }, (_, index) => ({
      ...{ tenant, campaign: `${tenant}c${index}` },
      ...{ size, due },
    }));
    return { name: `campaigns of ${size}`, workers: 1, gapMs: GAP_MS.sizes, aheadMs: AHEAD_MS.sizes, campaigns };
  });
  const workers = (quick ? WORKERS.quick : WORKERS.full).map((count): Run => {
    const campaigns = Array.from({ length: TENANTS }, (_, index) => {
      const tenant = `w${count}t${index}`;
      return { tenant, campaign: `${tenant}c`, size: 10, due: 10 };
    });
    return { name: `${count} workers`, workers: count, gapMs: GAP_MS.workers, aheadMs: AHEAD_MS.workers, campaigns };
  });
  return [...sizes, ...workers];
}

type Stage = { database: BenchDatabase; owner: Store; sandboxUrl: string; folder: string };

/**
 * One line: emails a second, and CPU (ms) and statements of each, by the size of their campaign and by the number of workers, beside a job of
 * graphile-worker that does nothing. Throws unless every email left once.
 */
export async function benchSends(quick: boolean) {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-bench-outbox-'));
  const sandbox = await startSandbox({ dataDir: folder, port: 0, host: '127.0.0.1' });
  try {
    return await onFreshServer(
      async (database) => {
        const owner = await database.open('owner', 4);
        const stage = { database, owner, sandboxUrl: sandbox.url, folder };
        const runs = runsOf(quick);
        await prepare(
          stage,
          runs.flatMap(({ campaigns }) => campaigns),
        );
        const noOps = await noOpsPerSecond(owner, database.url);
        const measured = [];
        for (const one of runs) {
          const result = await measure(stage, one);
          console.error(JSON.stringify(result));
          measured.push(result);
        }
        return { bench: 'sends', noOpsPerSecond: rounded(noOps, 0), ...judged(measured, noOps), runs: measured };
      },
      { settings: ['shared_preload_libraries=pg_stat_statements', 'max_connections=300'] },
    );
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judged(runs: readonly Awaited<ReturnType<typeof measure>>[], noOps: number) {
  const sizes = runs.filter(({ name }) => name.startsWith('campaigns'));
  const workers = runs.filter(({ name }) => name.endsWith('workers'));
  const grows = (sizes.at(-1)?.postgresMs ?? Number.NaN) / (sizes[0]?.postgresMs ?? Number.NaN);
  const ratio = (workers[0]?.emailsPerSecond ?? Number.NaN) / noOps;
  const missed = grows <= GROWS.most ? [] : [`postgresGrows is above ${GROWS.most}`];
  return { ratioToNoOp: rounded(ratio), postgresGrows: rounded(grows), missed };
}

async function prepare({ database, owner }: Stage, campaigns: readonly BenchCampaign[]): Promise<void> {
  const { url: ownerUrl, secretKey } = database;
  await settleInstallation({ ownerUrl, secretKey, wanted: 'on', providerKeysPresent: [] });
  await runMigrations({ connectionString: loginUrl(ownerUrl, 'worker', masterKey(secretKey)) });
  await owner.sql`create extension pg_stat_statements`;
  const senders: History[] = [];
  for (const tenant of new Set(campaigns.map(({ tenant }) => tenant))) senders.push(...(await senderOf(owner, tenant)));
  await fill(owner, allOf(senders, campaigns));
  await rebuild({ sql: owner.sql, master: owner.master });
  await owner.sql`vacuum analyze`;
  await skipFilled(owner);
}

/** In one go: each filling makes its own keys. */
function* allOf(senders: readonly History[], campaigns: readonly BenchCampaign[]): Generator<History> {
  yield* senders;
  for (const campaign of campaigns) yield* historiesOf(campaign);
}

/** With the settings that the product had when it was first measured. */
async function noOpsPerSecond({ sql, master }: Store, url: string): Promise<number> {
  let left = NO_OPS;
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const runner = await run({
    ...{ connectionString: loginUrl(url, 'worker', master), concurrency: 48, maxPoolSize: 14, pollInterval: 250 },
    preset: { worker: { localQueue: { size: 1, ttl: 5_000 } } },
    taskList: {
      'no-op': async () => {
        left -= 1;
        if (left === 0) done();
      },
    },
    ...{ noHandleSignals: true, crontab: '', logger: new Logger(() => () => undefined) },
  });
  try {
    await sql`select count(graphile_worker.add_job('no-op')) from generate_series(1, ${NO_OPS})`;
    const began = performance.now();
    await all;
    return (NO_OPS * 1000) / (performance.now() - began);
  } finally {
    await runner.stop();
  }
}

async function startWorker({ database, sandboxUrl, folder }: Stage, index: number): Promise<ChildProcess> {
  const dataDir = mkdtempSync(path.join(folder, `worker${index}-`));
  const child = fork('db/start/partner-pilot.mjs', ['worker'], {
    execArgv: [],
    env: {
      ...process.env,
      ...{ DATABASE_URL: database.url, SECRET_KEY: database.secretKey, LOG_LEVEL: 'warn' },
      ...{ SANDBOX_MODE: 'on', SANDBOX_URL: sandboxUrl, DATA_DIR: dataDir, SEAL_FILE: path.join(dataDir, 'seal.json') },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return child;
}

async function measure(stage: Stage, { name, workers, gapMs, aheadMs, campaigns }: Run) {
  const { database, owner, sandboxUrl } = stage;
  const children: ChildProcess[] = [];
  for (let index = 0; index < workers; index += 1) children.push(await startWorker(stage, index));
  try {
    const begin = Date.now() + aheadMs;
    const places = new Map<string, number>();
    const dueAt = await scheduleDue(owner, campaigns, (_, tenant) => {
      const place = places.get(tenant) ?? 0;
      places.set(tenant, place + 1);
      return begin + place * gapMs;
    });
    const due = [...dueAt.keys()];
    const first = Math.min(...dueAt.values());
    await wait(first - Date.now() - 250);
    await owner.sql`select pg_stat_statements_reset()`;
    const nodeCpu = () => children.reduce((sum, { pid }) => sum + cpuMs(pid ?? 0), 0);
    const [node, postgres] = [nodeCpu(), postgresCpuMs(database.postmaster)];
    const last = await lastSent(owner, due);
    // what follows from the last ones
    await wait(1000);
    const [used, served] = [nodeCpu() - node, postgresCpuMs(database.postmaster) - postgres];
    const [row] = await owner.sql<{ calls: number }[]>`
      select sum(calls)::int as calls from pg_stat_statements where query !~ 'pg_stat_statements|bench:looks'`;
    await assertSent(owner, sandboxUrl, due);
    return {
      ...{ name, emails: due.length },
      emailsPerSecond: rounded((due.length * 1000) / (last - first), 1),
      nodeMs: rounded(used / due.length, 1),
      postgresMs: rounded(served / due.length, 1),
      statements: rounded((row?.calls ?? Number.NaN) / due.length, 1),
    };
  } finally {
    await Promise.all(children.map(endOf));
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** When the last of them was sent; waits until all were. */
async function lastSent({ sql }: Store, due: readonly string[]): Promise<number> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(500)) {
    const [row] = await sql<{ sent: number; last: Date }[]>`
      /* bench:looks */ select count(*)::int as sent, max(recorded_at) as last from log.events
      where type = 'EmailSent' and stream_id = any (${due as string[]})`;
    if (row && row.sent >= due.length) return row.last.getTime();
  }
  throw new Error(`Not all of ${due.length} emails left within ${LONGEST_MS / 1000} s.`);
}
