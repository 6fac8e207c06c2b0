import postgres from 'postgres';
import { arrayTypes } from './arrays.ts';
import { dial } from './dial.ts';
import { guardTransactions } from './transactions.ts';

export type Sql = postgres.Sql<Record<string, never>>;
/** A connection inside a transaction. */
export type Tx = postgres.TransactionSql<Record<string, never>>;

/** Where a pool leads, for a thread that must open one of its own. */
const urls = new WeakMap<object, string>();

/** The URL that a pool of `connect` was opened with. */
export const urlOf = (sql: Sql): string | undefined => urls.get(sql);

/** Under which role a process works; `owner` keeps the role of the URL. */
export type Role = 'owner' | 'api' | 'worker';

/**
 * A connection that breaks while the driver (3.4.9) writes leaves a timer that never fires. After that it never writes anything short, not even to
 * connect again. It writes anything over 1 kB at once, so the first message is longer.
 */
const LONG_FIRST_MESSAGE = { 'app.long_first_message': 'x'.repeat(1100) };

/**
 * Opens a pool to PostgreSQL. Roles are taken at connection start, so that row-level security holds from the first statement.
 * `name` shows in pg_stat_activity. Throws nothing here: the first query does.
 */
export function connect(url: string, options: { role: Role; name: string; max?: number }): Sql {
  const sql = postgres(url, {
    max: options.max ?? 10,
    idle_timeout: 60,
    connect_timeout: 10,
    // seconds; the driver's own pauses grow to 20 s, long after the database is back
    backoff: (attempt: number) => Math.min(1, 0.05 * 2 ** attempt),
    onnotice: () => undefined,
    fetch_types: false,
    ...({ socket: dial } as object),
    types: arrayTypes,
    connection: {
      application_name: `partner-pilot ${options.name}`,
      idle_in_transaction_session_timeout: 30_000,
      ...LONG_FIRST_MESSAGE,
      // a plan for a point read from when its table was small must not walk through the grown table
      ...(options.role === 'owner' ? {} : { role: `partner_pilot_${options.role}`, enable_seqscan: 'off' }),
    },
  }) as unknown as Sql;
  const guarded = guardTransactions(sql);
  urls.set(guarded, url);
  return guarded;
}

/** Whether the database cannot be reached or is not ready. An error of the statement itself is neither. */
export function isAway(error: unknown): boolean {
  const code = error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : '';
  return /^(CONNECT|E[A-Z]+$|EAI_AGAIN|08|57P|53)/.test(code);
}

/** The same database for libraries that take a connection string (Graphile Worker), under the worker's role. */
export function workerUrl(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set('options', '-c role=partner_pilot_worker');
  parsed.searchParams.set('application_name', 'partner-pilot worker jobs');
  return parsed.toString();
}

/** Runs reads in a short transaction that names the tenant, as row-level security demands. All queries go out in one burst. */
export async function readAs<T>(sql: Sql, tenant: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await sql.begin('read only', async (tx) => {
    // execute() sends it now: a query of this driver starts only when it is awaited
    const named = tx`select set_config('app.tenant', ${tenant}, true)`.execute();
    const answer = read(tx);
    // what fails before the tenant is named is reported below, and must not end the process as an unhandled error
    answer.catch(() => undefined);
    await named;
    return { answer: await answer };
  });
  return result.answer as T;
}
