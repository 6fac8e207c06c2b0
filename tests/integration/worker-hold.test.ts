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
