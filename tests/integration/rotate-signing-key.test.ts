import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { restoreBackup } from '../../db/backup/restore.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import type { Sql, Tx } from '../../db/connection/connect.ts';
import { openCheckpoint, signCheckpoint } from '../../db/seal/checkpoint.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { KeyOrder, rotationNotes } from '../../db/seal/keyOrder.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealEvents, sealUpToNow } from '../../db/seal/sealEvents.ts';
import { keepSealOutside, objectionOfSeal, parseSealFile } from '../../db/seal/sealFile.ts';
import { firstSigningKey, replaceSigningKey, type SigningKey, signingKey } from '../../db/seal/signingKey.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { verifyAgainst, verifySeals } from '../../db/verify/seals.ts';
import { audit } from '../support/audit.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';

const KEY = masterKey(TEST_SECRET);
let folder: string;
let db: TestDatabase;
let store: Store;
let owner: Sql;
let file: string;
let old: SigningKey;
let before: string;
let backup: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-signing-'));
  file = path.join(folder, 'seal');
  backup = path.join(folder, 'backup');
  db = await freshDatabase();
  store = await db.open('worker');
  owner = (await db.open('owner')).sql;
  for (const [name, value] of Object.entries({ DATABASE_URL: db.url, SECRET_KEY: TEST_SECRET, SEAL_FILE: file }))
    vi.stubEnv(name, value);
  await store.run(changeSetting('t1', 'a', 'of the old key'));
  await sealUpToNow(owner, KEY);
  await keepSealOutside(owner, KEY, file);
  old = await signingKey(owner, KEY);
  before = readFileSync(file, 'utf8');
  await takeBackup(owner, KEY, backup);
  expect((await audit('rotate', '--signing-key')).code).toBe(0);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const kept = (text: string) => {
  const checkpoint = parseSealFile(text);
  if (typeof checkpoint === 'string') throw new Error(checkpoint);
  return checkpoint;
};

test('another key signs, verify goes over both, and the installation stays the same', async () => {
  const { id } = await signingKey(owner, KEY);
  expect(id).not.toBe(old.id);
  expect(await firstSigningKey(owner, KEY)).toBe(old.id);
  await store.run(changeSetting('t1', 'a', 'of the new key'));
  await sealUpToNow(owner, KEY);
  const newest = await newestSeal(owner);
  expect(openCheckpoint(newest?.note ?? '')?.installation).toBe(id);
  expect(await verifySeals(owner, id)).toMatchObject({ wrong: null, waiting: 0 });
  expect((await audit('verify')).code).toBe(0);
  const marked = await watchHighWater({ sql: store.sql, master: KEY }, folder, (line) => expect.fail(line));
  await marked.stop();
});

test('the file outside has the note of the old key, and checkpoints of both are compared', async () => {
  const { id } = await signingKey(owner, KEY);
  const now = readFileSync(file, 'utf8');
  expect(now).toContain('\npartner-pilot key rotation\n');
  expect(kept(now)).toMatchObject({ installation: id, rotations: await rotationNotes(owner) });
  for (const text of [before, now]) expect(await verifyAgainst(owner, kept(text), id)).toBeNull();
  const stale = path.join(folder, 'stale');
  writeFileSync(stale, before);
  expect(await objectionOfSeal(owner, KEY, stale)).toBeNull();
  expect((await audit('verify', '--against', stale)).code).toBe(0);
  const exported = path.join(folder, 'export');
  expect((await audit('export', '--tenant', 'system', '--out', exported)).code).toBe(0);
  expect((await audit('verify', '--file', exported, '--against', file)).code).toBe(0);
});

test('a restored database of before the rotation is behind the file, not of another installation', async () => {
  const copy = await freshDatabase();
  try {
    await restoreBackup({
      file: backup,
      ownerUrl: copy.url,
      secretKey: TEST_SECRET,
      erasures: [],
      say: () => undefined,
    });
    const restored = (await copy.open('owner')).sql;
    expect((await signingKey(restored, KEY)).id).toBe(old.id);
    expect((await objectionOfSeal(restored, KEY, file))?.text).toMatch(/which this database does not have/);
  } finally {
    await copy.drop();
  }
});

test('no other statement joins two keys: none, one of another key, and an old key after its end are wrong', async () => {
  const { id } = await signingKey(owner, KEY);
  const notes = await rotationNotes(owner);
  expect(KeyOrder.of(notes, id).broken).toBe(false);
  expect(KeyOrder.of(notes, old.id).broken).toBe(true);
  const altered = notes.map((note) => note.replace(/\n(\d{1,11})\n\n/, '\n99999999999\n\n'));
  expect(altered).not.toEqual(notes);
  expect(KeyOrder.of(altered, id).broken).toBe(true);
  const undo = new Error('undo');
  const inUndone = (work: (tx: Tx) => Promise<void>) =>
    owner
      .begin(async (tx) => {
        await work(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  const last = await newestSeal(owner);
  const head = openCheckpoint(last?.note ?? '');
  if (!last || !head) throw new Error('Nothing is sealed.');
  // a key that nothing names
  await inUndone(async (tx) => {
    await replaceSigningKey(tx, KEY, head, new Date());
    const stranger = await signingKey(tx, KEY);
    expect((await verifySeals(tx, stranger.id)).wrong?.reason).toMatch(/do not lead to the key/);
    await expect(sealEvents(tx, KEY)).rejects.toThrow(/was not made by this installation/);
  });
  // the old key signs on
  await inUndone(async (tx) => {
    await tx.unsafe('alter table log.seals disable trigger user');
    const note = signCheckpoint(head, old, last.sealedAt);
    await tx`update log.seals set note = ${note} where number = ${last.number}`;
    const { wrong } = await verifySeals(tx, id);
    expect(wrong).toMatchObject({ seal: last.number });
    expect(wrong?.reason).toMatch(/not signed with the key/);
  });
});
