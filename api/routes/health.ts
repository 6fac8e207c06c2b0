import { Hono } from 'hono';
import { frozenText, sendingFrozen } from '../../db/installation/freeze.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { healthSchema } from '../views.ts';

/** 200 while the database answers, else 503: for load balancers and the launcher. */
export function healthRoutes(deps: Deps) {
  return new Hono<Env>().get('/health', answers(healthSchema, 200, 503), async (c) => {
    const about = { version: deps.version, sandbox: deps.sandbox };
    try {
      const [row] = await deps.store.sql<{ age: number }[]>`select age from log.horizon_holder()`;
      const frozen = await sendingFrozen(deps.store.sql);
      const why = frozen && frozenText(frozen);
      return c.json(
        {
          status: 'ok' as const,
          ...about,
          database: 'ok' as const,
          horizonAgeSeconds: row?.age ?? 0,
          tail: deps.tail.healthy(),
          sending: why ? `${why.reason}. ${why.whatToDo}` : ('ok' as const),
        },
        200,
      );
    } catch {
      return c.json({ status: 'error' as const, ...about, database: 'unreachable' as const }, 503);
    }
  });
}
