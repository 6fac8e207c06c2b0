/** Amazon SES: an account with a login by SMTP and no mailbox. In a sandbox its mails go to the mail server of the sandbox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  EmailSettingsView,
  ErrorView,
  MailboxStatusView,
  SendingAccountView,
  StartPreviewView,
} from '../../api/views.ts';
import { matchMails } from '../../db/receive/matchMail.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { checksOf } from '../support/campaigns.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const FORM = { host: 'ses', region: 'eu-central-1', email: 'sam@shop.example', user: 'AKIASAMPLE', password: 'secret' };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ inboundDomain: 'replies.example' });
});
afterAll(() => testApp.stop());

const newcomer = () => new Person(testApp.url).signUp(`ses.${Math.random()}@northwind.example`);
const connect = (person: Person, more: object = {}) =>
  person.call<{ success: true } & ErrorView>('POST', '/api/mailbox/connect', { ...FORM, ...more });
const status = (person: Person) => person.ok<MailboxStatusView>('GET', '/api/mailbox/status?provider=ses');
const secretsOf = async (person: Person) => {
  const tenant = await person.tenant();
  return testApp.owner.sql`select secret_id from vault.secrets where tenant_id = ${tenant} and kind = 'mailbox'`;
};

test('is connected once it took the sign-in, is chosen to send, and is no mailbox', async () => {
  const person = await newcomer();
  expect(await connect(person)).toMatchObject({ status: 200, body: { success: true, email: 'sam@shop.example' } });
  const smtp = { host: 'email-smtp.eu-central-1.amazonaws.com', port: 465, security: 'tls' };
  expect(await status(person)).toMatchObject({ connected: true, email: 'sam@shop.example', smtp, imap: null });
  expect(await person.ok('GET', '/api/mailbox/status')).toMatchObject({ connected: false });
  const settings = await person.ok<EmailSettingsView>('GET', '/api/email-settings');
  expect(settings).toMatchObject({ emailProvider: 'ses', connectedLogins: ['ses'] });
  const [account] = await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
  expect(account).toMatchObject({ provider: 'ses', address: 'sam@shop.example', health: 'connected' });
});

test.each([
  [{ user: ' ' }, 'user', 'User name is required'],
  [{ region: 'mars-1' }, 'region', 'Choose a region of Amazon SES'],
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
])('a form that cannot be is refused at its field: %j', async (more, field, error) => {
  const person = await newcomer();
  expect(await connect(person, more)).toMatchObject({
    status: 400,
    body: { error, details: [{ field, message: error }] },
  });
  expect(await secretsOf(person)).toHaveLength(0);
});

test('its test email goes from the sender to itself, and replies go to an address of the installation', async () => {
  const { person, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited', mailbox: connect });
  expect(await person.call('POST', '/api/mailbox/test?provider=ses', {})).toMatchObject({ status: 200 });
  const [send] = sends;
  expect(await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`)).toMatchObject({ status: 200 });
  const outbox = await testApp.outbox();
  const tests = outbox.filter(({ from, to }) => from === FORM.email && to === FORM.email);
  expect(tests).toMatchObject([{ subject: 'Test email from Partner Pilot' }]);
  const mails = outbox.filter(({ to }) => to === send?.recipientEmail);
  expect(mails).toMatchObject([{ from: FORM.email }]);
  expect(mails[0]?.headers['Reply-To']).toMatch(/^Sam Vale <r\.[a-z2-7]+@replies\.example>$/);
});

test('a reply names the Message-ID of Amazon SES, and is matched by it or by its address', async () => {
  const { person, sends, tenant } = await readyCampaign(testApp, { partners: 1, texts: 'edited', mailbox: connect });
  const id = sends[0]?.id ?? '';
  await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const mail = (await testApp.outbox()).find(({ to }) => to === sends[0]?.recipientEmail);
  const sesId = mail?.headers['Message-ID'] ?? '';
  expect(sesId).toBe(`<${mail?.id}@eu-central-1.amazonses.com>`);
  expect(mail?.raw?.match(/^(Message-ID|Date):/gim)).toEqual(['Message-ID:', 'Date:']);
  const head = `From: ada@elsewhere.example\r\nMessage-ID: <1@elsewhere.example>\r\nIn-Reply-To: ${sesId}`;
  const found = {
    ...{ id: '1', threadId: null, receivedAt: new Date().toISOString() },
    mail: await parseMail(Buffer.from(`${head}\r\nSubject: Re: A vest\r\n\r\nHello`)),
  };
  expect(await matchMails(testApp.api, tenant, [found])).toEqual([
    { messageId: id, attempt: 1, proved: true, by: 'id' },
  ]);
  expect(await testApp.answerMail(mail?.id ?? '', { text: 'Tell me more.' })).toBe(200);
  const received = await clearEvents(testApp, tenant, 'MailReceived');
  expect(received).toMatchObject([{ messageId: id }]);
});

test('without addresses for replies the start of a campaign says that they are not read', async () => {
  const unread = async (app: TestApp) => {
    const { person, campaign } = await readyCampaign(app, { partners: 1, texts: 'edited', mailbox: connect });
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, {
      followUps: [{ afterDays: 3, writer: 'user', text: 'Hello again.' }],
    });
    const preview = await person.ok<StartPreviewView>('GET', `/api/campaigns/${campaign.id}/start-preview`);
    return checksOf(preview, 'replies_unread');
  };
  expect(await unread(testApp)).toEqual([]);
  const without = await startTestApp();
  try {
    expect(await unread(without)).toMatchObject([{ detail: expect.stringMatching(/are not read/) }]);
  } finally {
    await without.stop();
  }
});

test('disconnected, or connected with another password, nothing keeps the old one [long]', async () => {
  const person = await newcomer();
  await connect(person);
  await connect(person, { password: 'another' });
  await until(
    () => secretsOf(person),
    (all) => all.length === 1,
  );
  await person.ok('POST', '/api/mailbox/disconnect?provider=ses', {});
  expect(await status(person)).toMatchObject({ connected: false, email: null });
  await until(
    () => secretsOf(person),
    (all) => all.length === 0,
  );
});
