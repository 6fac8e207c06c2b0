import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignDeletedView, CampaignStatusView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { runWorker, type Worker } from '../../worker/runWorker.ts';
import { testCause } from '../support/asSent.ts';
import { sendsDone } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
const more: Worker[] = [];
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: { min: 0.05, max: 0.1 } });
  for (let count = 0; count < 2; count += 1) more.push(await runWorker(testApp.worker, testApp.databaseUrl, 4));
});
afterAll(async () => {
  await Promise.all(more.map((worker) => worker.stop()));
  await testApp.stop();
});

const MAILS = 6;
const messageOf = (sendId: string | undefined) => sendId?.split('.').slice(0, 3).join('.');

/** Six mails that leave one by one to a slow provider; answers while one is on its way. */
async function midway(): Promise<Outreach & { left: () => Promise<number>; accepted: () => Promise<string[]> }> {
  await testApp.fault('sendgrid', 'slow', MAILS, { delayMs: 1_200 });
  const ready = await readyCampaign(testApp, { partners: MAILS, texts: 'edited' });
  await ready.person.ok('PUT', `/api/campaigns/${ready.campaign.id}/status`, { status: 'active' });
  const addresses = new Set(ready.sends.map(({ recipientEmail }) => recipientEmail));
  const left = async () => (await clearEvents(testApp, ready.tenant, 'EmailDispatched')).length;
  const accepted = async () =>
    (await testApp.outbox())
      .filter(({ to }) => addresses.has(to))
      .map(({ customArgs }) => messageOf(customArgs.send_id) ?? '');
  await until(
    async () => (await left()) - (await accepted()).length,
    (onTheirWay) => onTheirWay > 0,
  );
  return { ...ready, left, accepted };
}

describe('after the answer nothing more leaves but what the answer names', () => {
  test('when a campaign is paused', async () => {
    const { person, tenant, campaign, accepted } = await midway();
    const answer = await person.ok<CampaignStatusView>('PUT', `/api/campaigns/${campaign.id}/status`, {
      status: 'paused',
    });
    const before = await accepted();
    expect(answer.sendingNow.length).toBeGreaterThan(0);
    for (const { partnerName } of answer.sendingNow) expect(partnerName).toMatch(/^Ada Lindqvist/);
    await sendsDone(testApp.owner.sql, tenant);
    const allowed = new Set([...before, ...answer.sendingNow.map(({ id }) => id)]);
    const after = await accepted();
    expect(after.filter((id) => !allowed.has(id))).toEqual([]);
    expect(after.length).toBeLessThan(MAILS);
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    for (const { id } of answer.sendingNow) expect(sends.find((send) => send.id === id)?.status).toBe('sent');

    // on the user's word it goes on, each message once
    await testApp.fault('sendgrid', 'none', 1);
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(accepted, (ids) => ids.length === MAILS);
    expect(new Set(await accepted()).size).toBe(MAILS);
  });

  test('when a campaign is deleted [long]', async () => {
    const { person, tenant, campaign, accepted } = await midway();
    const answer = await person.ok<CampaignDeletedView>('DELETE', `/api/campaigns/${campaign.id}`);
    const before = await accepted();
    await sendsDone(testApp.owner.sql, tenant);
    const allowed = new Set([...before, ...answer.sendingNow.map(({ id }) => id)]);
    expect((await accepted()).filter((id) => !allowed.has(id))).toEqual([]);
  });

  test.each(['paused', 'deleted'] as const)('when the account is %s, Send Now too', async (to) => {
    const { userId, person, tenant, sends, accepted, left } = await midway();
    await testApp.api.run({
      tenant: 'system',
      cause: testCause,
      streams: { user: ref('user', userId) },
      decide: ({ user }) => ({ user: changeAccount(user, to) }),
    });
    const count = await left();
    expect(count).toBeLessThan(MAILS);
    // requested by a session that was open a moment ago
    await Promise.all(sends.slice(-2).map(({ id }) => person.call('POST', `/api/campaign-sends/${id}/send-now`)));
    await sendsDone(testApp.owner.sql, tenant);
    expect(await left()).toBe(count);
    expect((await accepted()).length).toBeLessThanOrEqual(count);
  });
});
