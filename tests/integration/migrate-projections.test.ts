import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAs } from '../../db/connection/connect.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { outdatedTables } from '../../db/read/outdated.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { changeSetting } from '../support/log.ts';

let db: TestDatabase;
let api: Store;
let owner: Store;
beforeAll(async () => {
  db = await freshDatabase();
  api = await db.open('api');
  owner = await db.open('owner');
});
afterAll(() => db.drop());

/** Starts the program on this database again; answers its output. */
async function startAgain(): Promise<string[]> {
  const said: string[] = [];
  await migrate({ ownerUrl: db.url, secretKey: TEST_SECRET, say: (line) => said.push(line) });
  return said;
}

/** The rows that screens read. */
const shown = () =>
  readAs(api.sql, 't1', async (tx) => {
    const rows = await tx<{ state: unknown }[]>`select state from read.settings where stream_id = 'setting-a'`;
    return rows.map(({ state }) => state);
  });

const oldProgramWrites = () =>
  owner.sql`update read.settings set projection_version = 0, state = '{"of":"old"}' where stream_id = 'setting-a'`;

test('rows that another version of the program folded are made again at the next start', async () => {
  await api.run(changeSetting('t1', 'a', 'v'));
  await oldProgramWrites();
  expect(await startAgain()).toEqual([expect.stringContaining('settings')]);
  expect(await shown()).toEqual([{ value: 'v' }]);
});

test('two programs that start at once make them again once, and both go on', async () => {
  await oldProgramWrites();
  expect((await Promise.all([startAgain(), startAgain()])).flat()).toHaveLength(1);
  expect(await shown()).toEqual([{ value: 'v' }]);
});

test('rows of this version, also those written since, are left as they are', async () => {
  await api.run(changeSetting('t1', 'a', 'w'));
  const table = () => owner.sql`select 'read.settings'::regclass::oid as oid`;
  const before = await table();
  expect(await startAgain()).toEqual([]);
  expect(await table()).toEqual(before);
});

test('asking reads next to nothing of a long table', async () => {
  await owner.sql`
    insert into read.ai_calls (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select 't1', 'aicall-' || i, 1, 1, now(), jsonb_build_object('at', i::text) from generate_series(1, 60000) i`;
  await owner.sql`select brin_summarize_new_values('read.ai_calls_fold')`;
  const blocks = async () => {
    await owner.sql`select pg_stat_force_next_flush()`;
    const [row] = await owner.sql<{ read: number }[]>`
      select (heap_blks_read + heap_blks_hit)::int as read from pg_statio_all_tables where relid = 'read.ai_calls'::regclass`;
    return row?.read ?? 0;
  };
  const [size] = await owner.sql<{ pages: number }[]>`select (pg_relation_size('read.ai_calls') / 8192)::int as pages`;
  expect(size?.pages).toBeGreaterThan(500);
  const asker = await db.open('owner', 1);
  const before = await blocks();
  expect(await outdatedTables(asker.sql)).toEqual([]);
  await asker.sql`select pg_stat_force_next_flush()`;
  await asker.sql.end();
  expect((await blocks()) - before).toBeLessThan(200);
});

test('an event that this program does not know stops the start with a clear line', async () => {
  await owner.sql`select log.commit('t1', array['setting-new'], array[0], array[1], array['SettingInvented'], array[1],
    '{"d":{}}', '{"value":"live"}', array[false], array[2], 'user:u1', 'c', null, now(), null, null, null, null, null)`;
  await expect(startAgain()).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining('update this one'),
  });
  expect(await shown()).toEqual([{ value: 'w' }]);
});
