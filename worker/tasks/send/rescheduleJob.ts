import type { JobPayload, Needs } from '../../context.ts';
import { queueTime, type Run } from '../../defineTask.ts';

/** Puts the job of a message down again for `ms` from now. */
export async function rescheduleJob({ store }: Needs<'store'>, job: JobPayload, run: Run, ms: number): Promise<void> {
  const runAt = await queueTime(store, ms);
  await run.addJob('send-message', job, { runAt, jobKey: `again:${job.tenant}:${job.id}` });
}
