import type { Sql } from '../../db/connection/connect.ts';
import { until } from './person.ts';

/**
 * Makes the waiting jobs of mails, of their reconciliation, of erasures, of verifications and of scores after decisions due now. The queue has PostgreSQL's clock, which cannot
 * follow the test's. A job that is too early looks again. `sql`: the owner's. `what`: which of them. `id`: of this one alone.
 */
export async function hurry(sql: Sql, what: 'all' | 'send' = 'all', id = ''): Promise<void> {
  const keys =
    what === 'send' ? '^send:' : '^(send|reconcile|erase|verify-contact|rescore-by-decisions|notices|webhook):';
  await sql`
    with due as (
      update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and key ~ ${keys} and right(key, ${id.length}) = ${id} returning 1)
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from due having count(*) > 0`;
}

/** A job that fails is tried again at once from now on, not after Graphile's back-off of seconds. `sql`: the owner's. */
export async function retryAtOnce(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function graphile_worker.due_now() returns trigger language plpgsql as $$ begin new.run_at := now(); return new; end $$;
    create trigger due_now before update of last_error on graphile_worker._private_jobs
      for each row execute function graphile_worker.due_now()`);
}

/**
 * Resolves when the worker has nothing to do: no event waits for the relay, and no job runs or is due. Whatever has not happened by then does not
 * happen. `sql`: the owner's.
 */
export async function idle(sql: Sql): Promise<void> {
  const underWay = () => sql`
    select from graphile_worker._private_jobs
    where locked_at is not null or (run_at <= now() and attempts < max_attempts)
    union all
    -- not log.tail(): that ends before the oldest transaction that is open in any database of the server
    (select from log.events e, log.checkpoints c
     where c.name = 'relay' and (e.epoch, e.tx, e.position) > (c.epoch, c.tx, c.position) limit 1)`;
  await until(underWay, (rows) => rows.length === 0);
}

/** Makes every email of the tenant due now, and resolves when no such job is left. */
export async function sendsDone(sql: Sql, tenant: string): Promise<void> {
  const left = async () => {
    await idle(sql);
    await hurry(sql, 'send');
    return sql`
      select from graphile_worker._private_jobs
      where payload->>'tenant' = ${tenant} and attempts < max_attempts and key ~ '^send:'`;
  };
  await until(left, (jobs) => jobs.length === 0);
}

type Sweeping = { sweep(): Promise<void>; owner: { sql: Sql } };

/** Has the worker do what it does every minute and send what is due. It resolves when both are done. `id`: send this one alone. */
export async function sweepAndSend({ sweep, owner: { sql } }: Sweeping, id = ''): Promise<void> {
  await sweep();
  await idle(sql);
  await hurry(sql, 'send', id);
  await idle(sql);
}
