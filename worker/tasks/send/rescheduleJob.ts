import type { Deps, JobPayload } from '../../context.ts';
import type { Run } from '../task.ts';

/**
 * Puts the job of a message down again for `ms` from now, by the clock of the database, which the queue goes by. A time of this process's
 * clock may be over there already, and the job would run again at once, and again.
 */
export async function rescheduleJob({ store }: Deps, job: JobPayload, run: Run, ms: number): Promise<void> {
  const [row] = await store.sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const runAt = new Date((row?.now.getTime() ?? Date.now()) + ms);
  await run.addJob('send-message', job, { runAt, jobKey: `again:${job.tenant}:${job.id}` });
}
