import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, readAs, reserve, type Sql } from '../../db/connection/connect.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { type Difference, inOrder } from '../../db/read/differences.ts';
import { compareRows, rebuild } from '../../db/read/rebuild.ts';
import { ref, type Store } from '../../db/store.ts';
import { UnknownEvent } from '../../events/catalog.ts';
import { discoverPartner, type PartnerEvent } from '../../events/partners/partner.ts';
import { READ_MODELS } from '../../events/shared/event.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { randomHistories } from '../support/histories.ts';
import { cause, changeSetting, changeSettingAtLast } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
let owner: Sql;

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api', 16);
  owner = (await db.open('owner')).sql;
  await randomHistories(store, ['t1', 't2', 't3'], 1_200, 42);
});
afterAll(() => db.drop());

test('a pool without an open connection gives one away', async () => {
  const cold = connect(db.url, { role: 'owner', name: 'test' });
  const connection = await reserve(cold);
  expect(await connection`select 1 as one`).toEqual([{ one: 1 }]);
  connection.release();
  await cold.end({ timeout: 1 });
});

const options = () => ({ sql: owner, master: store.master });

/** Every row of every table, without the parts that a rebuild may change. */
async function rows(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of Object.values(READ_MODELS)) {
    all.push(
      ...(await owner`select ${table} as table, * from ${owner(`read.${table}`)} order by tenant_id, stream_id`),
    );
  }
  return all;
}

/** Simulates a long log: a second thread folds its later part. */
async function onTwoThreads() {
  await owner`analyze log.events`;
  return { ...options(), worthAThread: 2 };
}

/** The definition of each table, by name. */
const shape = () => owner`
  select 'index' as what, tablename || '.' || indexname as name, indexdef as detail from pg_indexes where schemaname = 'read'
  union all select 'column', table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, generation_expression)
    from information_schema.columns where table_schema = 'read'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'read'::regnamespace
  union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname = 'read'
  union all select 'table', relname, concat_ws(' ', relacl, reloptions, relrowsecurity, relforcerowsecurity, relowner)
    from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r'
  union all select 'function', oid::regprocedure::text, concat_ws(' ', proacl, proowner, prosecdef, prosrc)
    from pg_proc where pronamespace = 'read'::regnamespace
  union all select 'schema', nspname, array(select unnest(nspacl)::text order by 1)::text from pg_namespace where nspname = 'read'
  order by 1, 2, 3`;

test('random histories of every kind are in the log, and it is whole', async () => {
  const [counts] = await owner<{ kinds: number; events: number }[]>`
    select count(distinct split_part(stream_id, '-', 1))::int as kinds, count(*)::int as events from log.events`;
  expect(counts?.kinds).toBe(Object.keys(READ_MODELS).length);
  expect(counts?.events).toBeGreaterThan(400);
  expect((await verifyStreams(owner)).wrong).toEqual([]);
});

test('everything rebuilt from the log equals the live rows, and the tables are the same in every other way', async () => {
  const [before, shapeBefore] = [await rows(), await shape()];
  const compared = await compareRows(options());
  expect(compared).toMatchObject({ differences: [], streams: before.length });
  const rebuilt = await rebuild(options());
  expect(rebuilt).toMatchObject({ differences: [], streams: before.length, events: compared.events });
  expect(rebuilt.lockedMs).toBeGreaterThan(0);
  expect(await rows()).toEqual(before);
  expect(await shape()).toEqual(shapeBefore);
  expect(await owner`select from pg_namespace where nspname in ('read_next', 'read_old')`).toHaveLength(0);
  // and once more: a switched table can be switched back
  expect((await rebuild(options())).differences).toEqual([]);
  expect(await shape()).toEqual(shapeBefore);
});

test('two threads make the same rows as one', async () => {
  const before = await rows();
  const threads = await onTwoThreads();
  const { events, ...rebuilt } = await rebuild(threads);
  expect(rebuilt).toMatchObject({ differences: [], streams: before.length });
  expect(await rows()).toEqual(before);
  const [{ connections } = { connections: -1 }] = await owner<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity where application_name = 'partner-pilot rebuild' and datname = current_database()`;
  expect(connections).toBe(0);
  expect(events).toBe((await compareRows(options())).events);
});

describe('a row that is wrong', () => {
  test('is found by the comparison, which changes nothing, and mended by the rebuild', async () => {
    await store.run(changeSetting('t1', 'wrong', 'right'));
    await store.run(changeSetting('t1', 'missing', 'right'));
    await owner`update read.settings set state = '{"value":"wrong"}' where stream_id = 'setting-wrong'`;
    await owner`delete from read.settings where stream_id = 'setting-missing'`;
    await owner`insert into read.settings select tenant_id, 'setting-extra', version, projection_version, recorded_at, state
                from read.settings where stream_id = 'setting-wrong'`;
    const expected = [
      { tenant: 't1', streamId: 'setting-extra', live: 1, folded: null, differs: 'row' },
      { tenant: 't1', streamId: 'setting-missing', live: null, folded: 1, differs: 'row' },
      { tenant: 't1', streamId: 'setting-wrong', live: 1, folded: 1, differs: 'state' },
    ];
    expect((await compareRows(options())).differences.sort(inOrder)).toEqual(expected);
    expect((await store.load('t1', ref('setting', 'wrong'))).state.value).toBe('wrong');
    // they are reported before the switch, which the caller can still prevent
    let told: Difference[] = [];
    const beforeSwitch = (wrong: readonly Difference[]): void => {
      told = [...wrong];
      throw new Error('not now');
    };
    await expect(rebuild({ ...options(), beforeSwitch })).rejects.toThrow('not now');
    expect(told.sort(inOrder)).toEqual(expected);
    expect((await store.load('t1', ref('setting', 'wrong'))).state.value).toBe('wrong');
    expect((await rebuild(options())).differences.sort(inOrder)).toEqual(expected);
    expect((await store.load('t1', ref('setting', 'wrong'))).state.value).toBe('right');
    expect((await store.load('t1', ref('setting', 'missing'))).version).toBe(1);
    expect((await compareRows(options())).differences).toEqual([]);
  });

  test('is one of another fold or time, too', async () => {
    for (const key of ['old-fold', 'old-time']) await store.run(changeSetting('t1', key, 'v'));
    await owner`update read.settings set projection_version = 0, state = '{"of":"old"}' where stream_id = 'setting-old-fold'`;
    await owner`update read.settings set recorded_at = recorded_at - interval '1 microsecond' where stream_id = 'setting-old-time'`;
    const expected = [
      { tenant: 't1', streamId: 'setting-old-fold', live: 1, folded: 1, differs: 'fold' },
      { tenant: 't1', streamId: 'setting-old-time', live: 1, folded: 1, differs: 'time' },
    ];
    expect((await compareRows(options())).differences.sort(inOrder)).toEqual(expected);
    expect((await rebuild(options())).differences.sort(inOrder)).toEqual(expected);
    const [row] = await owner`select projection_version, state from read.settings where stream_id = 'setting-old-fold'`;
    expect(row).toEqual({ projection_version: 1, state: { value: 'v' } });
    expect((await compareRows(options())).differences).toEqual([]);
  });
});

test('people of two tenants whose neighbouring streams bear one name keep what is known of them', async () => {
  const partner = ref('partner', 'namesake');
  for (const tenant of ['z1', 'z2'])
    await store.run({
      tenant,
      cause,
      streams: { partner },
      decide: ({ partner: now }) => ({ partner: discoverPartner(now, aPerson(), 's') }),
    });
  expect((await rebuild(options())).differences).toEqual([]);
  expect((await store.load('z2', partner)).state.person?.name).toBe('Maren Oduya');
});

test('an erased person stays erased in the rows', async () => {
  const partner = ref('partner', 'gone');
  await store.run({
    tenant: 't1',
    cause,
    streams: { partner },
    decide: ({ partner: state }) => ({ partner: discoverPartner(state, aPerson(), 's') }),
  });
  await owner`delete from vault.person_keys where tenant_id = 't1' and person_id = 'partner-gone'`;
  const erased: PartnerEvent = { type: 'PersonErased', data: {} };
  await store.run({ tenant: 't1', cause, streams: { partner }, decide: () => ({ partner: [erased] }) });
  expect((await rebuild(options())).differences).toEqual([]);
  expect((await store.load('t1', partner)).state).toMatchObject({ erased: true, person: null });
});

test('readers and writers go on: nobody fails, nothing is lost, and the rows are the folds [long]', async () => {
  let busy = true;
  const failures: unknown[] = [];
  const forever = async (work: () => Promise<unknown>) => {
    while (busy) await work().catch((error: unknown) => failures.push(error));
  };
  let written = 0;
  const writers = Array.from({ length: 6 }, (_, writer) =>
    forever(async () => {
      written += 1;
      if (written % 3 === 0) await randomHistories(store, [`w${writer}`], 5, written);
      await changeSettingAtLast(store, 't1', `hot${writer % 2}`, String(written));
    }),
  );
  const readers = ['partners', 'messages', 'settings'].map((table) =>
    forever(() => readAs(store.sql, 't1', (tx) => tx`select count(*) from ${tx(`read.${table}`)}`)),
  );
  await wait(200);
  const runs = [await rebuild(options()), await rebuild(options())];
  const compared = await compareRows(options());
  busy = false;
  await Promise.all([...writers, ...readers]);
  expect(failures).toEqual([]);
  for (const { differences } of [...runs, compared]) expect(differences).toEqual([]);
  expect((await compareRows(options())).differences).toEqual([]);
  expect((await verifyStreams(owner)).wrong).toEqual([]);
  expect(written).toBeGreaterThan(20);
});

test('while one writer is slow, no other waits for the rebuild', async () => {
  let waited = 0;
  let busy = true;
  let slow = Promise.resolve<unknown>(undefined);
  let longest = 0;
  // the rows are told of just before the lock: from then on one transaction that has written stays open
  const beforeSwitch = (): void => {
    slow = owner.begin(async (tx) => {
      await tx`lock table log.events in row exclusive mode`;
      await wait(1_500);
      waited = longest;
    });
  };
  const writer = async () => {
    while (busy) {
      const from = performance.now();
      await changeSettingAtLast(store, 't1', 'quick', String(from));
      longest = Math.max(longest, performance.now() - from);
    }
  };
  const writing = writer();
  const { lockedMs, differences } = await rebuild({ ...options(), beforeSwitch });
  await slow;
  busy = false;
  await writing;
  expect(differences).toEqual([]);
  expect((await compareRows(options())).differences).toEqual([]);
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(1_000);
  expect(lockedMs).toBeLessThan(1_000);
});

test('a second rebuild at the same time is refused', async () => {
  const both = await Promise.allSettled([rebuild(options()), rebuild(options())]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an event of a newer program stops the rebuild and leaves the rows as they were', async () => {
  await owner`select log.commit('t3', array['setting-new'], array[0], array[1], array['SettingInvented'], array[1],
    '{"d":{}}', '{"value":"live"}', array[false], array[1], 'user:u1', 'c', null, now(), null, null, null, null, null)`;
  await expect(rebuild(options())).rejects.toBeInstanceOf(UnknownEvent);
  await expect(rebuild(await onTwoThreads())).rejects.toBeInstanceOf(UnknownEvent);
  expect((await store.load('t3', ref('setting', 'new'))).state.value).toBe('live');
});
