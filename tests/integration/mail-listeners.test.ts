/** A worker picks its mailboxes to listen to when there are too many. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../db/store.ts';
import { claimListeners } from '../../worker/mailListeners.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await freshDatabase();
  store = await database.open('worker');
});
afterAll(() => database.drop());
beforeEach(() => store.sql`delete from queue.mail_listeners`);

/** As many mailboxes of each tenant. */
const mailboxes = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([tenant, count]) =>
    Array.from({ length: count }, (_, index) => ({ tenant, mailbox: `${tenant}${index}` })),
  );
const claimed = async (wanted: ReturnType<typeof mailboxes>, most: number, worker = 'w1') =>
  [...(await claimListeners(store.sql, worker, wanted, most))].sort();

test('each tenant has one before any has two, whatever their ids', async () => {
  const wanted = mailboxes({ a: 5, b: 1, c: 1 });
  expect(await claimed(wanted, 4)).toEqual(['a a0', 'a a1', 'b b0', 'c c0']);
});

test('one who comes later takes the place of one of many, and the others stay', async () => {
  expect(await claimed(mailboxes({ a: 5 }), 3)).toEqual(['a a0', 'a a1', 'a a2']);
  const wanted = mailboxes({ a: 5, z: 1 });
  expect(await claimed(wanted, 3)).toEqual(['a a0', 'a a1', 'z z0']);
  expect(await claimed(wanted, 3)).toEqual(['a a0', 'a a1', 'z z0']);
  // another worker takes the rest
  expect(await claimed(wanted, 3, 'w2')).toEqual(['a a2', 'a a3', 'a a4']);
});

test('a tenant that is listened to keeps its place beside more tenants than there are places', async () => {
  expect(await claimed(mailboxes({ m: 1 }), 2)).toEqual(['m m0']);
  const many = mailboxes(Object.fromEntries([...'abcdefghmxyz'].map((tenant) => [tenant, 1])));
  expect(await claimed(many, 2)).toContain('m m0');
});
