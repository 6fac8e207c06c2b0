import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, SendView } from '../../api/views.ts';
import { openStore } from '../../db/connection/open.ts';
import { waitForNextDay } from '../../worker/tasks/send/waitForNextDay.ts';
import { idle } from '../support/hurry.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { TEST_SECRET } from '../support/secret.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const DAY_MS = 86_400_000;
const sendNow = ({ person }: Outreach, send: SendView | undefined) =>
  person.call<SendView & ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`);
const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const mailsTo = async (sends: SendView[]) => {
  const mails = await testApp.outbox();
  return sends.map(({ recipientEmail }) => mails.filter(({ to }) => to === recipientEmail).length);
};

describe('a Send Now that a limit holds back', () => {
  test('on a later try waits for the next day and leaves then by itself, in no campaign’s plan', async () => {
    const outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited', dailyLimit: 1 });
    const { sends } = outreach;
    const [first, second] = sends;
    await testApp.fault('sendgrid', '429', 1, { retryAfter: 30 });
    expect((await sendNow(outreach, first)).body.error).toMatch(/tried again automatically/);
    // the whole mailbox waits as long as SendGrid asked
    expect((await sendNow(outreach, second)).status).toBe(429);
    testApp.later(31_000);
    expect((await sendNow(outreach, second)).status).toBe(200);
    const look = async () => (await sendsOf(outreach)).find(({ id }) => id === first?.id);
    testApp.later(60_000);
    await testApp.sweep();
    const held = await until(look, (send) => send?.detail.includes('daily limit') === true);
    expect(held).toMatchObject({
      status: 'pending',
      detail: 'Waiting to try again: the daily limit of this campaign is reached',
    });
    const wait = Date.parse(held?.nextSendAt ?? '') - testApp.api.now().getTime();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(DAY_MS);
    // the sweep does not try it every minute
    const before = await testApp.events();
    await testApp.sweep();
    expect(await testApp.events()).toBe(before);

    testApp.later(wait + 60_000);
    await testApp.sweep();
    await until(look, (send) => send?.status === 'sent');
    expect(await mailsTo(sends)).toEqual([1, 1]);
  });

  test('while the user waits is refused and over: it does not leave behind their back', async () => {
    const outreach = await readyCampaign(testApp, { partners: 5, texts: 'edited', dailyLimit: 2 });
    const { sends } = outreach;
    const answers = await Promise.all(sends.map((send) => sendNow(outreach, send)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
      expect(body.error).toBe('The daily limit of 2 for this campaign is used up. Wait until tomorrow.');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const { status, detail } of await sendsOf(outreach)) {
      if (status !== 'sent') expect(detail).toMatch(/^Approved/);
    }
    testApp.later(DAY_MS + 60_000);
    await testApp.sweep();
    await idle(testApp.owner.sql);
    expect((await mailsTo(sends)).reduce((sum, mails) => sum + mails, 0)).toBe(2);
  });

  test('needs one connection, so that many at once never wait for each other', async () => {
    const { person, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const { url, now } = { url: testApp.databaseUrl, now: testApp.worker.store.now };
    const store = await openStore({ url, secretKey: TEST_SECRET, role: 'worker', name: 'test', max: 2, now });
    const tenant = await person.tenant();
    const job = { tenant, id: sends[0]?.id ?? '', correlationId: 'test', causationId: null };
    const full = { reason: { code: 'mailbox_full' as const }, mailbox: '', endsAt: now().getTime(), zone: 'UTC' };
    await idle(testApp.owner.sql);
    const before = await testApp.events(tenant);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        waitForNextDay({ ...testApp.worker, store }, job, { attempt: 1, claim: null }, full),
      ),
    );
    await store.sql.end();
    expect(await testApp.events(tenant)).toBe(before);
  });
});
