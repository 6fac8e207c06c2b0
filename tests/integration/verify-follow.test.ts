import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { recordStanding } from '../../db/read/health.ts';
import { failingLines } from '../../db/read/operatorFacts.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { ref, type Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { RecordFollower } from '../../db/verify/follow.ts';
import { followStep } from '../../db/verify/followed.ts';
import { discoverPartner } from '../../events/partners/partner.ts';
import { followRecord } from '../../worker/followRecord.ts';
import { audit } from '../support/audit.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { cause, changeSetting } from '../support/log.ts';
import { until } from '../support/person.ts';
import { aPerson } from '../support/samples.ts';

const KEY = masterKey(TEST_SECRET);
let db: TestDatabase;
let store: Store;
let owner: Sql;

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('worker', 6);
  owner = (await db.open('owner')).sql;
  for (const [name, value] of Object.entries({ DATABASE_URL: db.url, SECRET_KEY: TEST_SECRET, SEAL_FILE: '' }))
    vi.stubEnv(name, value);
  await write('before');
  await sealUpToNow(owner, KEY);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await db.drop();
});

const write = (value: string, id = 'a', tenant = 't1') => store.run(changeSetting(tenant, id, value));
const newFollower = async () => new RecordFollower(KEY, true);

/** Only the owner of the tables can do this: step past the triggers. */
async function tamper(statement: string): Promise<void> {
  await owner.begin(async (tx) => {
    for (const table of ['events', 'seals'])
      await tx.unsafe(`alter table log.${table} disable trigger ${table}_append_only`);
    await tx.unsafe(statement);
    for (const table of ['events', 'seals'])
      await tx.unsafe(`alter table log.${table} enable always trigger ${table}_append_only`);
  });
}

/** Looks until all is seen. Answers the new findings, and how many events it looked at. */
async function catchUp(follower: RecordFollower) {
  const seen = { events: 0, seals: 0, wrong: [] as string[] };
  for (;;) {
    const step = await followStep(store.sql, follower);
    if (!step) throw new Error('Another process follows.');
    seen.events += step.look.events;
    seen.seals += step.look.seals;
    seen.wrong.push(...step.news.map(({ at, reason }) => `${at}: ${reason}`));
    if (step.look.caughtUp) return seen;
  }
}

test('a follower goes through what is new alone, and a restart goes on where the one before stopped', async () => {
  expect(await catchUp(await newFollower())).toEqual({ events: 0, seals: 0, wrong: [] });
  await write('one');
  await store.run({
    tenant: 't2',
    cause,
    streams: { partner: ref('partner', 'p') },
    decide: ({ partner }) => ({ partner: discoverPartner(partner, aPerson(), 's') }),
  });
  const follower = await newFollower();
  expect(await catchUp(follower)).toEqual({ events: 2, seals: 0, wrong: [] });
  await sealUpToNow(owner, KEY);
  await write('two');
  expect(await catchUp(follower)).toEqual({ events: 1, seals: 1, wrong: [] });
  await write('three');
  await sealUpToNow(owner, KEY);
  expect(await catchUp(await newFollower())).toEqual({ events: 1, seals: 1, wrong: [] });
  expect(await recordStanding(store)).toMatchObject({ wrong: 0, first: null, behindMs: expect.any(Number) });
});

test('one process follows at a time', async () => {
  const follower = await newFollower();
  await owner.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7061726176)`;
    expect(await followStep(store.sql, follower)).toBeNull();
  });
  expect(await followStep(store.sql, follower)).not.toBeNull();
});

test('each kind of wrong event, row and seal is named at its place', async () => {
  const follower = await newFollower();
  await catchUp(follower);
  await write('1', 'b');
  await tamper(`update log.events set actor = 'user:u2' where tenant_id = 't1' and stream_id = 'setting-b'`);
  expect((await catchUp(follower)).wrong).toContain('t1 setting-b@1: it was altered, or the event before it was');

  await write('1', 'c');
  await write('2', 'c');
  await write('3', 'c');
  await tamper(`delete from log.events where stream_id = 'setting-c' and version = 2`);
  expect((await catchUp(follower)).wrong).toContain('t1 setting-c@3: an event before it is missing');

  await write('1', 'd');
  await owner`update read.settings set state = jsonb_set(state, '{value}', '"9"') where stream_id = 'setting-d'`;
  expect((await catchUp(follower)).wrong).toContain(
    't1 setting-d@1: the row of version 1 is not what the log folds to',
  );

  await write('1', 'e');
  await sealUpToNow(owner, KEY);
  await tamper(
    `update log.seals set note = replace(note, 'partner', 'Partner') where number = (select max(number) from log.seals)`,
  );
  expect((await catchUp(follower)).wrong).toContainEqual(
    expect.stringMatching(/^seal \d+, .*: it was altered, or not signed with the key of this installation$/),
  );
  expect(await recordStanding(store)).toMatchObject({
    wrong: expect.any(Number),
    first: expect.stringMatching(/^t1 /),
  });
});

test('the worker reports an event that is altered after it was verified, and verify ends the alert', async () => {
  const fresh = await freshDatabase();
  const worker = await fresh.open('worker', 4);
  const lines: string[] = [];
  const { sql } = await fresh.open('owner');
  const record = await followRecord({ store: worker, followEveryMs: 100 }, (line) => lines.push(line));
  const standing = () => recordStanding(worker);
  try {
    for (const value of ['1', '2', '3']) await worker.run(changeSetting('t1', 'a', value));
    const [{ position } = { position: '' }] = await sql<{ position: string }[]>`
      select max(position)::text as position from log.events`;
    await until(
      () => sql<{ position: string }[]>`select position::text as position from log.followed`,
      ([row]) => row?.position === position,
    );
    expect(await failingLines(worker)).toEqual([]);
    const alter = (actor: string) =>
      sql.begin(async (tx) => {
        await tx`alter table log.events disable trigger events_append_only`;
        await tx`update log.events set actor = ${actor} where stream_id = 'setting-a' and version = 2`;
        await tx`alter table log.events enable always trigger events_append_only`;
      });
    await alter('user:u2');
    await until(standing, ({ wrong }) => wrong > 0);
    expect(lines).toEqual([
      'record: WRONG at t1 setting-a@2: its row was written again after it was recorded. Run npm run audit -- verify.',
    ]);
    expect(await failingLines(worker)).toMatchObject([
      { code: 'record', tone: 'bad', text: expect.stringMatching(/^t1 setting-a@2: .*npm run audit -- verify/) },
    ]);

    vi.stubEnv('DATABASE_URL', fresh.url);
    expect(await audit('verify')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/t1 setting-a@2: it was altered/),
    });
    expect(await standing()).toMatchObject({ wrong: 1 });
    await alter(cause.actor);
    await record.stop();
    expect(await audit('verify')).toMatchObject({ code: 0 });
    expect(await standing()).toMatchObject({ wrong: 0, first: null });
    expect(await failingLines(worker)).toEqual([]);
  } finally {
    vi.stubEnv('DATABASE_URL', db.url);
    await record.stop();
    await fresh.drop();
  }
}, 60_000);

test('the command follows until it is asked to end, and ends with 1 if something was wrong [long]', async () => {
  const fresh = await freshDatabase();
  const api = await fresh.open('api');
  const { sql } = await fresh.open('owner');
  await api.run(changeSetting('t1', 'a', '1'));
  const child = spawn(
    process.execPath,
    ['db/start/partner-pilot.mjs', 'audit', 'verify', '--quick', '--follow', '--json'],
    {
      env: { ...process.env, DATABASE_URL: fresh.url },
    },
  );
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  try {
    const hears = (words: string) =>
      until(
        async () => said,
        (all) => all.includes(words),
      );
    await hears('Verifying what comes');
    await api.run(changeSetting('t1', 'a', '2'));
    await sql`
      insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
      select tenant_id, stream_id, 3, type, schema_version, payload, actor, correlation_id, recorded_at, hash
      from log.events where stream_id = 'setting-a' and version = 2`;
    await hears('WRONG  t1 setting-a@3: it was altered');
  } finally {
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    await fresh.drop();
  }
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    wrong: { at: 't1 setting-a@3' },
    followed: { events: 3, wrongCount: 1 },
  });
}, 60_000);
