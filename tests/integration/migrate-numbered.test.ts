/** Numbered migrations, shown by an invented second one. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPending, migrate } from '../../db/migrate/migrate.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';

const SECOND = '0002_invented.sql';
let db: TestDatabase;
let owner: Store;
let folder: string;
beforeAll(async () => {
  db = await freshDatabase();
  owner = await db.open('owner');
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await cp('db/migrations', folder, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await db.drop();
});

const second = (text: string) => writeFile(path.join(folder, SECOND), text);
/** Starts like a program that has the second migration. */
const start = (upTo?: string) => owner.sql.begin((tx) => applyPending(tx, upTo, pathToFileURL(`${folder}/`)));

const applied = async () =>
  (await owner.sql<{ name: string }[]>`select name from migration.applied order by name`).map(({ name }) => name);
const inventedRows = () => owner.sql`select number from queue.invented`;

test('a database is made by the baseline alone', async () => {
  expect(await applied()).toEqual(['0001_baseline.sql']);
});

test('a migration that fails leaves nothing behind', async () => {
  await second('create table queue.invented (number int); select nothing from queue.invented');
  await expect(start()).rejects.toThrow('nothing');
  await expect(inventedRows()).rejects.toThrow('does not exist');
  expect(await applied()).not.toContain(SECOND);
});

test('the tables of a backup are made without the migrations after it', async () => {
  await second('create table queue.invented as select 1 as number');
  await start('0001_baseline.sql');
  expect(await applied()).not.toContain(SECOND);
});

test('a new migration runs once', async () => {
  await start();
  await start();
  expect(await inventedRows()).toEqual([{ number: 1 }]);
  expect(await applied()).toEqual(['0001_baseline.sql', SECOND]);
});

test('a program without that migration is too old for the database', async () => {
  await expect(migrate({ ownerUrl: db.url, secretKey: TEST_SECRET, say: () => undefined })).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining(`newer version of the program (${SECOND})`),
  });
});
