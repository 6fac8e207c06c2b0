import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { frozenText, sendingFrozen } from '../../db/installation/freeze.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { healthSchema } from '../views.ts';

/** A load balancer asks often, and gives up soon. */
const PATIENCE_MS = 900;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = wait(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')));
  return Promise.race([work, late]);
}

/** 200 while the database answers, else 503: for load balancers and the launcher. */
export function healthRoutes(deps: Deps) {
  return new Hono<Env>().get('/health', answers(healthSchema, 200, 503), async (c) => {
    const about = { version: deps.version, sandbox: deps.sandbox };
    try {
      const { sql } = deps.store;
      const read = Promise.all([sql<{ age: number }[]>`select age from log.unread()`, sendingFrozen(sql)]);
      const [[row], frozen] = await inTime(read);
      const why = frozen && frozenText(frozen);
      return c.json(
        {
          status: 'ok' as const,
          ...about,
          database: 'ok' as const,
          unreadSeconds: Math.round(row?.age ?? 0),
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
