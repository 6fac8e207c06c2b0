import type { Sql } from '../../db/connect.ts';

/**
 * Makes the waiting jobs of mails and of their reconciliation due now. The queue has PostgreSQL's clock, which cannot be put forward with
 * that of the test; a job that is too early looks again. `sql`: the owner's.
 */
export async function hurry(sql: Sql): Promise<void> {
  await sql`
    with due as (
      update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and (starts_with(key, 'send:') or starts_with(key, 'reconcile:')) returning 1)
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from due having count(*) > 0`;
}
