import type { WitnessTrouble } from '../../events/history/witnessTrouble.ts';
import { UNREAD_MS } from '../../events/sending/reading.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { readAs } from '../connection/connect.ts';
import type { measured } from '../process/processMetrics.ts';
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

/** A job that failed before; `attempts` = `maxAttempts`: it is not tried again automatically. */
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

/** Those that failed permanently first, at most 50. `id`: that one alone. */
export async function failingJobs({ sql }: Store, id: string | null = null): Promise<FailingJob[]> {
  const jobs = await sql<FailingJob[]>`
    select id, task, attempts, max_attempts as "maxAttempts", last_error as "lastError", run_at as "runAt", tenant
    from queue.failing_jobs(${JOBS_SHOWN}, ${id}::text::bigint)`;
  return jobs.map((job) => ({ ...job, lastError: reasonOf(job) }));
}

/** The queue leaves no error when a newer job replaces one that runs, or when all of its workers were killed. */
function reasonOf({ lastError, attempts, maxAttempts }: FailingJob): string | null {
  if (lastError) return codeOnly(lastError);
  return attempts < maxAttempts ? null : 'a newer job replaced it, or its workers were killed';
}

/** Our tasks leave a code there (worker/defineTask.ts). Any other text might name a person. */
const codeOnly = (text: string): string =>
  /^[a-z-]+: [\w.-]{1,60}$/.test(text) ? text : 'a fault of the program, which its log may tell';

/**
 * `sealFile`: null: the process has none; '': all is well with it; else what is wrong. `clockOffset`: seconds ahead of the database. `diskFree`: bytes
 * where its DATA_DIR is.
 */
export type WorkerProcess = {
  id: string;
  lastBeatAt: Date;
  alive: boolean;
  sealFile: string | null;
  clockOffset: number | null;
  diskFree: number | null;
};

/** The worker processes of the last day, the one seen last first. */
export async function workerProcesses({ sql }: Store): Promise<WorkerProcess[]> {
  return sql<WorkerProcess[]>`
    select id, last_beat_at as "lastBeatAt", alive, seal_file as "sealFile",
      clock_offset as "clockOffset", disk_free::double precision as "diskFree" from queue.processes()`;
}

/** The least free space of a live worker; null: none has a DATA_DIR. */
export function leastDisk(workers: readonly WorkerProcess[]): number | null {
  const free = workers.flatMap(({ alive, diskFree }) => (alive ? (diskFree ?? []) : []));
  return free.length === 0 ? null : Math.min(...free);
}

/** The measurements of the live workers, for db/process/processMetrics.ts. */
export async function workerMetrics({ sql }: Store) {
  const rows = await sql<
    { metrics: Awaited<ReturnType<typeof measured>> }[]
  >`select metrics from queue.worker_metrics()`;
  return rows.flatMap(({ metrics }) => metrics);
}

export type LogStanding = {
  newest: number;
  newestAt: Date | null;
  relayLag: number;
  unsealed: number;
  sealedAt: Date | null;
  unreadAge: number;
  horizonHolder: HorizonHolder | null;
};

/** The open transaction that holds the readers of the log back. `pid`: null: a prepared one. */
export type HorizonHolder = { pid: number | null; application: string; database: string };

/**
 * Where the log ends, and how far the relay and the seals are behind it. `newest`: the number of the newest event. `unreadAge`: of the oldest event
 * without its jobs, in seconds. `horizonHolder`: of the transaction that hides it.
 */
export async function logStanding({ sql }: Store): Promise<LogStanding> {
  const [row] = await sql<(Omit<LogStanding, 'newest'> & { newest: string | null })[]>`
    select newest, newest_at as "newestAt", relay_lag as "relayLag", unsealed, sealed_at as "sealedAt", coalesce(u.age, 0) as "unreadAge",
      case when h.database is not null then json_build_object('pid', h.pid, 'application', h.application, 'database', h.database) end as "horizonHolder"
    from log.standing(${MOST}) left join log.unread() u on true left join log.horizon_holder() h on u.hidden`;
  const standing = {
    ...{ newestAt: null, relayLag: 0, unsealed: 0, sealedAt: null, unreadAge: 0, horizonHolder: null },
    ...row,
  };
  return { ...standing, newest: Number(row?.newest ?? 0) };
}

/** `asked`: how many are set; `current`: how many have cosigned the newest checkpoint. `mailedAt`: when one went to OPERATOR_EMAIL. */
export type WitnessStanding = {
  asked: number;
  current: number;
  lastAt: Date | null;
  trouble: WitnessTrouble | null;
  mailedAt: Date | null;
};

export async function witnessStanding({ sql }: Store): Promise<WitnessStanding> {
  const [row] = await sql<WitnessStanding[]>`
    select count(*) filter (where signs)::int as asked,
      count(*) filter (where signs and w.size = (select max(s.size) from log.seals s))::int as current,
      max(w.seen_at) filter (where signs) as "lastAt", max(w.seen_at) filter (where not signs) as "mailedAt",
      (array_agg(w.trouble order by w.key) filter (where w.trouble is not null))[1] as trouble
    from (select *, key <> 'mail' as signs from log.witnesses) w`;
  return row ?? { asked: 0, current: 0, lastAt: null, trouble: null, mailedAt: null };
}

/**
 * What the worker that follows the log found wrong since the last whole verification, and the first place. `behindMs`: since all of the log was
 * verified; null: no worker follows.
 */
export type RecordStanding = { wrong: number; first: string | null; behindMs: number | null };

export async function recordStanding({ sql }: Store): Promise<RecordStanding> {
  const [row] = await sql<RecordStanding[]>`
    select f.wrong_count as wrong, (f.wrong->0->>'at') || ': ' || (f.wrong->0->>'reason') as first,
      (extract(epoch from clock_timestamp() - f.caught_up_at) * 1000)::double precision as "behindMs" from log.followed f`;
  return row ?? { wrong: 0, first: null, behindMs: null };
}

/** `stopped`: by provider. */
export type StoppedAccounts = {
  stopped: Partial<Record<EmailProvider, number>>;
  paused: number;
  unread: number;
};

/**
 * The accounts that send nothing until their user acts. They must be connected again, or get another key. `paused`: too many of their emails bounced
 * or were reported as spam. `unread`: their replies have not been read for UNREAD_MS.
 */
export async function stoppedAccounts({ sql }: Store): Promise<StoppedAccounts> {
  const [row] = await sql<StoppedAccounts[]>`
    select stopped, paused, unread from read.stopped_accounts(${UNREAD_MS} * interval '1 millisecond')`;
  return row ?? { stopped: {}, paused: 0, unread: 0 };
}

/** `failed`: not known to have left. `failing`: the newest one failed. `lastFailure`: its reason. */
export type MailStanding = { mailed: number; failed: number; failing: boolean; lastFailure: Reason | null };

const DAY_MS = 86_400_000;

/** The outcome of the installation's own emails of the last 24 hours. */
export async function mailStanding({ sql, now }: Store): Promise<MailStanding> {
  const since = new Date(now().getTime() - DAY_MS);
  const [row] = await readAs(
    sql,
    'system',
    (tx) => tx<MailStanding[]>`
      select count(*) filter (where not lost)::int as mailed, count(*) filter (where lost)::int as failed,
        coalesce((array_agg(lost order by asked desc))[1], false) as failing,
        (array_agg(reason order by asked desc) filter (where lost))[1] as "lastFailure"
      from (
        select state->>'requestedAt' as asked, state->'reason' as reason, state->>'status' in ('failed', 'unknown') as lost
        from read.accesses
        where tenant_id = 'system' and recorded_at > ${since} and state->>'requestedAt' > ${since.toISOString()}
          and state->>'status' in ('mailed', 'used', 'failed', 'unknown') and state->>'what' <> 'issuer'
          and not (state->>'handedOver')::boolean
      ) mails`,
  );
  return row ?? { mailed: 0, failed: 0, failing: false, lastFailure: null };
}
