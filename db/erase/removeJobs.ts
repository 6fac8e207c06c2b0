import type { Tx } from '../connection/connect.ts';

/** These jobs end waiting work (a run of texts, a reserved credit), and read nothing of erased people. */
export const SETTLING = ['find-contact', 'write-message', 'find-partners'];
/** An erasure must not take itself out of the queue. */
export const ERASING = ['erase', 'erase-deleted'];

/**
 * Removes a tenant's idle jobs from the queue: those about some ids, or all of them. Answers how many. A job that runs meets the erasure when it
 * commits.
 */
export async function removeJobs(tx: Tx, tenant: string, ids: readonly string[] | 'all'): Promise<number> {
  // a worker makes the queue when it first starts
  const [queue] = await tx<
    { there: boolean }[]
  >`select to_regclass('graphile_worker._private_jobs') is not null as there`;
  if (!queue?.there) return 0;
  const { count } = await tx`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and j.locked_at is null and j.payload->>'tenant' = ${tenant}
      and t.identifier <> all (${ids === 'all' ? ERASING : [...ERASING, ...SETTLING]}::text[])
      and ${ids === 'all' ? tx`true` : tx`j.payload->>'id' = any (${ids as string[]}::text[])`}`;
  return count;
}
