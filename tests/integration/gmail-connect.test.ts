/** A Gmail account is connected, tested, lost and disconnected over the API. The real Google client runs against the sandbox's Google. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmailSettingsView, ErrorView, GmailStatusView } from '../../api/views.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { Person, until } from '../support/person.ts';
import { connectGmail, consent, grants, NO_MAILBOX, NORTHWIND, ROBIN, removeAccess } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const TEST = { subject: 'Test', body: 'Hello from the test.' };
const SEND = 'https://www.googleapis.com/auth/gmail.send';

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await startTestApp();
  await retryAtOnce(testApp.owner.sql);
  admin = await new Person(testApp.url).signUp('admin@shop.example');
});
afterAll(() => testApp.stop());

let people = 0;
const newcomer = (of = testApp) => new Person(of.url).signUp(`robin${++people}@shop.example`);
const status = (person: Person) => person.ok<GmailStatusView>('GET', '/api/gmail/status');
const sendTest = (person: Person, to = ROBIN.email) =>
  person.call<{ success: true } & ErrorView>('POST', '/api/gmail/send', { to, ...TEST });
const secretsOf = async (of: TestApp, person: Person): Promise<number> => {
  const [row] = await of.owner.sql<{ count: number }[]>`
    select count(*)::int as count from vault.secrets where tenant_id = ${await person.tenant()} and kind = 'gmail'`;
  return row?.count ?? 0;
};

test('an admin is told what accounts are asked for in this installation, others are not', async () => {
  expect(await status(admin)).toMatchObject({ appAccess: 'send' });
  expect(await status(await newcomer())).toMatchObject({ appAccess: null });
});

describe('connecting', () => {
  test('an account that agrees is connected, by the address of its ID token, and the email settings know it', async () => {
    const person = await newcomer();
    expect(await status(person)).toEqual({
      unavailable: null,
      connected: false,
      gmailEmail: null,
      needsReauth: false,
      error: null,
      access: 'send',
      appAccess: null,
    });
    const answer = await connectGmail(person);
    expect(answer).toMatchObject({ status: 200, body: { success: true, gmailEmail: ROBIN.email } });
    expect(await status(person)).toMatchObject({ connected: true, gmailEmail: ROBIN.email, needsReauth: false });
    expect(await person.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({ hasGmailAuth: true });
  });

  test('Google is asked for the least: to send, and who it is, with PKCE and a lasting token', async () => {
    const person = await newcomer();
    const { authUrl } = await person.ok<{ authUrl: string }>('GET', '/api/gmail/auth-url');
    const asked = Object.fromEntries(new URL(authUrl).searchParams);
    expect(asked).toMatchObject({
      scope: `openid email ${SEND}`,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'select_account consent',
      redirect_uri: `${testApp.url}/gmail/callback`,
    });
  });

  test('a code counts once, and only in the session that asked for it', async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const begin = async () => {
      const { authUrl } = await person.ok<{ authUrl: string }>('GET', '/api/gmail/auth-url');
      const { code, state } = Object.fromEntries((await consent(authUrl)).searchParams);
      return { code, state };
    };
    const used = await begin();
    expect(await person.call('POST', '/api/gmail/callback', used)).toMatchObject({ status: 200 });
    const again = await person.call<ErrorView>('POST', '/api/gmail/callback', used);
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringMatching(/was used before/) } });
    // the connection stays
    expect(await status(person)).toMatchObject({ connected: true });

    const foreign = await begin();
    expect(await other.call('POST', '/api/gmail/callback', foreign)).toMatchObject({ status: 409 });
    expect(await status(other)).toMatchObject({ connected: false });
    const made = { ...(await begin()), state: 'made-up' };
    const body = { error: expect.stringMatching(/Connect again/) };
    expect(await person.call('POST', '/api/gmail/callback', made)).toMatchObject({ status: 409, body });
    for (const stateless of [{ code: 'x' }, { code: 'x', state: '' }])
      expect(await person.call('POST', '/api/gmail/callback', stateless)).toMatchObject({ status: 400, body });
  });

  test.each([
    [
      'a code that Google does not know',
      async (person: Person) => {
        const { authUrl } = await person.ok<{ authUrl: string }>('GET', '/api/gmail/auth-url');
        const state = new URL(authUrl).searchParams.get('state');
        return person.call<ErrorView>('POST', '/api/gmail/callback', { code: '4/0made-up', state });
      },
      422,
      'Google did not accept the sign-in. Connect again.',
    ],
    [
      'a box that was left empty',
      (person: Person) => connectGmail(person, { without: [SEND] }),
      422,
      'Google was not given your permission to send emails. Connect again and tick every box that Google shows.',
    ],
  ] as const)('%s connects nothing, and says so', async (_, connect, code, error) => {
    const person = await newcomer();
    expect(await connect(person)).toMatchObject({ status: code, body: { error } });
    expect(await status(person)).toMatchObject({ connected: false, error: null });
    expect(await secretsOf(testApp, person)).toBe(0);
  });

  test('a client that Google does not know is the matter of the administrator', async () => {
    const person = await newcomer();
    await testApp.fault('google', 'reject-4xx', 1, { status: 401, reason: 'invalid_client' });
    expect(await connectGmail(person)).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(/client ID or secret/) },
    });
    expect(await status(person)).toMatchObject({ connected: false });
  });

  test('another account than before takes its place, and the access of the old one is revoked', async () => {
    const person = await newcomer();
    await connectGmail(person, { account: NORTHWIND });
    await connectGmail(person, { account: ROBIN });
    expect(await status(person)).toMatchObject({ connected: true, gmailEmail: ROBIN.email });
    await until(
      () => grants(testApp.sandboxUrl),
      (all) => all.every(({ accountId }) => accountId !== NORTHWIND.id),
    );
    await until(
      () => secretsOf(testApp, person),
      (count) => count === 1,
    );
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });

  test('connected once more with the same account, it goes on with the new token alone [long]', async () => {
    const person = await newcomer();
    await connectGmail(person);
    await connectGmail(person);
    await until(
      () => secretsOf(testApp, person),
      (count) => count === 1,
    );
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });
});

describe('the test email', () => {
  test('goes from the account to itself, as Gmail keeps it', async () => {
    const person = await newcomer();
    await connectGmail(person, { account: NORTHWIND });
    const before = (await testApp.outbox()).length;
    const mail = { to: NORTHWIND.email, subject: 'Grüße – test', body: 'Line one\nÄ line two.' };
    expect(await person.call('POST', '/api/gmail/send', mail)).toMatchObject({ status: 200, body: { success: true } });
    const [sent, ...more] = (await testApp.outbox()).slice(before);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      provider: 'gmail',
      from: NORTHWIND.email,
      to: NORTHWIND.email,
      subject: 'Grüße – test',
      text: 'Line one\nÄ line two.',
      headers: { 'Message-ID': expect.stringMatching(/^<CA.*@mail\.gmail\.example>$/) },
    });
  });

  test('goes to the connected address only, and to none without a connection', async () => {
    const person = await newcomer();
    expect(await sendTest(person)).toMatchObject({ status: 422 });
    await connectGmail(person);
    const before = (await testApp.outbox()).length;
    expect(await sendTest(person, 'friend@gmail.example')).toMatchObject({
      status: 422,
      body: { error: 'A test email goes to the connected Gmail address only.' },
    });
    expect(await sendTest(person, 'no address')).toMatchObject({ status: 400 });
    expect((await testApp.outbox()).length).toBe(before);
  });

  test('an account without Gmail is found out by it, and says that another one is needed', async () => {
    const person = await newcomer();
    await connectGmail(person, { account: NO_MAILBOX });
    const error = 'This Google account has no Gmail mailbox. Connect another account.';
    expect(await sendTest(person, NO_MAILBOX.email)).toMatchObject({ status: 422, body: { error } });
    expect(await status(person)).toMatchObject({ connected: true, needsReauth: true, error });
  });

  test('when Gmail is in trouble, it says so and changes nothing [long]', async () => {
    const person = await newcomer();
    await connectGmail(person);
    const disabled = 'The Gmail API is not enabled in the Google Cloud project. Ask your administrator to enable it.';
    const lost = "We couldn't confirm whether the email left. Look into your inbox before you try again.";
    for (const [mode, more, error] of [
      ['429', {}, 'Google asks to wait. Try again later.'],
      ['reject-4xx', { status: 403, reason: 'userRateLimitExceeded' }, 'Google asks to wait. Try again later.'],
      ['reject-4xx', { status: 403, reason: 'accessNotConfigured' }, disabled],
      ['accept-then-500', {}, lost],
      ['accept-then-reset', {}, lost],
    ] as const) {
      const before = (await testApp.outbox()).length;
      await testApp.fault('gmail', mode, 1, more);
      expect(await sendTest(person), mode).toMatchObject({ status: 503, body: { error } });
      // it is not tried again
      expect((await testApp.outbox()).length - before, mode).toBe(mode.startsWith('accept') ? 1 : 0);
      expect(await status(person), mode).toMatchObject({ connected: true, needsReauth: false });
    }
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });

  test('an access token that is over is renewed, and the email leaves once', async () => {
    const person = await newcomer();
    await connectGmail(person);
    expect(await sendTest(person)).toMatchObject({ status: 200 });
    const before = (await testApp.outbox()).length;
    await testApp.fault('gmail', 'reject-4xx', 1, { status: 401 });
    expect(await sendTest(person)).toMatchObject({ status: 200 });
    expect((await testApp.outbox()).length - before).toBe(1);
  });
});

describe('a connection that is lost', () => {
  test('a revoked token needs a new connection, says so, keeps the mail, and is healed by it', async () => {
    const person = await newcomer();
    await connectGmail(person);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
    await removeAccess(testApp.sandboxUrl);
    const lost = 'Google no longer accepts this connection. Reconnect your Gmail account.';
    expect(await sendTest(person)).toMatchObject({ status: 422, body: { error: lost } });
    expect(await status(person)).toMatchObject({ connected: true, needsReauth: true, error: null });
    // once it is known, Google is not asked again
    expect(await sendTest(person)).toMatchObject({ status: 422, body: { error: lost } });
    await connectGmail(person);
    expect(await status(person)).toMatchObject({ connected: true, needsReauth: false });
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });

  test('disconnected, it is gone at once, and the access is revoked at Google once that answers', async () => {
    const person = await newcomer();
    await connectGmail(person, { account: NORTHWIND });
    await testApp.fault('google', '500', 2);
    expect(await person.call('POST', '/api/gmail/disconnect')).toMatchObject({ status: 200, body: { success: true } });
    expect(await status(person)).toMatchObject({ connected: false, gmailEmail: null });
    expect(await person.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({ hasGmailAuth: false });
    await until(
      () => grants(testApp.sandboxUrl),
      (all) => all.every(({ accountId }) => accountId !== NORTHWIND.id),
      60_000,
    );
    await until(
      () => secretsOf(testApp, person),
      (count) => count === 0,
    );
    // nothing is left to disconnect
    expect(await person.call('POST', '/api/gmail/disconnect')).toMatchObject({ status: 200 });
    expect(await connectGmail(person, { account: NORTHWIND })).toMatchObject({ status: 200 });
  });
});

describe('with drafts', () => {
  let drafts: TestApp;
  beforeAll(async () => {
    drafts = await startTestApp({ gmailAccess: 'drafts' });
  });
  afterAll(() => drafts.stop());

  test('an account is asked to write and read, and one without Gmail is refused at once', async () => {
    const person = await newcomer(drafts);
    const refused = await connectGmail(person, { account: NO_MAILBOX });
    const error = 'This Google account has no Gmail mailbox. Connect another account.';
    expect(refused).toMatchObject({ status: 422, body: { error } });
    expect(await grants(drafts.sandboxUrl)).toEqual([]);
    expect(await connectGmail(person)).toMatchObject({ status: 200 });
    expect(await status(person)).toMatchObject({ connected: true, access: 'drafts' });
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });
});

test('without GOOGLE_CLIENT_ID every call says that Gmail is not set up, and names no setting', async () => {
  const without = await startTestApp({ gmailAccess: null });
  try {
    const person = await newcomer(without);
    const error = expect.stringMatching(/^Gmail is not set up\. Ask your administrator/);
    expect(await status(person)).toMatchObject({ connected: false, unavailable: error });
    expect(await person.call('GET', '/api/gmail/auth-url')).toMatchObject({ status: 503, body: { error } });
    const answer = { code: 'c', state: 's' };
    expect(await person.call('POST', '/api/gmail/callback', answer)).toMatchObject({ status: 503, body: { error } });
    expect(await sendTest(person)).toMatchObject({ status: 503, body: { error } });
  } finally {
    await without.stop();
  }
});
