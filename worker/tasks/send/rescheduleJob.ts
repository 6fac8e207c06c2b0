import type { Deps, JobPayload } from '../../context.ts';
import { queueTime } from '../queueTime.ts';
import type { Run } from '../task.ts';

/** Puts the job of a message down again for `ms` from now. */
export async function rescheduleJob({ store }: Deps, job: JobPayload, run: Run, ms: number): Promise<void> {
  const runAt = await queueTime(store, ms);
  await run.addJob('send-message', job, { runAt, jobKey: `again:${job.tenant}:${job.id}` });
}
