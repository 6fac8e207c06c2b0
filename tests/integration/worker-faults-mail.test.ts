import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, ErrorView, SendView } from '../../api/views.ts';
import { verifySends } from '../../db/verify/sends.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents, type LeakWatch, watchLeaks } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let leaks: LeakWatch;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_000 });
  leaks = watchLeaks(testApp);
});
afterAll(() => testApp.stop());

const events = (tenant: string, type: string) => clearEvents(testApp, tenant, type);

describe('SendGrid', () => {
  type Expected = { answer: number; error?: RegExp; status: SendView['status']; mails: number; event: string };
  const cases: [string, object, Expected][] = [
    [
      'reject-4xx',
      {},
      { answer: 422, error: /^SendGrid refused the email/, status: 'failed', mails: 0, event: 'EmailFailed' },
    ],
    ['500', {}, { answer: 409, error: /could not confirm/, status: 'unknown', mails: 0, event: 'EmailOutcomeUnknown' }],
    [
      'accept-then-reset',
      {},
      { answer: 409, error: /could not confirm/, status: 'unknown', mails: 1, event: 'EmailOutcomeUnknown' },
    ],
    ['slow', { delayMs: 150 }, { answer: 200, status: 'sent', mails: 1, event: 'EmailSent' }],
  ];
  const mailsTo = async (address: string | null | undefined) =>
    (await testApp.outbox()).filter(({ to }) => to === address);

  async function sendOne(mode: string, more: object, dailyLimit = 10) {
    const ready = await readyCampaign(testApp, { partners: 1, texts: 'edited', dailyLimit });
    leaks.remember(ready.partners);
    const [send] = ready.sends;
    await testApp.fault('sendgrid', mode, 1, more);
    const answer = await ready.person.call<SendView & ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`);
    const look = async () => (await ready.person.ok<SendView[]>('GET', `/api/campaigns/${ready.campaign.id}/sends`))[0];
    return { ...ready, send, answer, look };
  }

  test('429: waits, and is sent once', async () => {
    const { tenant, send, answer, look } = await sendOne('429', { retryAfter: 1 });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^Not sent yet: SendGrid asked to wait/) },
    });
    await until(look, (now) => now?.status === 'sent');
    expect(await events(tenant, 'EmailDeferred')).toHaveLength(1);
    expect(await events(tenant, 'QuotaReturned')).toHaveLength(2);
    expect(await mailsTo(send?.recipientEmail)).toHaveLength(1);
  });

  test('a failed message can be edited and sent again on the user’s word, once', async () => {
    const { person, send, campaign } = await sendOne('reject-4xx', {});
    const read = () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
    expect(await read()).toMatchObject({ failedCount: 1, messageCount: 1, sentCount: 0 });
    const text = { subject: 'Mended', body: 'Without what was wrong.' };
    const mended = await person.ok<SendView>('PATCH', `/api/campaign-sends/${send?.id}`, text);
    expect(mended).toMatchObject({ status: 'failed', ...text });
    const again = await person.call<SendView>('POST', `/api/campaign-sends/${send?.id}/resend`);
    expect(again).toMatchObject({ status: 201, body: { status: 'sent', ...text } });
    expect(await mailsTo(send?.recipientEmail)).toMatchObject([{ subject: 'Mended' }]);
    // the second one replaces the first, which its history still mentions
    const counts = { failedCount: 0, messageCount: 1, sentCount: 1, cancelledCount: 0, generatedCount: 1 };
    expect(await read()).toMatchObject(counts);
    const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(sends.map(({ id }) => id)).toEqual([again.body.id]);
    const failed = `/api/history/number/failedCount?campaign=${campaign.id}`;
    expect(await person.ok(`GET`, failed)).toMatchObject({ count: 0, events: [] });
    expect((await person.call('GET', `/api/history/explain/${send?.id}`)).status).toBe(200);
  });

  test('one that failed again is shown once, and one whose re-send was cancelled can be sent again', async () => {
    const { person, send, campaign } = await sendOne('reject-4xx', {});
    const listed = async () =>
      (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).map(({ id, status }) => [id, status]);
    const again = (id = send?.id) => person.call<SendView & ErrorView>('POST', `/api/campaign-sends/${id}/resend`);
    await testApp.fault('sendgrid', 'reject-4xx', 1);
    expect((await again()).status).toBe(422);
    expect(await listed()).toEqual([[`${send?.id.replace(/[^.]+$/, 'r1')}`, 'failed']]);
    await testApp.fault('sendgrid', '429', 1, { retryAfter: 3600 });
    expect((await again()).status).toBe(422);
    expect(await listed()).toEqual([[`${send?.id.replace(/[^.]+$/, 'r2')}`, 'pending']]);
    await person.ok('POST', `/api/partners/${send?.partner.id}/contact`, {
      contactInfo: { email: 'elsewhere@lindqvist.example' },
    });
    const back = await until(listed, (now) => now.length === 2);
    expect(back.map(([, status]) => status).sort()).toEqual(['cancelled', 'failed']);
    // SendGrid asked to wait this long
    testApp.later(3600_000);
    expect((await again(back.find(([, status]) => status === 'failed')?.[0])).status).toBe(201);
    expect((await listed()).map(([, status]) => status).sort()).toEqual(['cancelled', 'sent']);
  });

  test('a refused one gives its places of the day back', async () => {
    const { person, tenant, send } = await sendOne('reject-4xx', {}, 1);
    expect(await events(tenant, 'QuotaReturned')).toHaveLength(2);
    const again = await person.call<SendView & ErrorView>('POST', `/api/campaign-sends/${send?.id}/resend`);
    expect(again).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect((await verifySends(testApp.owner.sql, tenant)).wrong).toEqual([]);
  });

  test.each(cases)('%s', async (mode, more, expected) => {
    const { person, tenant, campaign, send, answer, look } = await sendOne(mode, more);
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected.answer);
    if (expected.error) expect(answer.body.error).toMatch(expected.error);
    expect(await look()).toMatchObject({ status: expected.status });
    expect(await events(tenant, expected.event)).toHaveLength(1);
    expect(await mailsTo(send?.recipientEmail)).toHaveLength(expected.mails);

    // nothing sends it again automatically: not the sweep, not a start of the campaign, not another click
    if (expected.status === 'sent') return;
    const again = await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`);
    expect(again.status).toBe(409);
    // a message that certainly never left can be edited for a re-send; one that may have left cannot
    const edit = await person.call('PATCH', `/api/campaign-sends/${send?.id}`, { subject: 'S', body: 'B' });
    expect(edit.status).toBe(expected.status === 'failed' ? 200 : 409);
    await person.ok<CampaignView>('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    testApp.later(3 * 60_000);
    await testApp.sweep();
    await idle(testApp.owner.sql);
    expect(await look()).toMatchObject({ status: expected.status });
    expect(await mailsTo(send?.recipientEmail)).toHaveLength(expected.mails);
    expect(await events(tenant, 'EmailDispatched')).toHaveLength(1);
  });
});

test('none of it left a name, an address or a provider’s text in jobs, output, stream names or clear event data', async () => {
  const { leaked, lookedFor, looked } = await leaks.end();
  expect(leaked).toEqual([]);
  expect(lookedFor).toBeGreaterThan(5);
  expect(looked).toBeGreaterThan(50);
});
