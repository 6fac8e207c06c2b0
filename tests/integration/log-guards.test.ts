import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAs, type Sql } from '../../db/connection/connect.ts';
import { ref, type Store } from '../../db/store.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { cause } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let api: Store;
let owner: Sql;
let worker: Sql;

beforeAll(async () => {
  db = await freshDatabase();
  api = await db.open('api');
  owner = (await db.open('owner')).sql;
  worker = (await db.open('worker')).sql;
  for (const tenant of ['t1', 't2']) {
    await api.run({
      tenant,
      cause,
      streams: { partner: ref('partner', 'p1') },
      decide: ({ partner }) => ({
        partner: discoverPartner(partner, aPerson({ person: { name: `Of ${tenant}` } }), 's1'),
      }),
    });
  }
});
afterAll(() => db.drop());

describe('the log is append-only, even for the owner of the table', () => {
  test.each([
    "update log.events set actor = 'someone else'",
    'delete from log.events',
    'truncate log.events',
    'update log.events set version = version where false',
  ])('%s', async (statement) => {
    await expect(owner.unsafe(statement)).rejects.toMatchObject({ code: 'PP002' });
  });
  test('also for a session that replays like a replica', async () => {
    const replaying = owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from log.events`;
    });
    await expect(replaying).rejects.toMatchObject({ code: 'PP002' });
  });
});

describe('the API may read and commit, no more', () => {
  test.each([
    `insert into log.events (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
     values (1, 't1', 'setting-x', 1, 'SettingChanged', 1, '{}', 'a', 'c', now(), '')`,
    "update read.partners set state = '{}'",
    'delete from read.partners',
    'truncate read.partners',
    "insert into log.epochs (epoch, system_identifier) values (99, 'x')",
    'select * from log.checkpoints',
    "select * from log.tail(0, '0', 0, 10)",
    'update vault.person_keys set key_id = key_id',
    'delete from vault.person_keys',
    'alter table log.events disable trigger events_append_only',
    'set session_replication_role = replica',
    'create table log.mine ()',
    'drop table read.partners',
  ])('%s', async (statement) => {
    await expect(api.sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
  });
  test('the worker reads the whole tail, but writes the log no other way either', async () => {
    // a commit is in the tail once no older transaction of the server is open, other tests' included
    await expect.poll(() => worker`select * from log.tail(0, '0', 0, 10)`).toHaveLength(2);
    await expect(worker`update read.partners set version = 9`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(worker`delete from log.events`).rejects.toMatchObject({ code: '42501' });
  });
  test('what the API reads across tenants has no content', async () => {
    const firstHead = async () => Object.keys((await api.sql`select * from log.tail_heads(0, '0', 0, 1)`)[0] ?? {});
    await expect.poll(firstHead).toEqual(['epoch', 'tx', 'position', 'tenant_id', 'stream_id', 'version', 'type']);
  });
});

describe("a tenant's reads", () => {
  const tables = ['log.events', 'read.partners', 'vault.person_keys'];
  test.each(tables)('of %s see its own rows only, even when they name another tenant', async (table) => {
    for (const sql of [api.sql, worker]) {
      const own = await readAs(sql, 't1', (tx) => tx.unsafe(`select tenant_id from ${table}`));
      expect(own.map(({ tenant_id }) => tenant_id)).toEqual(['t1']);
      expect(await readAs(sql, 't2', (tx) => tx.unsafe(`select * from ${table} where tenant_id = 't1'`))).toEqual([]);
    }
  });
  test.each(tables)('of %s without a tenant see nothing', async (table) => {
    expect(await api.sql.unsafe(`select * from ${table}`)).toEqual([]);
  });
  test('through the store, another tenant’s id is not there', async () => {
    expect(await api.load('t3', ref('partner', 'p1'))).toMatchObject({ version: 0 });
    expect(await api.history('t3', ref('partner', 'p1'))).toEqual([]);
    expect((await api.load('t2', ref('partner', 'p1'))).state.person?.name).toBe('Of t2');
  });
});

test('every table with a tenant has row-level security and a policy', async () => {
  const tables = await owner<{ name: string; secured: boolean; policies: number }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured,
           (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p')
    order by name`;
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['log.events', 'read.partners', 'read.messages', 'vault.person_keys', 'vault.secrets']),
  );
  expect(tables.length).toBeGreaterThanOrEqual(16);
  expect(tables.filter(({ secured, policies }) => !secured || policies === 0)).toEqual([]);
});
