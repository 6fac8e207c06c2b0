import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, SendView } from '../../api/views.ts';
import { cloneMessage } from '../support/clonedMessages.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const COPIES = 250;

let testApp: TestApp;
let outreach: Outreach;
beforeAll(async () => {
  testApp = await startTestApp();
  outreach = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  await cloneMessage(testApp.owner.sql, { tenant: outreach.tenant, id: outreach.sends[0]?.id ?? '' }, COPIES);
});
afterAll(() => testApp?.stop());

const path = (query = '') => `/api/campaigns/${outreach.campaign.id}/sends${query}`;

async function page(query: string): Promise<{ rows: SendView[]; next: string | null; total: string | null }> {
  const response = await outreach.person.call<SendView[]>('GET', query);
  expect(response.status).toBe(200);
  const next = /^<([^>]*)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
  return { rows: response.body, next, total: response.headers.get('X-Total-Count') };
}

async function all(query: string): Promise<SendView[]> {
  const rows: SendView[] = [];
  for (let next: string | null = path(query); next !== null; ) {
    const found = await page(next);
    rows.push(...found.rows);
    next = found.next;
  }
  return rows;
}

test('without a limit a long list answers 200 rows and the address of the rest, in the order of joining', async () => {
  const first = await page(path());
  expect(first).toMatchObject({ rows: { length: 200 }, total: String(COPIES + 2) });
  const rows = await all('');
  expect(new Set(rows.map(({ id }) => id)).size).toBe(COPIES + 2);
  expect(rows).toHaveLength(COPIES + 2);
});

test('each order pages through all messages once, and its reverse is the reverse', async () => {
  for (const sort of ['joined', 'needs', 'to', 'match', 'followers', 'when']) {
    const rows = await all(`?sort=${sort}&order=asc&limit=100`);
    expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(COPIES + 2);
    const back = await all(`?sort=${sort}&order=desc&limit=100`);
    expect(back.map(({ id }) => id).reverse(), sort).toEqual(rows.map(({ id }) => id));
  }
});

test('the server filters by state and searches names, addresses and subjects', async () => {
  const found = await page(path('?search=copy%20249'));
  expect(found).toMatchObject({ total: '1' });
  expect(found.rows.map(({ partner }) => partner.name)).toEqual(['Copy 249']);
  expect(await page(path('?search=nobody%25'))).toMatchObject({ rows: [], total: '0' });
  expect(await page(path('?show=review'))).toMatchObject({ total: String(COPIES + 2) });
  expect(await page(path('?show=failed'))).toMatchObject({ rows: [], total: '0', next: null });
  const [one] = (await page(path(`?message=${outreach.sends[1]?.id}`))).rows;
  expect(one?.id).toBe(outreach.sends[1]?.id);
});

test('an unchanged page is answered by 304 before the work', async () => {
  const first = await outreach.person.call('GET', path('?limit=50'));
  const again = await outreach.person.call('GET', path('?limit=50'), undefined, {
    'If-None-Match': first.headers.get('ETag') ?? '',
  });
  expect(again.status).toBe(304);
});

test('texts that nothing has checked are being checked, and the numbers of the campaign know them', async () => {
  const campaign = await outreach.person.ok<CampaignView>('GET', `/api/campaigns/${outreach.campaign.id}`);
  expect(campaign.texts).toMatchObject({ toRead: COPIES + 2, checking: COPIES });
  const copies = await page(path('?search=copy&limit=10'));
  expect(copies.rows.every(({ checking }) => checking)).toBe(true);
});
