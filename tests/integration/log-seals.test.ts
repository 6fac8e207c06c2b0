import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import type { Sql, Tx } from '../../db/connection/connect.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { openCheckpoint, originOf, type SignedCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import { consistencyProof, inclusionProof, isConsistent, rootFrom } from '../../db/seal/merkle.ts';
import { signerOf } from '../../db/seal/note.ts';
import { newestSeal, type Seal, sealsAfter } from '../../db/seal/readSeals.ts';
import { ForeignSeal, sealEvents, sealUpToNow } from '../../db/seal/sealEvents.ts';
import { keepSealOutside, parseSealFile, watchSeals } from '../../db/seal/sealFile.ts';
import { signingKey, signingSecret } from '../../db/seal/signingKey.ts';
import { treeNodes } from '../../db/seal/treeNodes.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { verifySeals } from '../../db/verify/seals.ts';
import { type Check, verifyRecord } from '../../db/verify/verifyLog.ts';
import { crontab, tasksOf } from '../../worker/taskList.ts';
import { sealLog } from '../../worker/tasks/sealLog.ts';
import { seeded } from '../faults/seeded.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { randomHistories } from '../support/histories.ts';
import { changeSetting } from '../support/log.ts';
import { notFound, TAMPERINGS } from '../support/tampering.ts';

const KEY = masterKey(TEST_SECRET);
let folder: string;
let db: TestDatabase;
let store: Store;
let owner: Sql;
let installation: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-seals-'));
  db = await freshDatabase();
  store = await db.open('worker');
  owner = (await db.open('owner')).sql;
  installation = (await signingKey(owner, KEY)).id;
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
const opened = ({ note }: Seal): SignedCheckpoint => {
  const checkpoint = openCheckpoint(note);
  if (!checkpoint) throw new Error('The seal is no checkpoint.');
  return checkpoint;
};
const outside = async (): Promise<SignedCheckpoint> => opened(await newest());

test('every event is in one seal, none is sealed twice, and what comes later waits for the next', async () => {
  const all = await verifyStreams(owner);
  const before = await verifySeals(owner, installation);
  expect(before).toMatchObject({ events: all.events, waiting: 0, wrong: null });
  expect(before.seals).toBeGreaterThanOrEqual(3);
  await write('one more');
  expect(await verifySeals(owner, installation)).toMatchObject({ seals: before.seals, waiting: 1 });
  expect(await sealUpToNow(owner, KEY)).toMatchObject({ seals: 1, events: 1, whole: true });
  expect(await sealEvents(owner, KEY)).toEqual({ seals: 0, events: 0 });
});

test('the worker seals by the clock, as the worker; whoever seals beside it is not in its way', async () => {
  const names = [...crontab.matchAll(/^\S+ \S+ \S+ \S+ \S+ (\S+)/gm)].map(([, name]) => name);
  const known = (['decide', 'ask', 'send', 'tell'] as const).flatMap((lane) => Object.keys(tasksOf(lane, {} as never)));
  expect(known).toEqual(expect.arrayContaining(names));
  expect(names).toContain('seal-log');
  const before = await newest();
  await write('by the worker');
  while ((await newest()).number === before.number) {
    const seal = () => sealLog.handler({ store, witnesses: [] }, {} as never, {} as never);
    await Promise.all([seal(), seal(), sealEvents(owner, KEY)]);
  }
  expect((await newest()).number).toBe(before.number + 1);
  expect((await verifySeals(owner, installation)).wrong).toBeNull();
});

test('an event that is not yet committed holds back what may come to stand after it', async () => {
  const before = await verifySeals(owner, installation);
  const sealed = await owner.begin(async (tx) => {
    // it has its place already, but is invisible
    await tx`select pg_current_xact_id()`;
    await write('while a transaction is open');
    return sealUpToNow(owner, KEY, 0);
  });
  expect(sealed).toMatchObject({ events: 0, whole: false });
  expect(await sealUpToNow(owner, KEY)).toMatchObject({ events: 1, whole: true });
  expect((await verifySeals(owner, installation)).events).toBe(before.events + 1);
});

/** So many streams with an event each. */
const manyEvents = (sql: Sql, count: number) => sql`
  insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
  select 't3', 'setting-' || n, 1, 'SettingChanged', 1, '{"d":{"value":"x"}}', 'user:u1', 'c1', a.at, log.event_hash(
    't3', 'setting-' || n, 1, 'SettingChanged', 1, 'user:u1', 'c1', null, a.at, '', '{"d":{"value":"x"}}')
  from generate_series(1, ${count}::int) n, (select now() as at) a`;

test('a long backlog becomes one seal, and its tree proves each event and each tree before', async () => {
  const large = await freshDatabase();
  try {
    const writer = await large.open('worker');
    const { sql } = await large.open('owner');
    await writer.run(changeSetting('t1', 'a', 'first'));
    await sealUpToNow(sql, KEY);
    await manyEvents(sql, 40_000);
    expect(await sealUpToNow(sql, KEY)).toMatchObject({ seals: 1, events: 40_000, whole: true });
    const seals = (await sealsAfter(sql, 0, 9)).map(opened);
    expect((await verifyRecord(sql, KEY, { against: seals[0] })).map(({ wrong }) => wrong)).toEqual([[], [], []]);
    expect((await verifyStreams(sql, undefined, { worthAThread: 2 })).wrong).toEqual([]);
    await writer.run(changeSetting('t1', 'a', 'last'));
    // other databases of the server may hold the horizon back
    const sealed = async () => {
      await sealEvents(sql, KEY);
      return opened((await newestSeal(sql)) as Seal);
    };
    await expect.poll(async () => (await sealed()).size, { timeout: 10_000 }).toBe(40_002);
    const head = await sealed();
    const node = treeNodes(writer.sql);
    for (const index of [0, 300, 32_768, head.size - 1]) {
      const proof = await inclusionProof(node, index, head.size);
      expect(rootFrom(await node(0, index), index, head.size, proof)).toEqual(head.root);
    }
    for (const old of seals)
      expect(isConsistent(old, head, await consistencyProof(node, old.size, head.size))).toBe(true);
  } finally {
    await large.drop();
  }
}, 60_000);

/** What `verify` says of the seals after a change that is undone. */
async function afterChange(change: (tx: Tx) => Promise<unknown>) {
  const undone = new Error('undone');
  let check: Check | undefined;
  await owner
    .begin(async (tx) => {
      await tx`alter table log.seals disable trigger seals_append_only`;
      await change(tx);
      check = (await verifyRecord(tx, KEY)).find(({ check: name }) => name === 'seals');
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return check;
}

const forged = (stream: string, at: string) => (tx: Tx) =>
  tx`
  insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
  select 't9', ${stream}, 1, 'SettingChanged', 1, '{"d":{"value":"x"}}', 'user:u1', 'c1', a.at, log.event_hash(
    't9', ${stream}, 1, 'SettingChanged', 1, 'user:u1', 'c1', null, a.at, '', '{"d":{"value":"x"}}')
  from (select clock_timestamp() + ${at}::text::interval as at) a`;

test('events that wait for a seal for longer than ten minutes are wrong', async () => {
  expect(await afterChange(forged('setting-new', '-9 minutes'))).toMatchObject({ ok: true });
  expect(await afterChange(forged('setting-late', '-11 minutes'))).toMatchObject({
    ok: false,
    wrong: [{ tenant: 't9', streamId: 'setting-late', version: 1, recordedAt: expect.any(String) }],
  });
});

test.each([
  ['an hour back', '-1 hour'],
  ['a year ahead', '1 year'],
])('an event that was dated %s is found after it was sealed', async (_, at) => {
  const check = await afterChange(async (tx) => {
    await forged('setting-dated', at)(tx);
    // the event itself has no other transaction to wait for
    await tx`update log.epochs set epoch = epoch + 1 where epoch = (select max(epoch) from log.epochs)`;
    expect(await sealEvents(tx, KEY)).toEqual({ seals: 1, events: 1 });
  });
  expect(check).toMatchObject({
    ok: false,
    counts: { misdated: 1, late: 0 },
    wrong: [{ tenant: 't9', streamId: 'setting-dated', version: 1, reason: expect.stringContaining('back-dated') }],
  });
});

test('each event that was dated back is named, up to a thousand', async () => {
  const check = await afterChange(async (tx) => {
    await tx`
      insert into log.events (tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
      select 't9', 'setting-' || n, 1, 'SettingChanged', 1, '{"d":{"value":"x"}}', 'user:u1', 'c1', a.at, log.event_hash(
        't9', 'setting-' || n, 1, 'SettingChanged', 1, 'user:u1', 'c1', null, a.at, '', '{"d":{"value":"x"}}')
      from generate_series(1, 1002) n, (select clock_timestamp() - interval '1 hour' as at) a`;
    await tx`update log.epochs set epoch = epoch + 1 where epoch = (select max(epoch) from log.epochs)`;
    expect(await sealEvents(tx, KEY)).toEqual({ seals: 1, events: 1_002 });
  });
  expect(check).toMatchObject({ ok: false, counts: { misdated: 1_002 } });
  expect(check?.wrong).toHaveLength(1_001);
  expect(check?.wrong.slice(0, 2)).toMatchObject([
    {
      at: expect.stringMatching(/^t9 setting-1@1 of 2/),
      tenant: 't9',
      streamId: 'setting-1',
      version: 1,
      recordedAt: expect.any(String),
    },
    { at: expect.stringMatching(/^t9 setting-2@1 of 2/) },
  ]);
  expect(check?.wrong.at(-1)?.at).toBe('2 more events');
});

test('nobody changes or takes away a seal, and another SECRET_KEY seals nothing on top', async () => {
  await expect(owner`update log.seals set size = 1`).rejects.toMatchObject({ code: 'PP002' });
  await expect(owner`delete from log.seals`).rejects.toMatchObject({ code: 'PP002' });
  await expect(store.sql`insert into log.seals select * from log.seals`).rejects.toMatchObject({ code: '42501' });
  const { sql: api } = await db.open('api', 1);
  await expect(api`select log.unsealed(0, '0'::xid8, 0, 1)`).rejects.toMatchObject({ code: '42501' });
  await expect(owner`delete from log.tile_hashes`).rejects.toMatchObject({ code: 'PP002' });
  await write('before another key');
  await expect(sealEvents(owner, masterKey('f'.repeat(64)))).rejects.toThrow(/signing key .* damaged/);
  await expect(
    owner.begin(async (tx) => {
      await tx`update vault.secrets set sealed = ${signingSecret(KEY)} where secret_id = 'signing-key'`;
      await sealEvents(tx, KEY);
    }),
  ).rejects.toBeInstanceOf(ForeignSeal);
});

describe('the seal kept outside', () => {
  const file = () => path.join(folder, 'checkpoint');
  const kept = () => parseSealFile(readFileSync(file(), 'utf8')) as SignedCheckpoint;

  test('follows the newest one, whoever made it, and is whole at any moment', async () => {
    const said: string[] = [];
    const keeping = await watchSeals(store.sql, KEY, file(), (line) => said.push(line), 20);
    await write('outside');
    await sealUpToNow(owner, KEY);
    await keeping.stop();
    expect(kept()).toEqual(await outside());
    expect(readdirSync(folder)).toEqual(['checkpoint']);
    expect(said).toEqual([]);
  });

  test('is not replaced by a database that does not hold it', async () => {
    const key = await signingKey(owner, KEY);
    const ahead = signCheckpoint({ size: kept().size + 5, root: kept().root }, key, (await newest()).sealedAt);
    writeFileSync(file(), ahead);
    expect(await keepSealOutside(store.sql, KEY, file())).toMatchObject({
      cause: 'behind_seal',
      text: expect.stringMatching(/does not have: it was restored from an older copy/),
    });
    expect(readFileSync(file(), 'utf8')).toBe(ahead);
    writeFileSync(file(), ahead.slice(0, -1));
    expect(await keepSealOutside(store.sql, KEY, file())).toMatchObject({
      cause: 'unreadable_seal',
      text: expect.stringMatching(/is no checkpoint/),
    });
  });

  test('of another installation freezes, and `verify` says so', async () => {
    const foreign = signerOf(Buffer.alloc(32, 5), originOf);
    writeFileSync(file(), signCheckpoint({ size: 1, root: Buffer.alloc(32) }, foreign, '2026-01-01T00:00:00.000000Z'));
    expect(await keepSealOutside(store.sql, KEY, file())).toMatchObject({
      cause: 'foreign_seal',
      text: expect.stringContaining('another installation'),
    });
    const checks = await verifyRecord(owner, KEY, { against: kept() });
    expect(checks.find(({ check }) => check === 'outside')).toMatchObject({ ok: false });
  });

  test('keeps its owner and mode', async () => {
    rmSync(file());
    expect(await keepSealOutside(store.sql, KEY, file())).toBeNull();
    chmodSync(file(), 0o640);
    if (process.getuid?.() === 0) chownSync(file(), 1234, 1235);
    const { uid, gid } = statSync(file());
    await write('after chown');
    await sealUpToNow(owner, KEY);
    expect(await keepSealOutside(store.sql, KEY, file())).toBeNull();
    expect(kept()).toEqual(await outside());
    expect(statSync(file())).toMatchObject({ uid, gid, mode: 0o100640 });
  });

  test('a place that cannot be written is said once, and is no end of the world', async () => {
    const said: string[] = [];
    const keeping = await watchSeals(
      store.sql,
      KEY,
      path.join(folder, 'no', 'checkpoint'),
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
    await manyEvents(sql, 300);
    await sealUpToNow(sql, KEY);
    const against = openCheckpoint((await newestSeal(sql))?.note ?? '') ?? undefined;
    if (!against) throw new Error('Nothing is sealed.');
    expect((await verifyRecord(sql, KEY, { against })).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await notFound(sql, KEY, against, 72, seeded(42))).toEqual([]);
  } finally {
    await small.drop();
  }
});

test('a log that was rewritten and sealed with another key is found, also without the seal kept outside', async () => {
  const undone = new Error('undone');
  const tampered = owner.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`alter table log.seals disable trigger seals_append_only`;
    await tx`alter table log.tile_hashes disable trigger tile_hashes_append_only`;
    await TAMPERINGS.reseal(tx, seeded(42), KEY);
    expect(await verifySeals(tx, installation)).toMatchObject({
      wrong: { seal: 1, reason: 'it was altered, or not signed with the key of this installation' },
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
    // the two of before and after, and the beginning of the epoch
    expect(await sealUpToNow(sql, KEY)).toMatchObject({ events: 3, whole: true });
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
