import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { ref, type Store } from '../../db/store.ts';
import { completeCampaign as decideCompleted } from '../../events/campaigns/campaign.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { completeCampaign } from '../../worker/tasks/completeCampaign.ts';
import { asSent, testCause } from '../support/asSent.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ working: false });
});
afterAll(() => testApp.stop());

/** Has the worker check whether a campaign is completed; `store` replaces its own. */
const complete = (tenant: string, id: string, store: Store = testApp.worker.store) =>
  completeCampaign.handler(
    { ...testApp.worker, store },
    { tenant, id, correlationId: 'test', causationId: 'test' },
    { lastTry: false, giveUp: false, addJob: (() => undefined) as never, signal: undefined },
  );

async function active(partners: number) {
  const ready = await readyPerson(testApp, partners);
  const campaign = await addCampaign(ready.person, ready.partners.slice(0, 1), { texts: 'edited' });
  await ready.person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const messageId = `${campaign.id}.${ready.partners[0]?.id}.1`;
  return {
    ...ready,
    campaign,
    messageId,
    campaignNow: () => ready.person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    join: () =>
      ready.person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [ready.partners[1]?.id] }),
  };
}

test('a campaign whose messages were all cancelled is completed', async () => {
  const { tenant, campaign, messageId, campaignNow } = await active(1);
  await complete(tenant, campaign.id);
  expect((await campaignNow()).status).toBe('active');
  await testApp.api.run({
    tenant,
    cause: testCause,
    streams: { message: ref('message', messageId) },
    decide: ({ message }) => ({
      message: cancelMessage(message, { code: 'suppressed_unsubscribed' }),
    }),
  });
  await complete(tenant, campaign.id);
  expect(await campaignNow()).toMatchObject({ status: 'completed', partnerCount: 0 });
});

test('a partner who joins between the last count and the completion pauses the campaign instead of being lost in it', async () => {
  const { tenant, campaign, messageId, campaignNow, join } = await active(2);
  await asSent(testApp, tenant, messageId);
  const { store } = testApp.worker;
  let joined = false;
  await complete(tenant, campaign.id, {
    ...store,
    async run(command) {
      if (!joined) {
        joined = true;
        await join();
      }
      return store.run(command);
    },
  });
  expect(joined).toBe(true);
  expect(await campaignNow()).toMatchObject({ status: 'paused', partnerCount: 2 });
});

test('and so when the worker ends right after the completion, and another takes its job', async () => {
  const { tenant, campaign, messageId, campaignNow, join } = await active(2);
  await asSent(testApp, tenant, messageId);
  await join();
  await testApp.api.run({
    tenant,
    cause: testCause,
    streams: { campaign: ref('campaign', campaign.id) },
    decide: (now) => ({ campaign: decideCompleted(now.campaign, { messages: 1, open: 0 }) }),
  });
  expect((await campaignNow()).status).toBe('completed');
  await complete(tenant, campaign.id);
  expect(await campaignNow()).toMatchObject({ status: 'paused', partnerCount: 2 });
});
