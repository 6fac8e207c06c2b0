import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, SendView } from '../../api/views.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const SLOW_MS = 4_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: null, waitMs: 500, timeoutMs: 30_000 });
});
afterAll(() => testApp.stop());

test('while the AI writes slowly for one tenant, another one starts a campaign and has texts written all the same', async () => {
  const planner = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const writer = await readyCampaign(testApp, { partners: 1, texts: 'none' });
  const greedy = await readyCampaign(testApp, { partners: 20, texts: 'none' });
  await testApp.fault('openai', 'slow', 100, { delayMs: SLOW_MS });
  await greedy.person.call('POST', `/api/campaigns/${greedy.campaign.id}/generate-messages`);

  const writtenBefore = async () =>
    (await greedy.person.ok<SendView[]>('GET', `/api/campaigns/${greedy.campaign.id}/sends`)).filter(({ body }) => body)
      .length;
  await planner.person.ok('PUT', `/api/campaigns/${planner.campaign.id}/status`, { status: 'active' });
  await until(
    () => planner.person.ok<CampaignView>('GET', `/api/campaigns/${planner.campaign.id}`),
    ({ nextSendAt }) => nextSendAt !== null,
  );
  expect(await writtenBefore()).toBeLessThan(8);

  await writer.person.call('POST', `/api/campaigns/${writer.campaign.id}/generate-messages`);
  await until(
    () => writer.person.ok<SendView[]>('GET', `/api/campaigns/${writer.campaign.id}/sends`),
    ([send]) => Boolean(send?.body),
    30_000,
  );
  // in one line for all it would have come after most of the twenty
  expect(await writtenBefore()).toBeLessThan(12);
});
