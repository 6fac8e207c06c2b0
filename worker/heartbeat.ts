import { hostname } from 'node:os';
import type { Sql } from '../db/connection/connect.ts';
import { measured } from '../db/process/processMetrics.ts';

const BEAT_MS = 5_000;
/** A monitor asks seldom, and a row of measurements is large. */
const METRICS_BEATS = 3;
const HOUR_BEATS = 720;
/** queue.processes() has the same bound (tests/integration/rules-in-sql.test.ts). */
export const DEAD_AFTER_SECONDS = 30;

/** `clockOffset`: seconds ahead of the database. `diskFree`: bytes. */
type ProcessReport = { clockOffset: number | null; diskFree: number | null };

export type Heartbeat = { stop(): Promise<void> };

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Pools that hold jobs without a live process: no beat for 30 s, or no such process on this host. A pool without any beat is given the same 30 s from
 * its oldest lock: it may have just begun.
 */
export async function deadWorkers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ worker_id: string; host: string | null; pid: number | null; silent: boolean }[]>`
    select j.locked_by as worker_id, w.host, w.pid,
      coalesce(w.beat_at, min(j.locked_at)) < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS}) as silent
    from graphile_worker.jobs j left join queue.workers w on w.worker_id = j.locked_by
    where j.locked_by is not null
    group by j.locked_by, w.host, w.pid, w.beat_at`;
  return rows
    .filter(
      ({ silent, host, pid }) => silent || (host === hostname() && pid !== null && pid !== process.pid && !alive(pid)),
    )
    .map(({ worker_id }) => worker_id);
}

/** Failed jobs that left no error: a newer job replaced most of them. An operator had a week to look. */
export const removeReasonless = (sql: Sql) => sql`
  select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where locked_at is null and attempts >= max_attempts and last_error is null and updated_at < clock_timestamp() - interval '7 days'))`;

/**
 * Reports every 5 s this process's live pools and any trouble of its SEAL_FILE. It frees the jobs of dead pools (`unlock`), so that they do not wait
 * four hours. It forgets pools that were gone for two days. `pools` answers the ids of this process's worker pools, which hold the locks of jobs.
 */
export function startHeartbeat(
  sql: Sql,
  pools: () => string[],
  unlock: (ids: string[]) => Promise<void>,
  sealFileTrouble: (() => string | null) | null,
  report: () => Promise<ProcessReport> = async () => ({ clockOffset: null, diskFree: null }),
): Heartbeat {
  let beats = 0;
  async function keepMetrics(id: string): Promise<void> {
    await sql`update queue.workers set metrics = ${JSON.stringify(await measured('worker'))}::text::json where worker_id = ${id}`;
  }
  async function beat(): Promise<void> {
    const sealFile = sealFileTrouble ? (sealFileTrouble() ?? '') : null;
    const { clockOffset, diskFree } = await report();
    const ids = pools();
    for (const id of ids) {
      await sql`
        insert into queue.workers (worker_id, host, pid, seal_file, clock_offset, disk_free)
        values (${id}, ${hostname()}, ${process.pid}, ${sealFile}, ${clockOffset}, ${diskFree})
        on conflict (worker_id) do update set beat_at = clock_timestamp(), seal_file = excluded.seal_file,
          clock_offset = excluded.clock_offset, disk_free = excluded.disk_free`;
    }
    beats += 1;
    if (beats % METRICS_BEATS === 1) await keepMetrics(ids[0] ?? '');
    if (beats % HOUR_BEATS === 1) await removeReasonless(sql);
    await sql`delete from queue.workers where beat_at < clock_timestamp() - interval '2 days'`;
    const dead = await deadWorkers(sql);
    if (dead.length === 0) return;
    await unlock(dead);
    await sql`delete from queue.workers where worker_id = any (${dead})`;
  }
  let running = Promise.resolve();
  const tick = () => {
    running = running.then(beat).catch(() => undefined);
  };
  tick();
  const timer = setInterval(tick, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      const ids = pools();
      if (ids.length > 0) await sql`delete from queue.workers where worker_id = any (${ids})`.catch(() => undefined);
    },
  };
}
