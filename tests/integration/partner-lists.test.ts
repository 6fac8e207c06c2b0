import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView } from '../../api/views.ts';
import { batchEnd, listedTotal } from '../support/batchEnd.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const PEOPLE = 230;

async function large(): Promise<Person> {
  const { person } = await readyPerson(testApp, 0);
  await person.import(Array.from({ length: PEOPLE }, (_, index) => importedRow(index)));
  await listedTotal(person, '', PEOPLE);
  return person;
}

test('a long list comes in pages, each with the address of the next', async () => {
  const person = await large();
  const whole = await person.call<PartnerView[]>('GET', '/api/partners');
  expect(whole.body).toHaveLength(200);
  expect(whole.headers.get('x-total-count')).toBe(String(PEOPLE));
  const seen: PartnerView[] = [];
  let next: string | null = '/api/partners?sort=followers&limit=100&status=pending';
  while (next !== null) {
    const page: { body: PartnerView[]; headers: Headers } = await person.call<PartnerView[]>('GET', next);
    seen.push(...page.body);
    next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(PEOPLE);
  expect(seen.map(({ followersCount }) => followersCount)).toEqual(
    Array.from({ length: PEOPLE }, (_, index) => 12_000 + PEOPLE - 1 - index),
  );
  for (const wrong of ['limit=0', 'limit=101', 'sort=age', 'turned=yes', 'after=x', 'minFollowers=many'])
    expect((await person.call('GET', `/api/partners?${wrong}`)).status).toBe(400);
});

test('a campaign and an export take all that a filter lets through', async () => {
  const person = await large();
  await person.ok('POST', '/api/partners/decide', { filter: {}, before: 'pending', status: 'approved' });
  await batchEnd(person);
  await listedTotal(person, 'status=approved', PEOPLE);
  const csv = await person.call<string>('GET', '/api/partners/export?status=approved');
  expect(String(csv.body).match(/@lindqvist\.example/g)).toHaveLength(PEOPLE);
  expect(csv.headers.get('content-disposition')).toContain('approved-partners-');
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring vests', subjectType: 'static', staticSubject: 'A vest for your trails' },
    ...{ messagePrompt: 'Offer a free vest for an honest review.', dailyLimit: 10 },
  });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { filter: { status: 'approved' } });
  expect(await batchEnd(person)).toMatchObject({
    ...{ status: 'completed', act: { kind: 'join', campaignId: campaign.id } },
    ...{ total: PEOPLE, doneCount: PEOPLE, leftOut: [] },
  });
  // once more: each is in the campaign already
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { filter: { status: 'approved' } });
  expect(await batchEnd(person)).toMatchObject({
    doneCount: 0,
    leftOut: [{ code: 'join_joined', reason: 'already in this campaign', count: PEOPLE }],
  });
});

test('partners are known by their ids, those of others are not', async () => {
  const { person, partners } = await readyPerson(testApp, 2);
  const { partners: foreign } = await readyPerson(testApp, 1);
  const ids = [...partners, ...foreign].map(({ id }) => id);
  const found = await person.ok<PartnerView[]>('POST', '/api/partners/selected', { ids });
  expect(found.map(({ id }) => id)).toEqual(partners.map(({ id }) => id));
});
