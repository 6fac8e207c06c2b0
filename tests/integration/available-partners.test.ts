import { afterAll, beforeAll, expect, test } from 'vitest';
import { availablePage, offeredBy } from '../../api/partners/availablePartners.ts';
import { availableAmong } from '../../db/read/availablePartners.ts';
import { countPartners } from '../../db/read/partnerPage.ts';
import type { Store } from '../../db/store.ts';
import { partner } from '../../events/partners/partner.ts';
import type { PartnerFilter } from '../../events/partners/partnersInput.ts';
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
      ${sql.json(partner.initial as never)}::jsonb || jsonb_build_object('status', 'approved', 'emailStatus', 'email_found', 'createdAt', '2026-01-01',
        'contact', jsonb_build_object('email', i || '@run.example'))
    from generate_series(1, ${partners}::int) i, unnest(array['t1', 't2']) t`;
  await sql`
    insert into read.campaigns (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'campaign-c' || i, 1, 1, now(),
      jsonb_build_object('status', case i when 3 then 'completed' else 'active' end, 'text', jsonb_build_object('name', t || ' C' || i))
    from generate_series(1, 4) i, unnest(array['t1', 't2']) t`;
  // three campaigns wrote to everyone; the message to the first partner was canceled in one, the last partner got none
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'message-c' || c || '.p' || i || '.1', 1, 1, now(),
      jsonb_build_object('campaignId', 'c' || c, 'partnerId', 'p' || i, 'step', '1', 'dispatch', case when i = 1 and c = 2 then null else jsonb_build_object('at', '2026-01-01') end,
        'status', case when i = 1 and c = 2 then 'cancelled' else 'sent' end, 'sentAt', '2026-01-0' || c,
        'repliedAt', case when i = 2 and c = 1 then '2026-01-09' end)
    from generate_series(1, ${partners - 1}::int) i, generate_series(1, 3) c, unnest(array['t1', 't2']) t`;
  await sql`
    insert into lists.people (tenant_id, partner_id, status, place, email, searched, email_status, added, contacted_at)
    select t, 'p' || i, 'approved', i::text, i || '@run.example', i || '@run.example', 'email_found', i, case when i < ${partners} then '2026-01-03' end
    from generate_series(1, ${partners}::int) i, unnest(array['t1', 't2']) t`;
  const everyone = Array.from({ length: partners }, (_, index) => `p${index + 1}`);
  const joining = async (tenant: string, campaign: string, ids = everyone) =>
    new Map((await availableAmong(store, tenant, campaign, ids)).map((row) => [row.id, row]));
  const rows = await joining('t1', 'c4');
  expect([...rows.keys()]).toEqual(everyone);
  expect(rows.get('p2')).toMatchObject({
    contactedAt: '2026-01-03',
    repliedAt: '2026-01-09',
    otherCampaigns: ['t1 C1', 't1 C2'],
  });
  expect(rows.get('p1')).toMatchObject({ contactedAt: '2026-01-03', repliedAt: null, otherCampaigns: ['t1 C1'] });
  expect(rows.get(`p${partners}`)).toMatchObject({ contactedAt: null, otherCampaigns: [] });
  // who has a message may not join again, unless it was canceled before it left
  expect([...(await joining('t1', 'c1')).keys()]).toEqual([`p${partners}`]);
  expect([...(await joining('t1', 'c2')).keys()]).toEqual(['p1', `p${partners}`]);

  const page = (campaign: string, filter: PartnerFilter, after?: string) =>
    availablePage({ store }, 't1', campaign, { filter, sort: 'added', after, limit: 30 });
  const [first, inSecond] = [await page('c4', {}), await page('c2', {})];
  expect(first.views.map(({ id }) => id)).toEqual(everyone.toReversed().slice(0, 30));
  const second = await page('c4', {}, first.next ?? '');
  expect([second.views.length, second.next]).toEqual([20, null]);
  expect(inSecond.views.map(({ id }) => id)).toEqual([`p${partners}`, 'p1']);
  expect(await countPartners(store, 't1', offeredBy('c2', {}), 10)).toBe(2);
  expect((await page('c4', { contacted: 'never' })).views.map(({ id }) => id)).toEqual([`p${partners}`]);
  expect((await page('c4', { search: '13@RUN' })).views.map(({ id }) => id)).toEqual(['p13']);

  // another record of the address that the last partner has was written to, and replied
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select t, 'message-c2.gone.1', 1, 1, now(),
      jsonb_build_object('campaignId', 'c2', 'partnerId', 'gone', 'step', '1', 'status', 'sent', 'sentAt', '2026-01-05',
        'repliedAt', '2026-01-06', 'dispatch', jsonb_build_object('to', ${`${partners}@Run.example`}::text,
          'addressHmac', ${store.pseudonyms.address('t1', `${partners}@run.example`)}::text))
    from unnest(array['t1']) t`;
  const known = await joining('t1', 'c4');
  expect(known.get(`p${partners}`)).toMatchObject({ contactedAt: '2026-01-05', repliedAt: '2026-01-06' });
  expect(known.get('p2')).toMatchObject({ contactedAt: '2026-01-03', repliedAt: '2026-01-09' });
  expect((await joining('t2', 'c4')).get(`p${partners}`)?.contactedAt).toBeNull();
  expect((await page('c4', { contacted: 'never' })).views).toEqual([]);
});
