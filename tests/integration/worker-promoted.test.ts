import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { watchHighWater } from '../../db/seal/highWater.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';
import { until } from '../support/person.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-promoted-'));
const file = path.join(folder, 'high-water.json');
let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await freshDatabase();
  store = await database.open('worker');
  await store.run(changeSetting('t1', 'a', 'one'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const watch = (of: Pick<Store, 'sql' | 'master'>) => watchHighWater(of, folder, (line) => expect(line).toBe(''), 500);

test('after a promotion nothing leaves until each worker had time to compare its mark', async () => {
  const before = await watch(store);
  expect(await before.mark()).toBe(true);
  await before.stop();
  const mark = JSON.parse(readFileSync(file, 'utf8')) as { timeline: string };
  expect(mark.timeline).toMatch(/^[0-9A-F]{8}$/);
  writeFileSync(file, JSON.stringify({ ...mark, timeline: '0000FFFF' }));
  const after = await watch(store);
  expect(await after.mark()).toBe(false);
  await until(() => after.mark(), Boolean);
  await after.stop();
  expect(await sendingFrozen(store.sql)).toBeNull();
});

test('nothing leaves while the mark cannot be compared, though the next statement finds the database', async () => {
  let broken = false;
  const sql = new Proxy(store.sql, {
    apply(target, self, args) {
      if (broken) {
        broken = false;
        return Promise.reject(Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' }));
      }
      return Reflect.apply(target, self, args);
    },
  });
  const water = await watch({ sql, master: store.master });
  broken = true;
  expect(await water.mark()).toBe(false);
  expect(await water.mark()).toBe(true);
  await water.stop();
});
