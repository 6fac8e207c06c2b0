import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, EmailSettingsView, ErrorView, SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const HOUR_MS = 3_600_000;

let testApp: TestApp;
beforeAll(async () => {
  // an attempt ends before the next one begins, so that the fifth is the last
  testApp = await startTestApp({ sendGap: { min: 0.1, max: 0.5 } });
});
afterAll(() => testApp.stop());

async function running(partners: number) {
  const ready = await readyCampaign(testApp, { partners, texts: 'edited' });
  const { person, campaign, tenant } = ready;
  const addresses = new Set(ready.sends.map(({ recipientEmail }) => recipientEmail));
  return {
    ...ready,
    start: () => person.ok<CampaignView>('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' }),
    settings: () => person.ok<EmailSettingsView>('GET', '/api/email-settings'),
    sends: () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    campaignNow: () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    mails: async () => (await testApp.outbox()).filter(({ to }) => addresses.has(to)),
    count: async (type: string) => (await clearEvents(testApp, tenant, type)).length,
  };
}

test('a refused key holds the mailbox until the settings are saved again; nothing is lost or burnt', async () => {
  await testApp.fault('sendgrid', 'reject-4xx', 100, { status: 401 });
  const { person, tenant, start, settings, sends, campaignNow, mails, count } = await running(3);
  await start();
  const held = await until(settings, ({ hold }) => hold !== null);
  expect(held.hold).toMatchObject({
    kind: 'key_refused',
    until: null,
    reason: 'SendGrid refused the API key',
    whatToDo: expect.stringMatching(/^Check the API key in Settings/),
  });
  expect((await campaignNow()).hold).toEqual(held.hold);
  // every mail waits, approved; those on their way met the refusal, and their places of the day were returned
  await until(sends, (list) => list.every(({ detail }) => /^Approved|^Scheduled/.test(detail)));
  const refused = await count('EmailDispatched');
  expect(refused).toBeGreaterThan(0);
  expect(await count('QuotaReturned')).toBe(2 * refused);
  const day = new Date().toISOString().slice(0, 10);
  expect((await testApp.api.load(tenant, ref('quota', `sendgrid-${day}`))).state.taken).toEqual({});
  const [first] = await sends();
  const now = await person.call<ErrorView>('POST', `/api/campaign-sends/${first?.id}/send-now`);
  expect(now.status).toBe(422);
  expect(now.body.error).toMatch(/^SendGrid refused the API key\. Check/);
  await testApp.sweep();
  await idle(testApp.owner.sql);
  expect(await count('EmailDispatched')).toBe(refused);
  expect(await mails()).toEqual([]);

  await testApp.fault('sendgrid', 'none', 1);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: 'SG.other' });
  expect((await settings()).hold).toBeNull();
  await until(mails, (list) => list.length === 3);
  await until(campaignNow, ({ status }) => status === 'completed');
  expect(await count('EmailDispatched')).toBe(3 + refused);
});

test.each([
  ['SG.no-credits', 'credits_exhausted', /used up$/],
  ['SG.suspended', 'account_blocked', /does not let this account send$/],
])('%s holds the mailbox as %s; with another key the mail leaves', async (key, kind, reason) => {
  const { person, start, settings, mails, count } = await running(1);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: key });
  await start();
  const { hold } = await until(settings, (now) => now.hold !== null);
  expect(hold).toMatchObject({ kind, reason: expect.stringMatching(reason) });
  expect(hold?.until === null).toBe(kind !== 'credits_exhausted');
  expect(await count('EmailFailed')).toBe(0);
  expect(await mails()).toEqual([]);
  // a hold that ends automatically has the mail planned for afterwards, and then does not count
  await idle(testApp.owner.sql);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: 'SG.works' });
  await until(mails, (list) => list.length === 1);
});

test('403 names the sender address; 429 holds as long as it says [long]', async () => {
  await testApp.fault('sendgrid', 'reject-4xx', 1, { status: 403 });
  const refused = await running(1);
  await refused.start();
  const { hold } = await until(refused.settings, (now) => now.hold !== null);
  expect(hold).toMatchObject({ kind: 'sender_refused', until: null });

  await testApp.fault('sendgrid', '429', 1, { retryAfter: 2 });
  const limited = await running(3);
  await limited.start();
  const waiting = await until(limited.settings, (now) => now.hold !== null);
  expect(waiting.hold).toMatchObject({ kind: 'rate_limited' });
  const holdEnd = Date.parse(waiting.hold?.until ?? '');
  expect(holdEnd - Date.now()).toBeLessThan(2100);
  const late = setInterval(() => void testApp.sweep(), 500);
  await until(limited.mails, (list) => list.length === 3, 20_000);
  clearInterval(late);
  // mails on their way when the hold began may have left, and nothing after them
  const dispatched = await testApp.owner.sql<{ count: number }[]>`
    select count(*)::int as count from log.events e
    where e.tenant_id = ${limited.tenant} and e.type = 'EmailDispatched' and e.recorded_at < ${new Date(holdEnd)}
      and e.recorded_at > (select min(h.recorded_at) from log.events h where h.tenant_id = e.tenant_id and h.type = 'MailboxHeld')`;
  expect(dispatched).toEqual([{ count: 0 }]);
});

test('five troubled attempts hold one mailbox, and no other; one probe ends it [long]', async () => {
  await testApp.fault('sendgrid', '500', 5);
  const troubled = await running(6);
  await troubled.start();
  const { hold } = await until(troubled.settings, (now) => now.hold !== null);
  expect(hold).toMatchObject({ kind: 'provider_trouble' });
  const minutes = (Date.parse(hold?.until ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(13);
  expect(minutes).toBeLessThan(15.1);
  expect(await troubled.campaignNow()).toMatchObject({ unknownCount: 5 });
  const open = (await troubled.sends()).find(({ status }) => status === 'pending');
  const now = await troubled.person.call<ErrorView>('POST', `/api/campaign-sends/${open?.id}/send-now`);
  expect(now.status).toBe(429);
  expect(Number(now.headers.get('retry-after'))).toBeGreaterThan(13 * 60);

  const other = await running(1);
  await other.start();
  await until(other.mails, (list) => list.length === 1);
  expect(await troubled.count('EmailDispatched')).toBe(5);
});

// this puts the clock forward
test('a Send Now that meets a refused key waits for the settings, without trying, and leaves when they are saved', async () => {
  await testApp.fault('sendgrid', 'reject-4xx', 1, { status: 401 });
  const { person, sends, mails, count } = await running(1);
  const [send] = await sends();
  const asked = await person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`);
  expect(asked.body.error).toMatch(/^Not sent yet: SendGrid refused the API key/);
  const waiting = (await sends())[0];
  const wait = Date.parse(waiting?.nextSendAt ?? '') - testApp.api.now().getTime();
  expect(wait / HOUR_MS).toBeGreaterThan(23.9);
  expect(wait / HOUR_MS).toBeLessThanOrEqual(24);
  testApp.later(HOUR_MS);
  await testApp.sweep();
  await idle(testApp.owner.sql);
  expect(await count('SendClaimed')).toBe(1);

  await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: 'SG.mended' });
  await until(mails, (list) => list.length === 1);
  expect((await sends())[0]?.status).toBe('sent');
  expect(await count('SendClaimed')).toBe(2);
});
