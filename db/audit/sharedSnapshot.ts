import type postgres from 'postgres';
import type { Sql, Tx } from '../connection/connect.ts';

/** In a process. Each takes a connection from the pool until it ends, and the reads in it take more. */
const AT_ONCE = 2;
const READ = 'isolation level repeatable read read only';

type Body = (tx: Tx) => unknown;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `read` with a pool. All its transactions see one moment of the database, while others write. */
export async function inOneSnapshot<T>(sql: Sql, read: (frozen: Sql) => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    const { answer } = (await sql.begin(READ, async (tx) => {
      // this transaction only keeps the snapshot, however long the reads take
      await tx`set local idle_in_transaction_session_timeout = '10min'`;
      const [row] = await tx<{ id: string }[]>`select pg_export_snapshot() as id`;
      return { answer: await read(frozenAt(sql, row?.id ?? '')) };
    })) as { answer: T };
    return answer;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** `snapshot`: by the name under which PostgreSQL exported it. */
function frozenAt(sql: Sql, snapshot: string): Sql {
  const begin = (first: string | Body, second?: Body) =>
    sql.begin(READ, async (tx) => {
      await tx.unsafe(`set transaction snapshot '${snapshot}'`);
      return (typeof first === 'string' ? second : first)?.(tx);
    });
  return new Proxy(sql as postgres.Sql<Record<string, never>>, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}
