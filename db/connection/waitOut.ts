import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';

type Sql = postgres.Sql<Record<string, never>>;

/** PostgreSQL had no connection left, or was starting or stopping. So the statement was never sent. */
const REFUSED = ['53300', '57P03', 'ECONNREFUSED'];
const PAUSE_MS = 250;
export const isRefused = (error: unknown): boolean => REFUSED.includes((error as { code?: string } | null)?.code ?? '');

/** What the driver's (3.4.9) queries have besides their promise. */
type Query = { handler(query: Query): void; reject(error: unknown): void };
const isQuery = (made: unknown): made is Query =>
  made instanceof Promise && 'handler' in made && 'reject' in made && typeof made.handler === 'function';

/** Hands a statement to the pool again if no connection took it. */
function patient<Q>(made: Q, patienceMs: number): Q {
  if (!isQuery(made)) return made;
  const { reject } = made;
  let until = 0;
  made.reject = (error) => {
    if (!isRefused(error)) return reject(error);
    until ||= Date.now() + patienceMs;
    if (Date.now() > until) return reject(error);
    setTimeout(() => made.handler(made), PAUSE_MS);
  };
  return made;
}

/** `sql`, but its lone statements wait this long for a connection while PostgreSQL refuses one. */
export const retryRefused = (sql: Sql, patienceMs: number): Sql =>
  new Proxy(sql, {
    apply: (target, self, args) => patient(Reflect.apply(target, self, args), patienceMs),
    get: (target, name) => {
      const value = Reflect.get(target, name);
      return name === 'unsafe'
        ? (...args: unknown[]) => patient(Reflect.apply(value, target, args), patienceMs)
        : value;
    },
  });

/** Runs `begin` again while PostgreSQL refuses a connection, for so long. */
export async function whileRefused<T>(patienceMs: number, begin: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!isRefused(error) || Date.now() > until) throw error;
      await wait(PAUSE_MS);
    }
  }
}
