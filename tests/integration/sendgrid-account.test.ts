import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmailSettingsView, ErrorView, SendGridTestView, SendingAccountView } from '../../api/views.ts';
import { checksOf, draftCampaign, startPreview } from '../support/campaigns.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { member } from '../support/member.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_000 });
});
afterAll(() => testApp.stop());

const FROM = 'robin@northwind.example';
const save = (person: Person, more: object) =>
  person.call<EmailSettingsView & ErrorView>('PUT', '/api/email-settings', { emailProvider: 'sendgrid', ...more });
async function withKey(sendgridApiKey: string, more: object = {}) {
  const { person, tenant } = await member(testApp);
  expect((await save(person, { fromEmail: FROM, sendgridApiKey, ...more })).status).toBe(200);
  return { person, tenant, tested: () => person.call<SendGridTestView & ErrorView>('POST', '/api/sendgrid/test', {}) };
}

describe('the test email', () => {
  test.each([
    ['SG.any', FROM, 'unchecked'],
    ['SG.full', FROM, 'domain'],
    ['SG.full', 'single@unverified.example', 'address'],
  ])('with %s from %s leaves once, and says what SendGrid lists: %s', async (key, fromEmail, sender) => {
    const { tested } = await withKey(key, { fromEmail });
    const before = (await testApp.outbox()).length;
    expect(await tested()).toMatchObject({ status: 200, body: { success: true, sender } });
    const [mail, ...more] = (await testApp.outbox()).slice(before);
    expect(mail).toMatchObject({ to: fromEmail, from: fromEmail, subject: 'Test email from Partner Pilot' });
    expect(more).toEqual([]);
  });

  test.each([
    ['SG.revoked', FROM, /refused the API key/],
    ['SG.read-only', FROM, /permission "Mail Send"/],
    ['SG.no-credits', FROM, /credits of SendGrid are used up/],
    ['SG.suspended', FROM, /does not let this account send/],
    ['SG.any', 'pending@unverified.example', /Verify the address or its domain/],
  ])('with %s from %s is refused with its own text, and holds nothing', async (key, fromEmail, text) => {
    const { person, tested } = await withKey(key, { fromEmail });
    const { status, body } = await tested();
    expect([status, body.error]).toEqual([422, expect.stringMatching(text)]);
    expect((await person.ok<EmailSettingsView>('GET', '/api/email-settings')).hold).toBeNull();
  });

  test('without a key there is none, and two clicks are one email', async () => {
    const { person: nobody } = await member(testApp);
    expect(await nobody.call('POST', '/api/sendgrid/test', {})).toMatchObject({ status: 422 });
    const { tenant, tested } = await withKey('SG.any');
    await testApp.fault('sendgrid', 'slow', 1, { delayMs: 300 });
    const before = (await testApp.outbox()).length;
    await Promise.all([tested(), tested()]);
    expect((await testApp.outbox()).length - before).toBe(1);
    expect(await clearEvents(testApp, tenant, 'AccountTestSent')).toHaveLength(1);
  });

  test('the question before Start names the account to test, the second one too, until its test email was sent', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const campaign = await draftCampaign(person, 'Spring vests', { partners, written: true });
    const second = { emailProvider: 'sendgrid', fromEmail: 'kim@northwind.example', sendgridApiKey: 'SG.any' };
    await person.ok('PUT', '/api/email-settings?account=new', second);
    const accounts = await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { accounts: accounts.map(({ id }) => id) });
    const untested = async () => checksOf(await startPreview(person, campaign), 'untested');
    for (const { id } of accounts) {
      expect(await untested()).toEqual([
        { severity: 'warns', count: 1, account: id, names: [expect.stringContaining('@northwind.example')] },
      ]);
      await person.ok('POST', `/api/sendgrid/test?account=${id}`);
    }
    expect(await untested()).toEqual([]);
  });

  test('a lost answer is not called a failure', async () => {
    const { tested } = await withKey('SG.any');
    await testApp.fault('sendgrid', 'accept-then-reset', 1);
    expect((await tested()).body.error).toMatch(/^We couldn't confirm/);
  });
});

describe('a key that is checked before it is saved', () => {
  const add = (person: Person, sendgridApiKey: string, more: object = {}) =>
    person.call<EmailSettingsView & ErrorView>('PUT', '/api/email-settings?account=new&check=true', {
      ...{ emailProvider: 'sendgrid', fromEmail: FROM, sendgridApiKey },
      ...more,
    });
  const accountsOf = (person: Person) => person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');

  test.each([
    ['SG.revoked', 422, /refused the API key/],
    ['SG.read-only', 422, /permission "Mail Send"/],
  ])('%s is refused, and nothing is kept of it', async (key, refused, text) => {
    const { person, tenant } = await member(testApp);
    const { status, body } = await add(person, key);
    expect([status, body.error]).toEqual([refused, expect.stringMatching(text)]);
    expect(await accountsOf(person)).toEqual([]);
    await idle(testApp.owner.sql);
    expect(await testApp.owner.sql`select 1 from vault.secrets where tenant_id = ${tenant}`).toEqual([]);
  });

  test('one that may send is saved with its region, and chosen', async () => {
    const { person } = await member(testApp);
    expect(await add(person, 'SG.eu-any', { sendgridRegion: 'eu' })).toMatchObject({
      status: 200,
      body: { emailProvider: 'sendgrid', fromEmail: FROM, hasSendGridKey: true, sendGridRegion: 'eu' },
    });
    expect(await accountsOf(person)).toMatchObject([{ address: FROM, health: 'connected' }]);
    // another address of the stored key needs no check
    expect((await save(person, { fromEmail: 'kim@northwind.example' })).status).toBe(200);
  });
});

describe('the region of an account', () => {
  test('a key of the EU goes to its host alone', async () => {
    const eu = await withKey('SG.eu-any', { sendgridRegion: 'eu' });
    expect(await eu.tested()).toMatchObject({ status: 200 });
    expect((await eu.person.ok<EmailSettingsView>('GET', '/api/email-settings')).sendGridRegion).toBe('eu');
    const elsewhere = await withKey('SG.eu-any');
    expect((await elsewhere.tested()).body.error).toMatch(/refused the API key/);
  });

  test('another region needs a key of it', async () => {
    const { person } = await withKey('SG.any');
    const moved = await save(person, { sendgridRegion: 'eu' });
    expect([moved.status, moved.body.error]).toEqual([400, expect.stringMatching(/^Enter an API key of that region/)]);
    expect((await save(person, { sendgridRegion: 'eu', sendgridApiKey: 'SG.eu-1' })).status).toBe(200);
    // another saved field keeps the region
    expect((await save(person, { fromEmail: 'other@northwind.example' })).body.sendGridRegion).toBe('eu');
  });
});
