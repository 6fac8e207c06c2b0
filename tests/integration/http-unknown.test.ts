import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, ErrorView, SendView } from '../../api/views.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_500 });
});
afterAll(() => testApp.stop());

/** A campaign whose only mail was handed over and answered with a server error. */
async function doubtful(mode = 'accept-then-500') {
  const ready = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const id = ready.sends[0]?.id ?? '';
  await testApp.fault('sendgrid', mode, 1);
  expect((await ready.person.call('POST', `/api/campaign-sends/${id}/send-now`)).status).toBe(409);
  const sends = () => ready.person.ok<SendView[]>('GET', `/api/campaigns/${ready.campaign.id}/sends`);
  return {
    ...ready,
    id,
    sends,
    campaignNow: () => ready.person.ok<CampaignView>('GET', `/api/campaigns/${ready.campaign.id}`),
    start: () => ready.person.ok('PUT', `/api/campaigns/${ready.campaign.id}/status`, { status: 'active' }),
    mails: async () => (await testApp.outbox()).filter(({ to }) => to === ready.sends[0]?.recipientEmail),
  };
}

test('says what is known, is marked as sent by a person, once, and completes the campaign', async () => {
  const { person, userId, tenant, id, sends, start, campaignNow, mails } = await doubtful();
  const [send] = await sends();
  expect(send).toMatchObject({ status: 'unknown', markedSent: false });
  expect(send?.detail).toMatch(
    /^We could not confirm whether this left\. It was handed to the email provider on \d+ \w+ \d{4} at [\d:]+ UTC\. SendGrid answered 500/,
  );
  expect(Date.parse(send?.unknown?.handedOverAt ?? '')).toBeGreaterThan(Date.now() - 60_000);

  await start();
  expect((await campaignNow()).status).toBe('active');
  for (let clicks = 0; clicks < 2; clicks += 1) {
    const marked = await person.ok<SendView>('POST', `/api/campaign-sends/${id}/mark-sent`);
    expect(marked).toMatchObject({ status: 'sent', markedSent: true, unknown: null, errorMessage: null });
  }
  expect(await clearEvents(testApp, tenant, 'EmailMarkedSent')).toHaveLength(1);
  const [event] = await testApp.owner.sql<{ actor: string }[]>`
    select actor from log.events where tenant_id = ${tenant} and type = 'EmailMarkedSent'`;
  expect(event?.actor).toBe(`user:${userId}`);
  await until(campaignNow, (now) => now.status === 'completed');
  expect(await campaignNow()).toMatchObject({ sentCount: 1, unknownCount: 0 });
  expect(await mails()).toHaveLength(1);
  expect(await person.ok('PATCH', `/api/campaign-sends/${id}/status`, { status: 'replied' })).toMatchObject({
    status: 'replied',
  });
  expect((await sends()).map(({ status }) => status)).toEqual(['replied']);
});

test('is sent again as a new message, once for two clicks, and itself ends as cancelled', async () => {
  const { person, tenant, id, sends, start, campaignNow, mails } = await doubtful('500');
  await start();
  const again = () => person.call<SendView>('POST', `/api/campaign-sends/${id}/resend`);
  await testApp.fault('sendgrid', 'slow', 1, { delayMs: 200 });
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201]);
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
  expect(answers[0]?.body.id).not.toBe(id);
  const old = (await sends()).find((send) => send.id === id);
  expect(old).toMatchObject({ status: 'cancelled', detail: expect.stringMatching(/^Cancelled: you sent it again/) });
  expect(await mails()).toHaveLength(1);
  expect(await clearEvents(testApp, tenant, 'MessageAbandoned')).toMatchObject([{ resendStep: 'r1' }]);
  await until(campaignNow, (now) => now.status === 'completed');
  expect((await campaignNow()).cancelledCount).toBe(1);
  expect((await person.call<ErrorView>('POST', `/api/campaign-sends/${id}/mark-sent`)).status).toBe(422);
});

test('stays undecided when its re-send cannot leave, and is decided by its owner alone', async () => {
  const { person, tenant, id, sends, mails } = await doubtful();
  const other = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  expect((await other.person.call('POST', `/api/campaign-sends/${id}/mark-sent`)).status).toBe(404);
  const refused = await other.person.call<ErrorView>('POST', `/api/campaign-sends/${other.sends[0]?.id}/mark-sent`);
  expect(refused.status).toBe(422);
  expect(refused.body.error).toMatch(/^Only a message that we could not confirm/);
  const address = (await sends())[0]?.recipientEmail ?? '';
  await person.ok('POST', '/api/suppressions', { email: address });
  const again = await person.call<ErrorView>('POST', `/api/campaign-sends/${id}/resend`);
  expect(again.status).toBe(422);
  expect((await sends()).find((send) => send.id === id)).toMatchObject({ status: 'unknown' });
  expect(await clearEvents(testApp, tenant, 'MessageAbandoned')).toEqual([]);
  expect(await mails()).toHaveLength(1);
  expect(await person.ok('POST', `/api/campaign-sends/${id}/mark-sent`)).toMatchObject({ status: 'sent' });
});

test('of a deleted campaign is still shown, and is marked as sent or set aside', async () => {
  type Undecided = SendView & { campaignName: string };
  const { person, id, campaign, mails } = await doubtful();
  const listed = () => person.ok<Undecided[]>('GET', '/api/campaign-sends/undecided');
  expect(await listed()).toEqual([]);
  const early = await person.call<ErrorView>('POST', `/api/campaign-sends/${id}/set-aside`);
  expect([early.status, early.body.error]).toEqual([
    422,
    expect.stringMatching(/^Only a message of a deleted campaign/),
  ]);
  await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
  expect(await listed()).toMatchObject([{ id, status: 'unknown', campaignName: campaign.name }]);
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect(await person.ok('POST', `/api/campaign-sends/${id}/set-aside`)).toMatchObject({
      status: 'cancelled',
      detail: 'Cancelled: you dismissed it, and we never learned whether this one left',
    });
  expect(await listed()).toEqual([]);
  expect(await mails()).toHaveLength(1);
  const other = await doubtful();
  await other.person.ok('DELETE', `/api/campaigns/${other.campaign.id}`);
  expect((await person.call('POST', `/api/campaign-sends/${other.id}/set-aside`)).status).toBe(404);
  await other.person.ok('POST', `/api/campaign-sends/${other.id}/mark-sent`);
  expect(await other.person.ok('GET', '/api/campaign-sends/undecided')).toEqual([]);
});
