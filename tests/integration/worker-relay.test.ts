import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { loginUrl } from '../../db/connection/logins.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { ref, type Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { upcast } from '../../events/catalog.ts';
import { requestUrlSearch } from '../../events/partners/search.ts';
import { relayStep, startRelay } from '../../worker/relay.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { until } from '../support/person.ts';

let db: TestDatabase;
let owner: Store;
let api: Store;
let worker: Store;

beforeAll(async () => {
  db = await freshDatabase();
  [owner, api, worker] = await Promise.all([db.open('owner', 3), db.open('api', 10), db.open('worker', 6)]);
  await runMigrations({ connectionString: loginUrl(db.url, 'worker', masterKey(TEST_SECRET)) });
  await worker.sql`insert into log.checkpoints (name) values ('relay')`;
});
afterAll(() => db.drop());

/** Asks for one search of a tenant of its own: one event, and so one job. */
const ask = (name: string) =>
  api.run({
    tenant: name,
    cause: { actor: 'user:test', correlationId: name, causationId: null },
    streams: { search: ref('search', name) },
    decide: ({ search }) => ({ search: requestUrlSearch(search, { criteria: {}, profileUrl: null }) }),
  });

async function jobs(): Promise<string[]> {
  const rows = await owner.sql<{ id: string }[]>`
    select payload->>'id' as id from graphile_worker._private_jobs order by id`;
  return rows.map(({ id }) => id);
}

/** Waits until no open transaction holds an event back. One in another test file's database also counts. */
const allInTail = () =>
  until(
    () => owner.sql`select from log.events where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
    (rows) => rows.length === 0,
  );

/** Steps until nothing is left or something blocks; tells what blocked. */
async function drain(sql: Sql = worker.sql, read = upcast) {
  await allInTail();
  for (;;) {
    const step = await relayStep(sql, 500, read);
    if (step.moved === 0) return step;
  }
}

/** A newer program's event, as it lies in the log when this older one comes to it. */
const future = (stream: string, version: number) => owner.sql`
  insert into log.events (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
  select max(epoch), 'future', ${stream}, ${version}, 'SettingForetold', 1, '{"d":{"value":"x"}}'::json, 'system:test', 'c', clock_timestamp(), ''
  from log.epochs`;

test('an event becomes one job with ids and the chain of causes, and nothing else', async () => {
  await ask('first');
  await drain();
  expect(await jobs()).toEqual(['first']);
  const [row] = await owner.sql<{ payload: unknown; task: string }[]>`
    select j.payload, t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;
  expect(row).toEqual({
    task: 'find-partners',
    payload: { tenant: 'first', id: 'first', correlationId: 'first', causationId: 'search-first@1' },
  });
  expect(await drain()).toEqual({ moved: 0, blockedBy: null, active: true });
  expect(await jobs()).toEqual(['first']);
});

// before the events that no rebuild of this program could read
test('a rebuild of the read models triggers nothing', async () => {
  await drain();
  const before = await jobs();
  await rebuild({ sql: owner.sql, master: owner.master });
  await drain();
  expect(await jobs()).toEqual(before);
});

test('an unknown event stops it, what came before is done, nothing after is skipped, and it goes on once the event is known', async () => {
  await ask('before');
  await future('setting-tomorrow', 1);
  await ask('after');
  const stopped = await drain();
  expect(stopped.blockedBy?.message).toContain('Unknown event setting/SettingForetold version 1');
  expect(await jobs()).toEqual(['before', 'first']);
  expect((await drain()).moved).toBe(0);

  const told: string[] = [];
  const relay = await startRelay(worker.sql, (text) => told.push(text));
  await until(
    async () => told.length,
    (count) => count > 0,
    5000,
  );
  await ask('later');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await relay.stop();
  expect(told).toEqual([expect.stringContaining('SettingForetold')]);
  expect(await jobs()).toEqual(['before', 'first']);

  await drain(worker.sql, (kind, type, version, data) =>
    type === 'SettingForetold' ? data : upcast(kind, type, version, data),
  );
  expect(await jobs()).toEqual(['after', 'before', 'first', 'later']);
});

test('a newer version of a known event stops it, too', async () => {
  await owner.sql`
    insert into log.events (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
    select max(epoch), 'future', 'setting-newer', 1, 'SettingChanged', 3, '{"d":{"value":"x"}}'::json, 'system:test', 'c', clock_timestamp(), ''
    from log.epochs`;
  await ask('behind');
  expect((await drain()).blockedBy?.message).toContain('SettingChanged version 3');
  expect(await jobs()).not.toContain('behind');
  await drain(worker.sql, (kind, type, version, data) => (version === 3 ? data : upcast(kind, type, version, data)));
  expect(await jobs()).toContain('behind');
});

describe('trouble is named for what it is, without what was being read', () => {
  /** A relay's first log lines. */
  async function told(sql: Sql, read?: typeof upcast): Promise<string[]> {
    await allInTail();
    const texts: string[] = [];
    const relay = await startRelay(sql, (text) => texts.push(text), read);
    await until(
      async () => texts.length,
      (count) => count > 0,
      5000,
    );
    await relay.stop();
    return texts;
  }
  /** A pool whose transactions fail like this. */
  const failing = (error: unknown) =>
    Object.assign(async () => [], { begin: () => Promise.reject(error) }) as unknown as Sql;

  test('a fault in a reaction stops it at that event; what came before is done, and it goes on once mended', async () => {
    await ask('sound');
    await ask('faulty');
    let seen = 0;
    const faulty: typeof upcast = (kind, type, version, data) => {
      seen += 1;
      if (seen > 1) throw new TypeError('Cannot read properties of maren@run.example');
      return upcast(kind, type, version, data);
    };
    const texts = await told(worker.sql, faulty);
    expect(texts).toEqual([
      expect.stringMatching(/stopped\. The reaction to SearchRequested version 1 failed \(TypeError\)/),
    ]);
    expect(texts[0]).not.toContain('database');
    expect(texts[0]).not.toContain('maren');
    expect(await jobs()).toContain('sound');
    expect(await jobs()).not.toContain('faulty');
    await drain();
    expect(await jobs()).toContain('faulty');
  });

  test.each([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['a lost connection', Object.assign(new Error('write'), { code: 'CONNECTION_CLOSED' }), 'CONNECTION_CLOSED'],
    ['a database that stops', Object.assign(new Error('terminating'), { code: '57P01' }), '57P01'],
  ])('%s', async (_name, error, code) => {
    expect(await told(failing(error))).toEqual([`relay: the database does not answer (${code}); trying again`]);
  });

  test('a statement that the database refuses is no database that is away', async () => {
    const refused = Object.assign(new Error('function does not exist'), { name: 'PostgresError', code: '42883' });
    const [text] = await told(failing(refused));
    expect(text).toMatch(/fault of the program \(PostgresError 42883\)/);
    expect(text).not.toContain('does not answer');
  });
});

test('a crash between adding the jobs and the commit adds none twice and loses none', async () => {
  await Promise.all(['crash1', 'crash2', 'crash3'].map(ask));
  const before = await jobs();
  const crashing = {
    begin: (work: (tx: unknown) => Promise<unknown>) =>
      worker.sql.begin(async (tx) => {
        await work(tx);
        throw new Error('power cut');
      }),
  } as unknown as Sql;
  await allInTail();
  for (let cut = 0; cut < 3; cut += 1) await expect(relayStep(crashing)).rejects.toThrow('power cut');
  expect(await jobs()).toEqual(before);
  await drain();
  expect(await jobs()).toEqual([...before, 'crash1', 'crash2', 'crash3'].sort());
});

test('of several relays one is active at a time; with 60 events of 6 writers each has exactly one job', async () => {
  const relays = await Promise.all([1, 2, 3].map(() => startRelay(worker.sql, () => undefined)));
  const names = Array.from({ length: 60 }, (_, index) => `many${String(index).padStart(2, '0')}`);
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (const name of names.slice(writer * 10, writer * 10 + 10)) await ask(name);
    }),
  );
  await until(jobs, (all) => all.filter((id) => id.startsWith('many')).length >= 60, 10_000);
  await Promise.all(relays.map((relay) => relay.stop()));
  expect((await jobs()).filter((id) => id.startsWith('many'))).toEqual(names);

  // while one holds the checkpoint, another does nothing
  await ask('held');
  await worker.sql.begin(async (tx) => {
    await tx`select 1 from log.checkpoints where name = 'relay' for update`;
    expect(await relayStep(worker.sql)).toEqual({ moved: 0, blockedBy: null, active: false });
  });
  await drain();
  expect(await jobs()).toContain('held');
});
