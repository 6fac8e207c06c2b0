import { hash } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicLogRoutes } from '../../api/routes/publicLog.ts';
import type { Sql } from '../../db/connection/connect.ts';
import { openCheckpoint } from '../../db/seal/checkpoint.ts';
import { consistencyProof, GrowingTree, isConsistent, type NodeReader, nodeHash } from '../../db/seal/merkle.ts';
import { sealUpToNow } from '../../db/seal/sealEvents.ts';
import type { Store } from '../../db/store.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';

const KEY = masterKey(TEST_SECRET);
let db: TestDatabase;
let store: Store;
let owner: Sql;
let routes: Hono;

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
  owner = (await db.open('owner')).sql;
  routes = new Hono().route('/', publicLogRoutes({ store, publicLog: true } as never) as never);
});
afterAll(() => db.drop());

const get = (path: string) => routes.request(`/api/log/${path}`);
const head = async () => {
  const checkpoint = openCheckpoint(await (await get('checkpoint')).text());
  if (!checkpoint) throw new Error('There is no checkpoint.');
  return checkpoint;
};
const write = async (count: number) => {
  for (let at = 0; at < count; at += 1) await store.run(changeSetting('t1', 'a', `value ${at} ${Math.random()}`));
  await sealUpToNow(owner, KEY);
};

/** A monitor that has no other source than the public files. */
const monitor =
  (size: number): NodeReader =>
  async (level, index) => {
    const [tileLevel, within] = [Math.floor(level / 8), level % 8];
    const first = index * 2 ** within;
    const tile = Math.floor(first / 256);
    const held = Math.min(256, Math.floor(size / 256 ** tileLevel) - tile * 256);
    const name = String(tile).padStart(3, '0');
    const answer = await get(`tile/${tileLevel}/${name}${held < 256 ? `.p/${held}` : ''}`);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    let row: Buffer[] = Array.from({ length: 2 ** within }, (_, at) =>
      bytes.subarray(((first % 256) + at) * 32, ((first % 256) + at + 1) * 32),
    );
    while (row.length > 1)
      row = row.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, row[at + 1] as Buffer)] : []));
    return row[0] as Buffer;
  };

test('a monitor proves from the public hashes alone that the log only grows', async () => {
  await write(3);
  const old = await head();
  await write(300);
  const now = await head();
  expect(now.size).toBeGreaterThan(300);
  const tree = await GrowingTree.at(now.size, monitor(now.size));
  expect(tree.root()).toEqual(now.root);
  expect(isConsistent(old, now, await consistencyProof(monitor(now.size), old.size, now.size))).toBe(true);
  expect(isConsistent({ size: old.size, root: hash('sha256', 'x', 'buffer') }, now, [])).toBe(false);
});

test('tiles are cached forever, a checkpoint for seconds', async () => {
  const { size } = await head();
  const full = await get('tile/0/000');
  expect((await full.arrayBuffer()).byteLength).toBe(256 * 32);
  expect(full.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const checkpoint = await get('checkpoint');
  expect(checkpoint.headers.get('Cache-Control')).toBe('public, max-age=10');
  expect(checkpoint.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const part = await get(`tile/0/001.p/${size - 256}`);
  expect((await part.arrayBuffer()).byteLength).toBe((size - 256) * 32);
});

test.each([
  'tile/0/001',
  'tile/0/001.p/256',
  'tile/0/001.p/0',
  'tile/0/1',
  'tile/0/x000/000',
  'tile/0/x999/x999/x999/x999/999',
  'tile/7/000',
  'tile/-1/000',
  'tile/entries/000',
  'tile/data/000',
])('%s is no tile', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('without PUBLIC_LOG there is nothing', async () => {
  const closed = new Hono().route('/', publicLogRoutes({ store } as never) as never);
  for (const path of ['checkpoint', 'tile/0/000']) expect((await closed.request(`/api/log/${path}`)).status).toBe(404);
});
