import { afterAll, beforeAll, expect, test } from 'vitest';
import { availablePartners } from '../../db/read/partners.ts';
import type { Store } from '../../db/store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
});
afterAll(() => db.drop());

test('whom a campaign may add, with who else wrote to them and when last', async () => {
  const { sql } = await db.open('owner');
  const partners = 50;
  await sql`
    insert into read.partners (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'partner-p' || i, 1, 1, now(),
      jsonb_build_object('status', 'approved', 'emailStatus', 'email_found', 'createdAt', '2026-01-01', 'contact', jsonb_build_object('email', i || '@run.example'))
    from generate_series(1, ${partners}::int) i, unnest(array['t1', 't2']) t`;
  await sql`
    insert into read.campaigns (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'campaign-c' || i, 1, 1, now(),
      jsonb_build_object('status', case i when 3 then 'completed' else 'active' end, 'text', jsonb_build_object('name', t || ' C' || i))
    from generate_series(1, 4) i, unnest(array['t1', 't2']) t`;
  // three campaigns wrote to everyone; the message to the first partner was canceled in one, the last partner got none
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'message-c' || c || '.p' || i || '.first', 1, 1, now(),
      jsonb_build_object('campaignId', 'c' || c, 'partnerId', 'p' || i, 'step', 'first',
        'status', case when i = 1 and c = 2 then 'cancelled' else 'sent' end, 'sentAt', '2026-01-0' || c,
        'repliedAt', case when i = 2 and c = 1 then '2026-01-09' end)
    from generate_series(1, ${partners - 1}::int) i, generate_series(1, 3) c, unnest(array['t1', 't2']) t`;
  const rows = new Map((await availablePartners(store, 't1', 'c4')).map((row) => [row.id, row]));
  expect(rows.size).toBe(partners);
  expect(rows.get('p2')).toMatchObject({
    contactedAt: '2026-01-03',
    repliedAt: '2026-01-09',
    otherCampaigns: ['t1 C1', 't1 C2'],
  });
  expect(rows.get('p1')).toMatchObject({ contactedAt: '2026-01-03', repliedAt: null, otherCampaigns: ['t1 C1'] });
  expect(rows.get(`p${partners}`)).toMatchObject({ contactedAt: null, otherCampaigns: [] });
  // another record of the address that the last partner has was written to, and replied
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'message-c2.gone.first', 1, 1, now(),
      jsonb_build_object('campaignId', 'c2', 'partnerId', 'gone', 'step', 'first', 'status', 'sent', 'sentAt', '2026-01-05',
        'repliedAt', '2026-01-06', 'dispatch', jsonb_build_object('to', ${`${partners}@Run.example`}::text))
    from unnest(array['t1']) t`;
  const known = new Map((await availablePartners(store, 't1', 'c4')).map((row) => [row.id, row]));
  expect(known.get(`p${partners}`)).toMatchObject({ contactedAt: '2026-01-05', repliedAt: '2026-01-06' });
  expect(known.get('p2')).toMatchObject({ contactedAt: '2026-01-03', repliedAt: '2026-01-09' });
  expect((await availablePartners(store, 't2', 'c4')).find(({ id }) => id === `p${partners}`)?.contactedAt).toBeNull();
  expect((await availablePartners(store, 't1', 'c1')).map(({ id }) => id)).toEqual([`p${partners}`]);
});
