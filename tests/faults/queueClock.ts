import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../db/connection/connect.ts';
import { answered } from './user.ts';

const TICK_MS = 120;

/**
 * The queue has PostgreSQL's clock, which cannot be set. So jobs are put forward if they would be due `ahead` ms later. Those that look again after a
 * while (`again:`) go by that clock already.
 */
export function startQueueClock(sql: () => Sql, ahead: () => number): { stop(): Promise<void> } {
  let ticking = true;
  const ticked = (async () => {
    while (ticking) {
      await wait(TICK_MS);
      if (ahead() > 0) await answered(putForward(sql(), ahead() / 1000)).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ticking = false;
      await ticked;
    },
  };
}

const putForward = (sql: Sql, seconds: number): Promise<unknown> => sql`
  with due as (
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and (key is null or not starts_with(key, 'again:')) and run_at > now() and run_at <= now() + make_interval(secs => ${seconds}) returning 1)
  select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from due having count(*) > 0`;
