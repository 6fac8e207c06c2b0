import type { Store } from '../store.ts';

/** Events that wait for a reader are counted up to this many. */
const MOST = 10_000;
const JOBS_SHOWN = 50;

export type QueueDepth = {
  waiting: number;
  oldestRunAt: Date | null;
  scheduled: number;
  running: number;
  failed: number;
};

/** A job that failed before; `attempts` = `maxAttempts`: it is not tried again by itself. */
export type FailingJob = {
  id: string;
  task: string;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: Date;
  tenant: string | null;
};

export async function queueDepth({ sql }: Store): Promise<QueueDepth> {
  const [row] = await sql<QueueDepth[]>`
    select waiting, oldest_run_at as "oldestRunAt", scheduled, running, failed from queue.depth()`;
  return row ?? { waiting: 0, oldestRunAt: null, scheduled: 0, running: 0, failed: 0 };
}

/** Those that failed for good first, at most 50. `id`: that one alone. */
export async function failingJobs({ sql }: Store, id: string | null = null): Promise<FailingJob[]> {
  const jobs = await sql<FailingJob[]>`
    select id, task, attempts, max_attempts as "maxAttempts", last_error as "lastError", run_at as "runAt", tenant
    from queue.failing_jobs(${JOBS_SHOWN}, ${id}::text::bigint)`;
  return jobs.map((job) => ({ ...job, lastError: job.lastError && codeOnly(job.lastError) }));
}

/** What our tasks leave there is a code (worker/tasks/task.ts); any other text might name somebody. */
const codeOnly = (text: string): string =>
  /^[a-z-]+: [\w.-]{1,60}$/.test(text) ? text : 'a fault of the program, which its log may tell';

/** `sealFile`: null: the process has none; '': all is well with it; else what is wrong. */
export type WorkerProcess = { id: string; lastBeatAt: Date; alive: boolean; sealFile: string | null };

/** The worker processes of the last day, the one seen last first. */
export async function workerProcesses({ sql }: Store): Promise<WorkerProcess[]> {
  return sql<WorkerProcess[]>`
    select id, last_beat_at as "lastBeatAt", alive, seal_file as "sealFile" from queue.processes()`;
}

export type LogStanding = {
  newest: number;
  newestAt: Date | null;
  relayLag: number;
  unsealed: number;
  sealedAt: Date | null;
  horizonAge: number;
};

/** Where the log ends, and how far the relay and the seals are behind it. `newest`: the number of the newest event; `horizonAge` in seconds. */
export async function logStanding({ sql }: Store): Promise<LogStanding> {
  const [row] = await sql<(Omit<LogStanding, 'newest'> & { newest: string | null })[]>`
    select newest, newest_at as "newestAt", relay_lag as "relayLag", unsealed, sealed_at as "sealedAt",
      log.horizon_age() as "horizonAge"
    from log.standing(${MOST})`;
  const standing = { newestAt: null, relayLag: 0, unsealed: 0, sealedAt: null, horizonAge: 0, ...row };
  return { ...standing, newest: Number(row?.newest ?? 0) };
}
