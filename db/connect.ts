import postgres from 'postgres';

export type Sql = postgres.Sql<Record<string, never>>;
/** A connection inside a transaction. */
export type Tx = postgres.TransactionSql<Record<string, never>>;

/** Under which role a process works; `owner` keeps the role of the URL. */
export type Role = 'owner' | 'api' | 'worker';

/**
 * Opens a pool to PostgreSQL. Roles are taken at connection start, so that row-level security holds from the first statement.
 * `name` shows in pg_stat_activity. Throws nothing here: the first query does.
 */
export function connect(url: string, options: { role: Role; name: string; max?: number }): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: {
      application_name: `partner-pilot ${options.name}`,
      idle_in_transaction_session_timeout: 30_000,
      ...(options.role === 'owner' ? {} : { role: `partner_pilot_${options.role}` }),
    },
  });
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
    await named;
    return { answer: await answer };
  });
  return result.answer as T;
}
