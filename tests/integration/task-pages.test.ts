import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRuns, peopleOfCampaign, waitingMessages } from '../../db/read/messages.ts';
import { partnerIds } from '../../db/read/partners.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
});
afterAll(() => db.drop());

test('tasks read a tenant in pages, each row once', async () => {
  const { sql } = await db.open('owner');
  await sql`
    insert into read.partners (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'partner-p' || i, 1, 1, now(), jsonb_build_object('status', case i when 1 then 'deleted' when 2 then 'pending' else 'approved' end,
      'contact', jsonb_build_object('email', i || '@run.example'))
    from generate_series(1, 502) i, unnest(array['t1', 't2']) t`;
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'message-c.p' || i || '.' || step, 1, 1, now(),
      jsonb_build_object('campaignId', 'c', 'partnerId', 'p' || i, 'step', step::text,
        'status', case i when 3 then 'cancelled' else 'drafted' end,
        'lastRun', case when i < 3 then jsonb_build_object('runId', 'r', 'outcome', 'generated') end)
    from generate_series(1, 502) i, generate_series(1, 2) step, unnest(array['t1', 't2']) t`;
  const read = async <Row>(pages: AsyncGenerator<Row[]>) => {
    const sizes: number[] = [];
    const rows = new Set<Row>();
    for await (const page of pages) {
      sizes.push(page.length);
      for (const row of page) rows.add(row);
    }
    return { sizes, rows };
  };
  const people = await read(peopleOfCampaign(store, 't1', 'c'));
  expect([people.sizes, people.rows.size]).toEqual([[100, 100, 100, 100, 100, 2], 502]);
  const ids = await read(partnerIds(store, 't1'));
  expect([ids.sizes, ids.rows.size, ids.rows.has('p1')]).toEqual([[500, 1], 501, false]);
  expect((await read(partnerIds(store, 't1', 'pending'))).rows).toEqual(new Set(['p2']));
  const waiting = await read(waitingMessages(store, 't1'));
  expect([waiting.sizes, new Set([...waiting.rows].map(({ id }) => id)).size]).toEqual([[500, 500, 2], 1_002]);
  expect(await lastRuns(store, 't1', ['c.p1.1', 'c.p9.1'])).toEqual([{ runId: 'r', outcome: 'generated' }]);
});
