import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AddPartnersView,
  CampaignView,
  ManyDecidedView,
  ManyUndoneView,
  PartnerCountsView,
  PartnerTotalView,
  PartnerView,
} from '../../api/views.ts';
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

test('all that a filter lets through are decided on part by part, and Undo restores them', async () => {
  const person = await large();
  const filter = { status: 'pending', minFollowers: '12100' };
  const total = await person.ok<PartnerTotalView>('GET', '/api/partners/total?status=pending&minFollowers=12100');
  expect(total).toEqual({ total: 130, exact: true });
  const made: ManyDecidedView['decided'] = [];
  let calls = 0;
  for (let after: string | null = null; calls === 0 || after !== null; calls += 1) {
    const part: ManyDecidedView = await person.ok('POST', '/api/partners/decide', {
      ...{ filter, status: 'approved' },
      ...(after !== null && { after }),
    });
    expect(part.refused).toBe(0);
    made.push(...part.decided);
    after = part.next;
  }
  expect(calls).toBe(2);
  expect(new Set(made.map(({ id }) => id)).size).toBe(130);
  const counts = await person.ok<PartnerCountsView>('GET', '/api/partners/counts');
  const approved = counts.partners.filter(({ status }) => status === 'approved');
  expect(approved.reduce((sum, { count }) => sum + count, 0)).toBe(130);
  // nobody is left, so the same call again changes nothing
  const again = await person.ok<ManyDecidedView>('POST', '/api/partners/decide', { filter, status: 'approved' });
  expect(again).toEqual({ decided: [], refused: 0, next: null });
  const first = made.slice(0, 100);
  const undo = () => person.ok<ManyUndoneView>('POST', '/api/partners/undo-decisions', { decisions: first });
  expect(await undo()).toEqual({ undone: 100, refused: 0 });
  const left = await person.ok<PartnerTotalView>('GET', '/api/partners/total?status=approved');
  expect(left).toEqual({ total: 30, exact: true });
  const wrong = await person.call('POST', '/api/partners/decide', {
    filter: { status: 'approved' },
    status: 'approved',
  });
  expect(wrong.status).toBe(400);
});

test('a campaign and an export take all that a filter lets through', async () => {
  const person = await large();
  await person.ok('POST', '/api/partners/decide', { filter: { status: 'pending' }, status: 'approved' });
  const csv = await person.call<string>('GET', '/api/partners/export?status=approved');
  expect(String(csv.body).match(/@lindqvist\.example/g)).toHaveLength(100);
  expect(csv.headers.get('content-disposition')).toContain('approved-partners-');
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring vests', subjectType: 'static', staticSubject: 'A vest for your trails' },
    ...{ messagePrompt: 'Offer a free vest for an honest review.', dailyLimit: 10 },
  });
  const added = await person.ok<AddPartnersView>('POST', `/api/campaigns/${campaign.id}/partners`, {
    filter: { status: 'approved' },
  });
  expect(added).toEqual({ addedCount: 100, skipped: [], next: null });
});

test('partners are known by their ids, those of others are not', async () => {
  const { person, partners } = await readyPerson(testApp, 2);
  const { partners: foreign } = await readyPerson(testApp, 1);
  const ids = [...partners, ...foreign].map(({ id }) => id);
  const found = await person.ok<PartnerView[]>('POST', '/api/partners/selected', { ids });
  expect(found.map(({ id }) => id)).toEqual(partners.map(({ id }) => id));
});
