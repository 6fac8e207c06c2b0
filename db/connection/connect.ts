import postgres from 'postgres';
import { arrayTypes } from './arrays.ts';
import { dial } from './dial.ts';
import { assertLogin, type Process } from './logins.ts';
import { guardTransactions } from './transactions.ts';
import { retryRefused } from './waitOut.ts';

export type Sql = postgres.Sql<Record<string, never>>;
/** A connection inside a transaction. */
export type Tx = postgres.TransactionSql<Record<string, never>>;

/** Where a pool leads, for a thread that must open one of its own. */
const urls = new WeakMap<object, string>();

/** The URL that a pool of `connect` was opened with. */
export const urlOf = (sql: Sql): string | undefined => urls.get(sql);

const readers = new WeakSet<object>();

/** Whether a pool belongs to a command that only reads. */
export const isReader = (sql: Sql): boolean => readers.has(sql);

/** The role of a process; `owner` keeps the role of the URL. */
export type Role = 'owner' | Process;

/**
 * A connection that breaks while the driver (3.4.9) writes leaves a timer that never fires. After that it never writes anything short, not even to
 * connect again. It writes anything over 1 kB at once, so the first message says one parameter many times. Every pooler knows this one.
 */
const LONG_FIRST_MESSAGE = { client_encoding: `UTF8${'\0client_encoding\0UTF8'.repeat(50)}` };

/** Transactions that run inside of another one find a connection, since the outer ones leave this many. */
const LEFT_FOR_INNER = 3;

/** While the database is away, callers of an API hear of it soon and can ask another one. Other processes can wait longer (ms). */
const patienceOf = (role: Role): number => (role === 'api' ? 1_000 : 10_000);

/**
 * Opens a pool to PostgreSQL. `url` has the login of the role (logins.ts). `pooled`: through a pooler in transaction mode, which forgets prepared
 * statements. `name` shows in pg_stat_activity. Throws nothing here: the first query does.
 */
export function connect(url: string, options: { role: Role; name: string; max?: number; pooled?: boolean }): Sql {
  const { role, name, max = 10, pooled = false } = options;
  const isOwner = role === 'owner';
  const patienceMs = patienceOf(role);
  const login = new URL(url).username;
  const sql = postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: role === 'api' ? 2 : 10,
    prepare: !pooled,
    // seconds; the driver's own pauses grow to 20 s, long after the database is back
    backoff: (attempt: number) => Math.min(1, 0.05 * 2 ** attempt),
    onnotice: () => undefined,
    onparameter: (parameter: string, value: string) => {
      if (isOwner || parameter !== 'session_authorization' || value === login) return;
      void sql.end({ timeout: 0 });
      assertLogin(value, login);
    },
    fetch_types: false,
    // a connection to a standby would stay there, read what is old, and save nothing
    ...(!pooled && (role === 'api' || role === 'worker') ? { target_session_attrs: 'primary' as const } : {}),
    ...({ socket: dial } as object),
    types: arrayTypes,
    connection: {
      application_name: `partner-pilot ${name}`,
      ...LONG_FIRST_MESSAGE,
      // owners connect directly; the other roles have their settings from `alter role`
      ...(isOwner ? { idle_in_transaction_session_timeout: 30_000 } : {}),
    },
  }) as unknown as Sql;
  const guarded = isOwner
    ? guardTransactions(sql, null)
    : retryRefused(guardTransactions(sql, { outer: Math.max(1, max - LEFT_FOR_INNER), patienceMs }), patienceMs);
  urls.set(guarded, url);
  if (role === 'audit') readers.add(guarded);
  return guarded;
}

/**
 * Gives a connection of the pool away, until its `release`. The driver (3.4.9) waits for ever where it must open one for this, so a query opens it
 * (porsager/postgres#751).
 */
export async function reserve(sql: Sql): Promise<postgres.ReservedSql<Record<string, never>>> {
  await sql`select 1`;
  return sql.reserve();
}

/** Whether the database cannot be reached, is not ready or is a standby. An error of the statement itself is none of these. */
export function isAway(error: unknown): boolean {
  const code = error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : '';
  return /^(CONNECT|E[A-Z]+$|EAI_AGAIN|08|57P|53|25006)/.test(code);
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
