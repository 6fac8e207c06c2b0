import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type postgres from 'postgres';
import { whileRefused } from './waitOut.ts';

type Sql = postgres.Sql<Record<string, never>>;
type Tx = postgres.TransactionSql<Record<string, never>>;
type TransactionBody = (tx: Tx) => unknown;

/**
 * Keeps the driver from writing to a connection that a transaction has lost. The driver (3.4.9) would still send ROLLBACK or COMMIT, and all further
 * queries of the work. That ends the process (its issue 1208), or happens in a stranger's transaction (its issue 1216). Here the work of a lost
 * transaction never ends for the driver. Its caller gets CONNECTION_CLOSED, and so does each further query.
 *
 * A transaction may need a second connection for its work. If all were held so, each would wait for the others. So at most `outer` are open that are
 * not inside of another one. They wait `patienceMs` for a server that refuses a connection. `limits` null: neither.
 */
export function guardTransactions(sql: Sql, limits: { outer: number; patienceMs: number } | null): Sql {
  const begin = sql.begin.bind(sql) as (options: string, work: TransactionBody) => Promise<unknown>;
  const inside = new AsyncLocalStorage<true>();
  const turn = pLimit(limits?.outer ?? 1);
  const guarded = (first: string | TransactionBody, second?: TransactionBody): Promise<unknown> => {
    const [options, work] = typeof first === 'string' ? [first, second as TransactionBody] : ['', first];
    if (limits === null) return guardedOnce(options, work);
    const once = () => whileRefused(limits.patienceMs, () => guardedOnce(options, work));
    return inside.getStore() ? once() : turn(() => inside.run(true, once));
  };
  const guardedOnce = (options: string, work: TransactionBody): Promise<unknown> => {
    let over = false;
    const end = () => {
      over = true;
    };
    const running = begin(options, async (tx) => {
      try {
        const made = work(whileItLasts(tx, () => over));
        const result = await (Array.isArray(made) ? Promise.all(made) : made);
        return over ? await NEVER : result;
      } catch (error) {
        // a connection that breaks fails what was under way first, and the transaction in the same turn
        if (!isAnswer(error)) await nextTurn();
        if (over) await NEVER;
        throw error;
      }
    });
    running.then(end, end);
    return running;
  };
  return Object.assign(sql, { begin: guarded });
}

const NEVER = new Promise<never>(() => undefined);

/** Whether an error is PostgreSQL's answer to a statement, on a connection that goes on. */
const isAnswer = (error: unknown): boolean => error instanceof Error && 'severity_local' in error;

/** `tx`, which refuses everything once the transaction is over. */
function whileItLasts(tx: Tx, isOver: () => boolean): Tx {
  const refuse = () => {
    if (isOver()) throw Object.assign(new Error('The transaction is over.'), { code: 'CONNECTION_CLOSED' });
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      refuse();
      return Reflect.apply(target, self, args);
    },
    get(target, name) {
      refuse();
      return Reflect.get(target, name);
    },
  });
}
