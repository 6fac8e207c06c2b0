import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tx } from '../../db/connection/connect.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { applyChanged } from '../../db/migrate/repeatable.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';

let db: TestDatabase;
let owner: Store;
beforeAll(async () => {
  db = await freshDatabase();
  owner = await db.open('owner');
});
afterAll(() => db.drop());

const startAgain = () => migrate({ ownerUrl: db.url, secretKey: TEST_SECRET, say: () => undefined });

/** Simulates an update of the program that changes this file. */
const fileChanges = (name: string) => owner.sql`update migration.repeatable set hash = '' where name = ${name}`;

/** The functions of a name, with who may execute each. */
const functionsNamed = async (name: string): Promise<string[]> =>
  (
    await owner.sql<{ of: string }[]>`
      select p.oid::regprocedure || ' ' || p.proacl::text as of from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname || '.' || p.proname = ${name} order by 1`
  ).map((row) => row.of);

test('every function of the database has a file of its name, and no role may execute what its file does not say', async () => {
  const files = (await readdir('db/functions')).map((name) => name.replace(/\.sql$/, ''));
  const rows = await owner.sql<{ name: string; everyone: boolean; owns: boolean }[]>`
    select n.nspname || '.' || p.proname as name, has_function_privilege('public', p.oid, 'execute') as everyone,
      p.proowner = current_user::regrole as owns
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('log', 'read', 'lists', 'vault', 'auth', 'queue')`;
  expect(rows.map(({ name }) => name).sort()).toEqual(files.sort());
  expect(rows.filter(({ everyone, owns }) => everyone || !owns)).toEqual([]);
});

test('an index that a table lacks is built while others write to the table', async () => {
  const write = (tx: Tx, stream: string) => tx`
    insert into read.sender_domains (tenant_id, stream_id, version, projection_version, recorded_at, state)
    values ('t1', ${stream}, 1, 1, now(), '{}')`;
  const building = () => owner.sql`
    select from pg_stat_activity where query ~ '^(create|drop) index concurrently.*sender_domains_fold' and state = 'active'`;
  const valid = () =>
    owner.sql`select indisvalid from pg_index where indexrelid = 'read.sender_domains_fold'::regclass`;
  await owner.sql`update pg_index set indisvalid = false where indexrelid = 'read.sender_domains_fold'::regclass`;
  let starting = Promise.resolve();
  await owner.sql.begin(async (tx) => {
    await write(tx, 'domain-1');
    starting = startAgain();
    await vi.waitFor(async () => expect(await building()).toHaveLength(1), 20_000);
    await owner.sql.begin(async (other) => {
      await other`set local lock_timeout = '5s'`;
      await write(other, 'domain-2');
    });
  });
  await starting;
  expect(await valid()).toEqual([{ indisvalid: true }]);
});

test('a second start changes nothing', async () => {
  const state = () => owner.sql`
    select xmin::text, oid::int, proname as name from pg_proc where pronamespace = 'log'::regnamespace
    union all select xmin::text, oid::int, relname from pg_class where relnamespace = 'read'::regnamespace
    union all select xmin::text, 0, name from migration.repeatable order by 2, 3`;
  const before = await state();
  await startAgain();
  expect(await state()).toEqual(before);
});

test.each([
  ['another body', "create or replace function auth.sweep() returns void language sql as 'select null::void'"],
  ['another result', "drop function auth.sweep(); create function auth.sweep() returns int language sql as 'select 1'"],
  [
    'other parameters',
    "drop function auth.sweep(); create function auth.sweep(int) returns int language sql as 'select 1'",
  ],
  ['another grant', 'grant execute on function auth.sweep() to partner_pilot_api'],
])('a function that had %s becomes what its file says', async (_, statements) => {
  const before = await functionsNamed('auth.sweep');
  const body = () => owner.sql`select prosrc from pg_proc where proname = 'sweep'`;
  const bodyBefore = await body();
  await owner.sql.unsafe(statements);
  await fileChanges('functions/auth.sweep.sql');
  await startAgain();
  expect(await functionsNamed('auth.sweep')).toEqual(before);
  expect(await body()).toEqual(bodyBefore);
});

test('a function whose file is gone is dropped', async () => {
  await owner.sql`create function log.former(int) returns int language sql return 1`;
  await owner.sql`insert into migration.repeatable (name, hash) values ('functions/log.former.sql', 'x')`;
  await startAgain();
  expect(await functionsNamed('log.former')).toEqual([]);
  expect(await owner.sql`select from migration.repeatable where name = 'functions/log.former.sql'`).toEqual([]);
});

test.each([
  [
    'makes another function',
    "create or replace function log.other() returns int language sql as 'select 1'",
    'of its name',
  ],
  [
    'reads a column that is not there',
    "create or replace function log.probe() returns int language sql as 'select nothing from log.events'",
    'nothing',
  ],
])('a file that %s is refused, and nothing of it stays', async (_, text, message) => {
  const apply = owner.sql.begin((tx) => applyChanged(tx, [{ name: 'functions/log.probe.sql', text, hash: 'x' }], []));
  await expect(apply).rejects.toThrow(message);
  expect([...(await functionsNamed('log.probe')), ...(await functionsNamed('log.other'))]).toEqual([]);
});

test('the read models keep their rows when their file changes, and get back what they lack', async () => {
  const api = await db.open('api');
  await api.run(changeSetting('t1', 'a', 'v'));
  const settings = () => owner.sql`select stream_id, state, tableoid::int from read.settings`;
  const before = await settings();
  await owner.sql`alter table read.partners drop column email_status`;
  await owner.sql`drop table read.accesses`;
  await fileChanges('read-models.sql');
  await startAgain();
  expect(before).toHaveLength(1);
  expect(await settings()).toEqual(before);
  expect(await owner.sql`select email_status from read.partners`).toEqual([]);
  expect(await owner.sql`select recorded_at from read.accesses`).toEqual([]);
});

test('two programs of a changed version that start at once both go on', async () => {
  await owner.sql`update migration.repeatable set hash = ''`;
  await Promise.all([startAgain(), startAgain()]);
  expect(await owner.sql`select from migration.repeatable where hash = ''`).toEqual([]);
});
