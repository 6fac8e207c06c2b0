import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../api/context.ts';
import { witnessRoutes } from '../../api/routes/witness.ts';
import type { Sql } from '../../db/connection/connect.ts';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { readSettings, settings } from '../../db/installation/settings.ts';
import { witnessStanding } from '../../db/read/health.ts';
import { signCheckpoint } from '../../db/seal/checkpoint.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import { consistencyProof } from '../../db/seal/merkle.ts';
import { readVerifierKey, verifierKey } from '../../db/seal/note.ts';
import { newestSeal } from '../../db/seal/readSeals.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import { type SigningKey, signingKey } from '../../db/seal/signingKey.ts';
import { treeNodes } from '../../db/seal/treeNodes.ts';
import { askWitness, forgetOtherWitnesses, type Witness } from '../../db/seal/witness.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';

const KEY = masterKey(TEST_SECRET);
let ours: TestDatabase;
let theirs: TestDatabase;
let store: Store;
let owner: Sql;
let key: SigningKey;
let witness: Witness;
let post: (url: string, body: string) => Promise<{ status: number; body: string }>;

beforeAll(async () => {
  [ours, theirs] = [await freshDatabase(), await freshDatabase()];
  store = await ours.open('worker');
  owner = (await ours.open('owner')).sql;
  key = await signingKey(owner, KEY);
  const other = await theirs.open('api');
  const { witness: cosigner } = await signingKey(other.sql, KEY);
  const logs = [readVerifierKey(verifierKey({ ...key, type: 1 }))].filter((one) => one !== null);
  const routes = witnessRoutes({ store: other, witnessedLogs: logs } as unknown as Deps);
  post = async (_, body) => {
    const answer = await routes.request('/api/witness/add-checkpoint', { method: 'POST', body });
    return { status: answer.status, body: await answer.text() };
  };
  witness = { url: 'http://witness', key: { ...cosigner, type: 4 } };
  await write('one');
});
afterAll(async () => {
  await ours.drop();
  await theirs.drop();
});

async function write(value: string): Promise<void> {
  await store.run(changeSetting('t1', 'a', value));
  await sealUpToNow(owner, KEY);
}
const noteNow = async () => (await newestSeal(owner))?.note ?? '';

test('a witness cosigns each checkpoint that follows from the one before', async () => {
  await askWitness(store.sql, witness, post);
  expect(await witnessStanding(store)).toEqual({
    asked: 1,
    current: 1,
    lastAt: expect.any(Date),
    trouble: null,
    mailedAt: null,
  });
  await write('two');
  expect(await witnessStanding(store)).toMatchObject({ asked: 1, current: 0 });
  await write('three');
  await askWitness(store.sql, witness, post);
  expect(await witnessStanding(store)).toMatchObject({ asked: 1, current: 1, trouble: null });
  // what we know of the witness is lost: it says where it is
  await owner`delete from log.witnesses`;
  await write('four');
  await askWitness(store.sql, witness, post);
  expect(await witnessStanding(store)).toMatchObject({ asked: 1, current: 1, trouble: null });
  await forgetOtherWitnesses(store.sql, []);
  expect(await witnessStanding(store)).toMatchObject({ asked: 0 });
});

test('a witness answers as c2sp.org/tlog-witness says', async () => {
  const note = await noteNow();
  const { size } = (await newestSeal(owner)) ?? { size: 0 };
  const status = async (body: string) => (await post('', body)).status;
  expect(await post('', `old 0\n\n${note}`)).toEqual({ status: 409, body: `${size}\n` });
  expect(await post('', `old ${size}\n\n${note}`)).toMatchObject({ status: 200 });
  expect(await status(`old ${size + 1}\n\n${note}`)).toBe(400);
  for (const body of ['', `old 01\n\n${note}`, `old ${size}\n${note}`, `old ${size}\n\nno note\n`])
    expect(await status(body)).toBe(400);
  expect(await status(`old ${size}\n\n${note.replace(`\n${size}\n`, `\n${size + 1}\n`)}`)).toBe(403);
  const { witness: stranger } = key;
  const at = '2026-03-02T08:00:00.000000Z';
  expect(await status(`old 0\n\n${signCheckpoint({ size: 1, root: Buffer.alloc(32) }, stranger, at)}`)).toBe(404);
  const proof = await consistencyProof(treeNodes(store.sql), 1, size);
  const rewritten = signCheckpoint({ size: size + 1, root: Buffer.alloc(32) }, key, at);
  const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
  expect(await status(`old ${size}\n${lines}\n${rewritten}`)).toBe(422);
  expect(await status(`old ${size}\n\n${signCheckpoint({ size, root: Buffer.alloc(32) }, key, at)}`)).toBe(422);
});

test('a witness that saw more, or another log, or does not answer, is a trouble', async () => {
  const troubleOf = async (answer: { status: number; body: string } | null) => {
    await write(`trouble ${JSON.stringify(answer)}`);
    await askWitness(store.sql, witness, async () => answer);
    return (await witnessStanding(store)).trouble;
  };
  expect(await troubleOf(null)).toBe('silent');
  expect(await troubleOf({ status: 404, body: '' })).toBe('refused');
  expect(await troubleOf({ status: 409, body: '999999\n' })).toBe('ahead');
  expect(await troubleOf({ status: 422, body: '' })).toBe('differs');
  expect(await troubleOf({ status: 200, body: '— someone AAAAAAAA\n' })).toBe('unproved');
  await askWitness(store.sql, witness, post);
  expect(await witnessStanding(store)).toMatchObject({ current: 1, trouble: null });
});

test('WITNESSES and WITNESSED_LOGS name addresses and keys', () => {
  const read = (env: Record<string, string>) =>
    readSettings({ WITNESSES: settings.WITNESSES, WITNESSED_LOGS: settings.WITNESSED_LOGS }, env);
  const [log, cosigner] = [verifierKey({ ...key, type: 1 }), verifierKey(witness.key)];
  expect(read({ WITNESSES: `https://w.example/x/ ${cosigner}`, WITNESSED_LOGS: `${log}, ${log}` })).toMatchObject({
    WITNESSES: [{ url: 'https://w.example/x', key: { name: witness.key.name } }],
    WITNESSED_LOGS: [{ name: key.name }, { name: key.name }],
  });
  for (const env of [{ WITNESSES: cosigner }, { WITNESSES: `https://w.example ${log}` }, { WITNESSED_LOGS: cosigner }])
    expect(() => read(env)).toThrow(/WITNESSE/);
});

test('the high-water file of another installation freezes sending, once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-mark-'));
  const said: string[] = [];
  const look = async () => (await watchHighWater(store, folder, (line) => said.push(line))).stop();
  try {
    await look();
    const file = path.join(folder, 'high-water.json');
    const mark = JSON.parse(readFileSync(file, 'utf8')) as object;
    expect(mark).toMatchObject({ installation: key.id });
    writeFileSync(file, JSON.stringify({ ...mark, installation: 'aa' }));
    await look();
    await look();
    expect(said).toEqual([expect.stringMatching(/of another installation/)]);
    expect(await sendingFrozen(owner)).toMatchObject({ cause: 'foreign_mark' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ installation: key.id });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
