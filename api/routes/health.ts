import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { frozenText, sendingFrozen } from '../../db/installation/freeze.ts';
import { neededNames } from '../../db/migrate/migrate.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { healthSchema, type ReadyView, readySchema } from '../views.ts';

/** A load balancer asks often, and gives up soon. */
const PATIENCE_MS = 900;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = wait(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')));
  return Promise.race([work, late]);
}

/** Whether this program's migrations have run. An answer of yes holds. */
function migrated({ store }: Deps): () => Promise<boolean> {
  let names: Promise<string[]> | undefined;
  let done = false;
  return async () => {
    if (done) {
      await store.sql`select 1`;
      return true;
    }
    names ??= neededNames();
    const [row] = await store.sql<{ lacks: boolean }[]>`select log.lacks_migration(${await names}::text[]) as lacks`;
    done = row?.lacks === false;
    return done;
  };
}

/** Why the database keeps this process from serving; null: it does not. */
const troubleOf = (isMigrated: () => Promise<boolean>): Promise<ReadyView['reasons'][number] | null> =>
  inTime(isMigrated()).then(
    (yes) => (yes ? null : 'not_migrated'),
    // the function itself comes with the migration
    (error: { code?: string }) => (error.code?.startsWith('42') ? 'not_migrated' : 'database_unreachable'),
  );

/** `health`: 200 while the database answers, else 503. `ready`: whether calls may be sent here. */
export function healthRoutes(deps: Deps) {
  const isMigrated = migrated(deps);
  const app = new Hono<Env>().get('/ready', answers(readySchema, 200, 503), async (c) => {
    const found = await troubleOf(isMigrated);
    const reasons: ReadyView['reasons'] = [];
    if (found) reasons.push(found);
    if (deps.webFolder === null) reasons.push('web_not_built');
    if (deps.store.clock?.isRight() === false) reasons.push('clock_wrong');
    if (deps.stopping.aborted) reasons.push('stopping');
    return c.json({ ready: reasons.length === 0, reasons }, reasons.length === 0 ? 200 : 503);
  });
  return app.get('/health', answers(healthSchema, 200, 503), async (c) => {
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
          clock: deps.store.clock?.isRight() === false ? ('wrong' as const) : ('ok' as const),
          sending: why ? `${why.reason}. ${why.whatToDo}` : ('ok' as const),
        },
        200,
      );
    } catch {
      return c.json({ status: 'error' as const, ...about, database: 'unreachable' as const }, 503);
    }
  });
}
