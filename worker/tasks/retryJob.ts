import type { Handler } from './task.ts';

/**
 * An admin wants a job tried again: it is due at once, with all of its tries before it. One that is being done, or is gone, is left alone.
 */
export const retryJob: Handler = async ({ store }, { id }) => {
  await store.sql`
    select id from graphile_worker.reschedule_jobs(array[${id}::text::bigint], run_at => clock_timestamp(), attempts => 0)`;
};
