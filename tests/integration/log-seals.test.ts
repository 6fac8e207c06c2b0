import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import type { Sql } from '../../db/connection/connect.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { publicKeyText, type Seal, sealKeys } from '../../db/seal/seal.ts';
import { ForeignSeal, sealEvents, sealUpToNow } from '../../db/seal/sealEvents.ts';
import { keepSealOutside, parseSealFile, type SealFile, watchSeals } from '../../db/seal/sealFile.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { verifySeals } from '../../db/verify/seals.ts';
import { verifyRecord } from '../../db/verify/verifyLog.ts';
import { crontab, tasksOf } from '../../worker/taskList.ts';
import { sealLog } from '../../worker/tasks/sealLog.ts';
import { seeded } from '../faults/seeded.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { randomHistories } from '../support/histories.ts';
import { changeSetting } from '../support/log.ts';
import { notFound, TAMPERINGS } from '../support/tampering.ts';

const KEY = masterKey(TEST_SECRET);
const { publicKey } = sealKeys(KEY);
let folder: string;
let db: TestDatabase;
let store: Store;
let owner: Sql;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-seals-'));
  db = await freshDatabase();
  store = await db.open('worker');
  owner = (await db.open('owner')).sql;
  for (const seed of [1, 2, 3]) {
    await randomHistories(store, ['t1', 't2'], 100, seed);
    await sealUpToNow(owner, KEY);
  }
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (value: string) => store.run(changeSetting('t1', 'a', value));
const newest = async (): Promise<Seal> => {
  const seal = await newestSeal(owner);
  if (!seal) throw new Error('Nothing is sealed.');
  return seal;
};
const outside = async (): Promise<SealFile> => ({
  format: 'partner-pilot seal',
  version: 1,
  installation: '',
  publicKey: publicKeyText(publicKey),
  seal: await newest(),
});

test('every event is in one seal, none is sealed twice, and what comes later waits for the next', async () => {
  const all = await verifyStreams(owner);
  const before = await verifySeals(owner, publicKey);
  expect(before).toMatchObject({ events: all.events, waiting: 0, wrong: null });
  expect(before.seals).toBeGreaterThanOrEqual(3);
  await write('one more');
  expect(await verifySeals(owner, publicKey)).toMatchObject({ seals: before.seals, waiting: 1 });
  expect(await sealUpToNow(owner, KEY)).toMatchObject({ seals: 1, events: 1, whole: true });
  expect(await sealEvents(owner, KEY)).toEqual({ seals: 0, events: 0 });
});

test('the worker seals by the clock, as the worker; whoever seals beside it is not in its way', async () => {
  const names = [...crontab.matchAll(/^\S+ \S+ \S+ \S+ \S+ (\S+)/gm)].map(([, name]) => name);
  const known = (['decide', 'ask', 'send'] as const).flatMap((lane) => Object.keys(tasksOf(lane, {} as never)));
  expect(known).toEqual(expect.arrayContaining(names));
  expect(names).toContain('seal-log');
  const before = await newest();
  await write('by the worker');
  while ((await newest()).number === before.number) {
    const seal = () => sealLog.handler({ store }, {} as never, {} as never);
    await Promise.all([seal(), seal(), sealEvents(owner, KEY)]);
  }
  expect((await newest()).number).toBe(before.number + 1);
  expect((await verifySeals(owner, publicKey)).wrong).toBeNull();
});

test('an event that is not yet committed holds back what may come to stand after it', async () => {
  const before = await verifySeals(owner, publicKey);
  const sealed = await owner.begin(async (tx) => {
    // it has its place already, but is invisible
    await tx`select pg_current_xact_id()`;
    await write('while a transaction is open');
    return sealUpToNow(owner, KEY, 0);
  });
  expect(sealed).toMatchObject({ events: 0, whole: false });
  expect(await sealUpToNow(owner, KEY)).toMatchObject({ events: 1, whole: true });
  expect((await verifySeals(owner, publicKey)).events).toBe(before.events + 1);
});

test('a long backlog becomes several seals', async () => {
  const { events } = await verifySeals(owner, publicKey);
  await owner`
    insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
    select 't3', 'setting-' || n, 1, 'SettingChanged', 1, '{"d":{"value":"x"}}', 'user:u1', 'c1', '2026-03-01', log.event_hash(
      't3', 'setting-' || n, 1, 'SettingChanged', 1, 'user:u1', 'c1', null, '2026-03-01', '', '{"d":{"value":"x"}}')
    from generate_series(1, 5000) n`;
  expect(await sealUpToNow(owner, KEY)).toMatchObject({ seals: 2, events: 5000 });
  expect(await verifyRecord(owner, KEY, { against: await outside() })).toMatchObject([
    { check: 'chains', ok: true },
    { check: 'seals', ok: true, wrong: null },
    { check: 'outside', ok: true },
  ]);
  expect((await verifySeals(owner, publicKey)).events).toBe(events + 5000);
  expect((await verifyStreams(owner, undefined, { worthAThread: 2 })).wrong).toBeNull();
});

test('events that wait for a seal for longer than a worker takes are a warning', async () => {
  const warned = async () => (await verifyRecord(owner, KEY)).find(({ check }) => check === 'seals');
  expect(await warned()).not.toHaveProperty('warning');
  const undone = new Error('undone');
  await owner
    .begin(async (tx) => {
      await tx`alter table log.seals disable trigger seals_append_only`;
      await tx`delete from log.seals where number = (select max(number) from log.seals)`;
      const [, seals] = await verifyRecord(tx, KEY);
      expect(seals).toMatchObject({
        ok: true,
        warning: expect.stringMatching(/events are older than 5 minutes and not sealed/),
      });
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
});

test('nobody changes or takes away a seal, and another SECRET_KEY seals nothing on top', async () => {
  await expect(owner`update log.seals set events = 1`).rejects.toMatchObject({ code: 'PP002' });
  await expect(owner`delete from log.seals`).rejects.toMatchObject({ code: 'PP002' });
  await expect(store.sql`insert into log.seals select * from log.seals`).rejects.toMatchObject({ code: '42501' });
  const { sql: api } = await db.open('api', 1);
  await expect(api`select log.unsealed(0, '0'::xid8, 0, 1)`).rejects.toMatchObject({ code: '42501' });
  await expect(sealEvents(owner, masterKey('f'.repeat(64)))).rejects.toBeInstanceOf(ForeignSeal);
});

describe('the seal kept outside', () => {
  const file = () => path.join(folder, 'seal.json');
  const kept = () => parseSealFile(readFileSync(file(), 'utf8')) as SealFile;

  test('follows the newest one, whoever made it, and is whole at any moment', async () => {
    const said: string[] = [];
    const keeping = await watchSeals(store.sql, KEY, file(), (line) => said.push(line), 20);
    await write('outside');
    await sealUpToNow(owner, KEY);
    await keeping.stop();
    expect(kept()).toEqual(await outside());
    expect(readdirSync(folder)).toEqual(['seal.json']);
    expect(said).toEqual([]);
  });

  test('is not replaced by a database that does not hold it', async () => {
    const ahead = { ...kept(), seal: { ...kept().seal, number: kept().seal.number + 5 } };
    writeFileSync(file(), JSON.stringify(ahead));
    expect(await keepSealOutside(store.sql, KEY, file())).toMatchObject({
      cause: 'behind_seal',
      text: expect.stringMatching(/does not have: it was restored from an older copy/),
    });
    expect(kept()).toEqual(ahead);
    writeFileSync(file(), '{"format":"partner-pilot seal","version":1}');
    expect(await keepSealOutside(store.sql, KEY, file())).toMatchObject({
      cause: 'unreadable_seal',
      text: expect.stringMatching(/is not whole/),
    });
  });

  test('a place that cannot be written is said once, and is no end of the world', async () => {
    const said: string[] = [];
    const keeping = await watchSeals(
      store.sql,
      KEY,
      path.join(folder, 'no', 'seal.json'),
      (line) => said.push(line),
      5,
    );
    await wait(60);
    await keeping.stop();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/cannot be written \(ENOENT\)/);
  });
});

test('whatever the owner of the tables does to the log is found', async () => {
  const small = await freshDatabase();
  try {
    const writer = await small.open('api');
    const { sql } = await small.open('owner');
    for (const seed of [4, 5, 6]) {
      await randomHistories(writer, ['t1', 't2'], 60, seed);
      await sealUpToNow(sql, KEY);
    }
    const seal = await newestSeal(sql);
    if (!seal) throw new Error('Nothing is sealed.');
    const against = { ...(await outside()), seal };
    expect((await verifyRecord(sql, KEY, { against })).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await notFound(sql, KEY, against, 60, seeded(42))).toEqual([]);
  } finally {
    await small.drop();
  }
});

test('a log that was rewritten and sealed with another key is found, also without the seal kept outside', async () => {
  const undone = new Error('undone');
  const tampered = owner.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`alter table log.seals disable trigger seals_append_only`;
    await TAMPERINGS.reseal(tx, seeded(42), KEY);
    expect(await verifySeals(tx, publicKey)).toMatchObject({
      wrong: { seal: 1, reason: 'it was altered, or not signed with this SECRET_KEY' },
    });
    throw undone;
  });
  await expect(tampered).rejects.toBe(undone);
});

test('a restored database verifies, and is sealed on in its new epoch', async () => {
  const file = path.join(folder, 'backup');
  await write('before the backup');
  await takeBackup(owner, KEY, file);
  const other = await freshDatabase();
  try {
    await restoreBackup({ file, ownerUrl: other.url, secretKey: TEST_SECRET, erasures: [], say: () => undefined });
    const life = await other.open('api');
    const { sql } = await other.open('owner');
    await life.run(changeSetting('t1', 'a', 'in the new epoch'));
    expect(await sealUpToNow(sql, KEY)).toMatchObject({ events: 2, whole: true });
    expect((await newestSeal(sql))?.epoch).toBe(2);
    // a seal of before is in it, and so is all that it covers
    expect((await verifyRecord(sql, KEY, { against: await outside() })).map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
    ]);
  } finally {
    await other.drop();
  }
});
