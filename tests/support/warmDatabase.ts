import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';
import type { Sql } from '../../db/connection/connect.ts';
import { loginUrl } from '../../db/connection/logins.ts';
import { openStore } from '../../db/connection/open.ts';
import { createStore, type Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { pseudonyms } from '../../db/vault/secrets.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from './database.ts';

type Role = 'owner' | 'api' | 'worker';

/** A database with the connections that earlier tests of this process have opened. */
type Warm = {
  database: TestDatabase;
  admin: postgres.Sql;
  pools: Map<string, Sql[]>;
  jobs: pg.Pool[];
  seeds: Seed[];
  guards: Guard[];
  shape: string;
};

/** A trigger that no role is free of. */
type Guard = { table: string; trigger: string };

/** The rows of a table in a migrated database without any event. */
type Seed = { table: string; columns: string; rows: string | null };

const idle: Warm[] = [];

/**
 * A migrated database without any event, like `freshDatabase`. At drop() it returns to this process: its rows are deleted, its connections stay. A
 * new backend forks, fills its caches and plans everything again, which was most of PostgreSQL's work in a run. A database whose tables, functions,
 * triggers or rights changed is dropped instead.
 */
export async function warmDatabase(): Promise<TestDatabase> {
  const warm = idle.pop() ?? (await makeWarm());
  const lent: { key: string; sql: Sql }[] = [];
  const lentJobs: pg.Pool[] = [];
  return {
    url: warm.database.url,
    async open(role: Role, max = 10, now = () => new Date()): Promise<Store> {
      const key = `${role} ${max}`;
      const known = warm.pools.get(key)?.pop();
      // one that a test has ended is left alone
      const again = known ? await storeOn(known, now).catch(() => null) : null;
      const store = again ?? (await openFirst(warm.database.url, role, max, now));
      lent.push({ key, sql: store.sql });
      return store;
    },
    jobs() {
      const pool = warm.jobs.pop() ?? jobsPool(warm.database.url);
      lentJobs.push(pool);
      return pool;
    },
    async drop() {
      warm.jobs.push(...lentJobs);
      for (const { key, sql } of lent) warm.pools.set(key, [...(warm.pools.get(key) ?? []), sql]);
      if (!(await onlyOurs(warm))) return end(warm);
      await reset(warm);
      if ((await shapeOf(warm.admin)) === warm.shape) idle.push(warm);
      else await end(warm);
    },
  };
}

async function storeOn(sql: Sql, now: () => Date): Promise<Store> {
  const master = masterKey(TEST_SECRET);
  return createStore(sql, master, await pseudonyms(sql, master), now);
}

const openFirst = (url: string, role: Role, max: number, now: () => Date): Promise<Store> =>
  openStore({ url, secretKey: TEST_SECRET, role, name: POOL, max, now });

const POOL = 'warm pool';

/** For the queue of jobs. Errors at the end of the run, when the server goes, are not reported. */
function jobsPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: loginUrl(url, 'worker', masterKey(TEST_SECRET)),
    application_name: 'partner-pilot worker jobs',
    max: 30,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function makeWarm(): Promise<Warm> {
  const database = await freshDatabase();
  const admin = postgres(database.url, { max: 1, onnotice: () => undefined });
  const known = { seeds: await seedsOf(admin), guards: await guardsOf(admin), shape: await shapeOf(admin) };
  return { database, admin, pools: new Map(), jobs: [], ...known };
}

async function end({ database, admin, pools, jobs }: Warm): Promise<void> {
  await Promise.all([
    ...jobs.map((pool) => pool.end()),
    ...[...pools.values()].flat().map((sql) => sql.end({ timeout: 2 })),
  ]);
  await admin.end();
  await database.drop();
}

/** A hash of the schema: it differs when a test changed more than rows. */
async function shapeOf(admin: postgres.Sql): Promise<string> {
  const [row] = await admin<{ shape: string }[]>`
    select md5(string_agg(part, ' ' order by part)) as shape from (
      select concat(oid, relname, relacl, relrowsecurity, relforcerowsecurity, relnatts) as part from pg_class where relkind in ('r', 'v', 'i')
      union all select concat(oid, xmin) from pg_proc where oid >= 16384
      union all select concat(oid, tgname, tgenabled) from pg_trigger
      union all select concat(oid, xmin) from pg_policy
      -- a new epoch is the default of log.events
      union all select concat(adrelid, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef where adrelid >= 16384
      union all select concat(oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_') parts`;
  return row?.shape ?? '';
}

/** Whether everybody else who used the database has gone, so that nothing is written after its rows are deleted. */
async function onlyOurs({ admin }: Warm): Promise<boolean> {
  for (let left = 40; left > 0; left -= 1) {
    const [other] = await admin`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and (application_name not in (${`partner-pilot ${POOL}`}, 'partner-pilot worker jobs') or state <> 'idle')
      limit 1`;
    if (!other) return true;
    await wait(50);
  }
  return false;
}

async function seedsOf(admin: postgres.Sql): Promise<Seed[]> {
  const tables = await admin<{ table: string; columns: string }[]>`
    select c.oid::regclass::text as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'migration')
    group by c.oid`;
  return Promise.all(tables.map(async (one) => ({ ...one, rows: await contentOf(admin, one.table) })));
}

async function contentOf(admin: postgres.Sql | postgres.TransactionSql, table: string): Promise<string | null> {
  const [row] = await admin.unsafe<{ rows: string | null }[]>(
    `select json_agg(t order by t::text)::text as rows from ${table} t`,
  );
  return row?.rows ?? null;
}

const guardsOf = (admin: postgres.Sql): Promise<Guard[]> =>
  admin<Guard[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as trigger from pg_trigger where tgenabled = 'A'`.execute();

/** Deletes all rows and restores those of the migration. The triggers that make the log append-only are disabled meanwhile. */
async function reset({ admin, seeds, guards }: Warm): Promise<void> {
  const [empty, seeded] = [seeds.filter(({ rows }) => rows === null), seeds.filter(({ rows }) => rows !== null)];
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(guards.map(({ table, trigger }) => `alter table ${table} disable trigger ${trigger}`).join(';'));
    await tx.unsafe(empty.map(({ table }) => `delete from ${table}`).join(';'));
    for (const { table, columns, rows } of seeded) {
      if ((await contentOf(tx, table)) === rows) continue;
      await tx.unsafe(`delete from ${table}`);
      await tx.unsafe(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
        [rows],
      );
    }
    await tx.unsafe(
      guards.map(({ table, trigger }) => `alter table ${table} enable always trigger ${trigger}`).join(';'),
    );
  });
}
