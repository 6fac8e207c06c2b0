import { defineTask } from '../defineTask.ts';

/**
 * An admin wants a job tried again: it is due at once, with all of its tries before it. One that is being done, or is gone, is left alone.
 */
export const retryJob = defineTask({
  name: 'retry-job',
  lane: 'decide',
  on: { JobRetryAsked: (event) => ({ id: event.data.jobId }) },
  needs: ['store'],
  handler: async ({ store }, { id }) => {
    await store.sql`
    select id from graphile_worker.reschedule_jobs(array[${id}::text::bigint], run_at => clock_timestamp(), attempts => 0)`;
  },
});
