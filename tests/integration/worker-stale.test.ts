import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { freezeSending } from '../../db/installation/freeze.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test('a worker that stood still after "it leaves now" lets the mail not leave any more; it leaves later, once', async () => {
  const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  let times = 0;
  // the last thing before the call
  testApp.worker.markHighWater = async () => {
    times += 1;
    if (times === 1) testApp.later(40_000);
    return true;
  };
  const answer = await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  expect(answer.body).toMatchObject({ error: expect.stringMatching(/stood still as it was about to leave/) });
  expect(await clearEvents(testApp, tenant, 'EmailDispatched')).toHaveLength(1);
  expect((await testApp.outbox()).length).toBe(0);
  const look = async () => {
    // each minute, as the queue's own clock is not moved: jobs that the relay adds after a sweep wait
    await testApp.sweep();
    return (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0]?.status;
  };
  testApp.later(60_000);
  await until(look, (status) => status === 'sent');
  expect(await clearEvents(testApp, tenant, 'EmailDispatched')).toHaveLength(2);
  expect((await testApp.outbox()).length).toBe(1);
});

// from here on nothing is sent
test('a mail that is about to leave when the database proves to be put back does not leave', async () => {
  const { person, tenant, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  testApp.worker.markHighWater = async () => {
    await freezeSending(testApp.owner.sql, 'behind', null);
    return false;
  };
  const answer = await person.call('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  expect(answer.status).not.toBe(200);
  expect(await clearEvents(testApp, tenant, 'EmailDispatched')).toHaveLength(1);
  expect(await clearEvents(testApp, tenant, 'EmailSent')).toHaveLength(0);
  expect((await testApp.outbox()).length).toBe(1);
});
