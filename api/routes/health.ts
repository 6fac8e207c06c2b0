import { Hono } from 'hono';
import type { Deps, Env } from '../context.ts';

/** 200 while the database answers, else 503: for load balancers and the launcher. */
export function healthRoutes(deps: Deps) {
  return new Hono<Env>().get('/health', async (c) => {
    const about = { version: deps.version, sandbox: deps.sandbox };
    try {
      const [row] = await deps.store.sql<{ age: number }[]>`select log.horizon_age() as age`;
      return c.json(
        {
          status: 'ok' as const,
          ...about,
          database: 'ok' as const,
          horizonAgeSeconds: row?.age ?? 0,
          tail: deps.tail.healthy(),
        },
        200,
      );
    } catch {
      return c.json({ status: 'error' as const, ...about, database: 'unreachable' as const }, 503);
    }
  });
}
