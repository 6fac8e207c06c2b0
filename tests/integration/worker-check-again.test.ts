import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { idle } from '../support/hurry.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

async function outreach() {
  const { person, campaign, sends } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const views = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const approved = async () => {
    const now = await views();
    return sends.map(({ id }) => now.find((view) => view.id === id)?.approved);
  };
  const checked = () =>
    until(
      async () => (await views()).find(({ id }) => id === sends[0]?.id),
      (first) => first?.checking === false,
    );
  const write = (at: number, body: string) =>
    person.ok('PATCH', `/api/campaign-sends/${sends[at]?.id}`, { subject: 'A vest', body });
  return { person, campaign, sends, checked, approved, write };
}

test('a text that promises what its campaign no longer offers waits for review again, the others stay approved', async () => {
  const { person, campaign, sends, checked, approved, write } = await outreach();
  const offer = (commission: string) => person.ok('PATCH', `/api/campaigns/${campaign.id}`, { offer: { commission } });
  await offer('15% of each sale');
  await write(0, 'You would get 15% of each sale.');
  expect(await approved()).toEqual([true, true]);
  await offer('10% of each sale');
  await until(approved, ([first, second]) => first === false && second === true);
  const first = await checked();
  expect(first).toMatchObject({
    detail: expect.stringMatching(/^Flagged: the campaign or your business profile was edited/),
    flaws: [{ rule: 'offer', quote: '15%' }],
  });
  // once the reason is gone, it disappears
  await offer('15% of each sale');
  expect(await checked()).toMatchObject({ detail: 'Ready for review', flaws: [] });
  await offer('10% of each sale');
  // who lets it pass has said so, whatever is edited after that
  await person.ok('PATCH', `/api/campaign-sends/${sends[0]?.id}`, {
    ...{ subject: 'A vest', body: 'You would get 15% of each sale.', passed: first?.flaws },
  });
  await offer('12% of each sale');
  await idle(testApp.owner.sql);
  expect(await approved()).toEqual([true, true]);
});

test('so does one that says what the business profile no longer says', async () => {
  const { person, approved, write } = await outreach();
  await person.ok('PUT', '/api/business-profile', { jobTitle: 'Head of 7 shops' });
  await write(1, 'I am Head of 7 shops.');
  expect(await approved()).toEqual([true, true]);
  await person.ok('PUT', '/api/business-profile', { jobTitle: 'Head of shops' });
  await until(approved, ([first, second]) => first === true && second === false);
});
