import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { type Cursor, type Head, readHeads } from '../../db/log/tail.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { ref, type Store } from '../../db/store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { changeSetting, changeSettingAtLast, storedVersions } from '../support/log.ts';

let db: TestDatabase;
let store: Store;
let owner: Sql;
const WRITERS = Array.from({ length: 16 }, (_, index) => index);

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api', 24);
  owner = (await db.open('owner')).sql;
});
afterAll(() => db.drop());

test('16 writers on one stream: each version once, no hole, and the chain verifies', async () => {
  const versions = await Promise.all(
    WRITERS.map(async (writer) => {
      const made: number[] = [];
      for (let round = 0; round < 10; round += 1)
        made.push(await changeSettingAtLast(store, 'one', 'x', `${writer}/${round}`));
      return made;
    }),
  );
  const sorted = versions.flat().sort((a, b) => a - b);
  expect(sorted).toEqual(Array.from({ length: 160 }, (_, index) => index + 1));
  const stored = (await storedVersions(owner)).filter(({ tenant_id }) => tenant_id === 'one');
  expect(stored.map(({ version }) => version)).toEqual(sorted);
  expect((await store.load('one', ref('setting', 'x'))).version).toBe(160);
  expect(await verifyStreams(owner, 'one')).toEqual({ events: 160, streams: 1, wrong: [] });
});

test('a tail reader beside 16 writers on many streams sees every event once and in order, while slow transactions stay open', async () => {
  let writing = true;
  const seen: Head[] = [];
  let cursor: Cursor = { epoch: 0, tx: '0', position: '0' };
  const total = async () => Number((await owner<{ n: string }[]>`select count(*) as n from log.events`)[0]?.n);

  async function read(): Promise<void> {
    for (let late = 0; ; ) {
      const done = !writing;
      const heads = await readHeads(store.sql, cursor, 1 + Math.floor(Math.random() * 60));
      seen.push(...heads);
      cursor = heads.at(-1)?.cursor ?? cursor;
      if (heads.length === 0 && done) {
        if (seen.length >= (await total())) return;
        // a skipped event never comes: the comparison below names it
        late = late || performance.now() + 5_000;
        if (performance.now() > late) return;
      }
      await wait(Math.random() * 5);
    }
  }
  // commits whose transaction begins early and ends late: a cursor by position alone would skip them
  async function writeSlowly(name: number): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      await store.sql
        .begin(async (tx) => {
          await store.runIn(tx, changeSetting(`slow${name}`, `s${round}`, 'slow'));
          await wait(20 + Math.random() * 120);
          if (round % 4 === 3) throw new Error('rolled back');
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'));
    }
  }
  const reading = read();
  await Promise.all([
    ...WRITERS.map(async (writer) => {
      for (let round = 0; round < 30; round += 1) {
        await changeSettingAtLast(store, `many${writer % 4}`, `s${round % 7}`, `${writer}/${round}`);
      }
    }),
    writeSlowly(1),
    writeSlowly(2),
    writeSlowly(3),
  ]);
  writing = false;
  await reading;

  const key = ({ tenant, streamId, version }: Head) => `${tenant} ${streamId} ${version}`;
  const stored = (await storedVersions(owner)).map((row) => `${row.tenant_id} ${row.stream_id} ${row.version}`);
  expect(new Set(seen.map(key)).size).toBe(seen.length);
  expect(seen.map(key).sort()).toEqual(stored.sort());
  const heads = new Map<string, number>();
  for (const { tenant, streamId, version } of seen) {
    expect(version).toBe((heads.get(`${tenant} ${streamId}`) ?? 0) + 1);
    heads.set(`${tenant} ${streamId}`, version);
  }
  expect((await verifyStreams(owner)).wrong).toEqual([]);
});

test.each(['tail', 'tail_heads', 'feed'])('log.%s goes past no event that is not yet committed', async (reader) => {
  const [end] = await owner<{ epoch: number; tx: string; position: string }[]>`
    select epoch, tx::text, position::text from log.events order by epoch desc, events.tx desc, position desc limit 1`;
  const { epoch, tx, position } = end ?? { epoch: 0, tx: '0', position: '0' };
  const read = async () =>
    (await owner.unsafe(`select stream_id from log.${reader}(${epoch}, '${tx}', ${position}, 100)`)).map(
      ({ stream_id }) => stream_id,
    );
  await store.sql.begin(async (open) => {
    await store.runIn(open, changeSetting(reader, 'begun-first', 'x'));
    await store.run(changeSetting(reader, 'committed-first', 'x'));
    expect(await read()).toEqual([]);
  });
  // other tests of the same server have open transactions, too
  await vi.waitFor(
    async () => expect(await read()).toEqual(['setting-begun-first', 'setting-committed-first']),
    10_000,
  );
});

test('a new epoch: the events of older ones are all readable, before its own, in their order', async () => {
  const before = await readHeads(store.sql, { epoch: 0, tx: '0', position: '0' }, 100_000);
  // like a restore into another cluster, whose transaction ids start lower
  await owner`insert into log.epochs (epoch, system_identifier) select max(epoch) + 1, 'another cluster' from log.epochs`;
  await store.run(changeSetting('one', 'x', 'after the restore'));
  // other tests of the same server have open transactions, too
  const after = await vi.waitFor(async () => {
    const heads = await readHeads(store.sql, { epoch: 0, tx: '0', position: '0' }, 100_000);
    expect(heads.slice(0, before.length)).toEqual(before);
    expect(
      heads.slice(before.length).map(({ streamId, version, cursor }) => ({ streamId, version, epoch: cursor.epoch })),
    ).toEqual([{ streamId: 'setting-x', version: 161, epoch: (before.at(-1)?.cursor.epoch ?? 0) + 1 }]);
    return heads;
  }, 10_000);

  // an event of an old epoch is readable even when its transaction id lies beyond the horizon of this cluster
  await owner`alter table log.events disable trigger events_append_only`;
  await owner`update log.events set tx = '99999999999' where tenant_id = 'one' and version = 160`;
  await owner`alter table log.events enable always trigger events_append_only`;
  const high = await readHeads(store.sql, { epoch: 0, tx: '0', position: '0' }, 100_000);
  expect(high).toHaveLength(after.length);
  expect(high.at(-1)?.version).toBe(161);
});
