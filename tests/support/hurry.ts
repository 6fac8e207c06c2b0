import type { Sql } from '../../db/connect.ts';

/**
 * Makes the waiting jobs of mails, of their reconciliation and of erasures due now. The queue has PostgreSQL's clock, which cannot be put forward with
 * that of the test; a job that is too early looks again. `sql`: the owner's. `what`: which of them.
 */
export async function hurry(sql: Sql, what: 'all' | 'send' = 'all'): Promise<void> {
  const keys = what === 'send' ? '^send:' : '^(send|reconcile|erase):';
  await sql`
    with due as (
      update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and key ~ ${keys} returning 1)
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from due having count(*) > 0`;
}
