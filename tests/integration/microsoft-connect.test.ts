/** A Microsoft account is connected, tested, lost and disconnected over the API. The real OAuth client runs against the sandbox's Microsoft. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmailSettingsView, ErrorView, MailboxStatusView } from '../../api/views.ts';
import { readMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { Person, until } from '../support/person.ts';
import { consent } from '../support/sandboxGoogle.ts';
import { atMicrosoft, connectMicrosoft, consentAtMicrosoft, DESK, NORA, SCANNER } from '../support/sandboxMicrosoft.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await retryAtOnce(testApp.owner.sql);
});
afterAll(() => testApp.stop());

let people = 0;
const newcomer = (of = testApp) => new Person(of.url).signUp(`nora${++people}@shop.example`);
const status = (person: Person) => person.ok<MailboxStatusView>('GET', '/api/mailbox/status');
const sendTest = (person: Person) => person.call<{ success: true } & ErrorView>('POST', '/api/mailbox/test', {});
const authUrlOf = async (person: Person) =>
  (await person.ok<{ authUrl: string }>('GET', '/api/microsoft/auth-url')).authUrl;
const secretsOf = async (person: Person) => {
  const tenant = await person.tenant();
  const rows = await testApp.owner.sql<{ secret_id: string }[]>`
    select secret_id from vault.secrets where tenant_id = ${tenant} and kind = 'mailbox'`;
  const { sql, master } = testApp.worker.store;
  return Promise.all(rows.map(({ secret_id: id }) => readSecret(sql, master, tenant, id).then(String)));
};

describe('connecting', () => {
  test('an account that agrees is connected by what its ID token says, and signs in by its user name', async () => {
    const person = await newcomer();
    expect(await connectMicrosoft(person, { account: DESK })).toMatchObject({
      status: 200,
      body: { success: true, email: DESK.email },
    });
    expect(await status(person)).toMatchObject({
      ...{ connected: true, host: 'microsoft', email: DESK.email, user: DESK.userName, error: null },
      smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
      imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
      microsoftUnavailable: null,
    });
    expect(await person.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({
      connectedLogins: ['smtp'],
    });
  });

  test('a personal account has a server of its own', async () => {
    const person = await newcomer();
    expect(await connectMicrosoft(person)).toMatchObject({ status: 200, body: { email: NORA.email } });
    expect((await status(person)).smtp?.host).toBe('smtp-mail.outlook.com');
  });

  test('Microsoft is asked to send, to read and who it is, with PKCE and a lasting token', async () => {
    const asked = Object.fromEntries(new URL(await authUrlOf(await newcomer())).searchParams);
    expect(asked).toMatchObject({
      scope:
        'openid email profile offline_access https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All',
      ...{ response_type: 'code', code_challenge_method: 'S256', prompt: 'select_account' },
      redirect_uri: `${testApp.url}/microsoft/callback`,
    });
  });

  test('a code counts once, in the session that asked for it, and at the provider that gave it', async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const begin = async () => {
      const { code, state } = Object.fromEntries((await consentAtMicrosoft(await authUrlOf(person))).searchParams);
      return { code, state };
    };
    const used = await begin();
    expect(await person.call('POST', '/api/microsoft/callback', used)).toMatchObject({ status: 200 });
    expect(await person.call('POST', '/api/microsoft/callback', used)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/was used before/) },
    });
    expect(await other.call('POST', '/api/microsoft/callback', await begin())).toMatchObject({ status: 409 });
    expect(await person.call('POST', '/api/gmail/callback', await begin())).toMatchObject({ status: 409 });
    const google = await person.ok<{ authUrl: string }>('GET', '/api/gmail/auth-url');
    const { code, state } = Object.fromEntries((await consent(google.authUrl)).searchParams);
    expect(await person.call('POST', '/api/microsoft/callback', { code, state })).toMatchObject({ status: 409 });
    expect(await status(other)).toMatchObject({ connected: false });
  });

  test.each([
    [
      'a code that Microsoft does not know',
      async (person: Person) => {
        const state = new URL(await authUrlOf(person)).searchParams.get('state');
        return person.call<ErrorView>('POST', '/api/microsoft/callback', { code: 'made-up', state });
      },
      422,
      /^Microsoft did not accept the sign-in\. Connect again\.$/,
    ],
    [
      'a mailbox without authenticated SMTP',
      (person: Person) => connectMicrosoft(person, { account: SCANNER }),
      422,
      /Authenticated SMTP is off for your mailbox\. Ask your Microsoft 365 administrator/,
    ],
    [
      'an organization that has not approved the app',
      async (person: Person) => {
        await testApp.fault('microsoft', 'reject-4xx', 1, { status: 400, reason: 'consent_required' });
        return connectMicrosoft(person);
      },
      422,
      /Your organization must approve this app first/,
    ],
    [
      'a secret that Microsoft does not know',
      async (person: Person) => {
        await testApp.fault('microsoft', 'reject-4xx', 1, { status: 401, reason: 'invalid_client' });
        return connectMicrosoft(person);
      },
      503,
      /client ID or secret of this app\. Ask your administrator/,
    ],
    [
      'a token endpoint that is down',
      async (person: Person) => {
        await testApp.fault('microsoft', '500', 3);
        return connectMicrosoft(person);
      },
      503,
      /Microsoft is not responding properly/,
    ],
  ] as const)(
    '%s connects nothing, and says so',
    async (_, connect, code, error) => {
      const person = await newcomer();
      expect(await connect(person)).toMatchObject({ status: code, body: { error: expect.stringMatching(error) } });
      expect(await status(person)).toMatchObject({ connected: false, error: null });
      expect(await secretsOf(person)).toEqual([]);
      await testApp.fault('microsoft', 'none', 1);
    },
    60_000,
  );

  test('the vault alone keeps the token; a mailbox that takes its place ends it, and so does disconnecting', async () => {
    const person = await newcomer();
    await connectMicrosoft(person);
    await connectMicrosoft(person, { account: DESK });
    const kept = await until(
      () => secretsOf(person),
      (all) => all.length === 1,
    );
    const login = readMailboxLogin(kept[0] ?? '');
    expect(login).toMatchObject({ user: DESK.userName, refreshToken: expect.any(String) });
    const tenant = await person.tenant();
    const connected = await clearEvents(testApp, tenant, 'AccountConnected');
    expect(connected).toHaveLength(2);
    const [row] = await testApp.owner.sql<{ count: number }[]>`
      select count(*)::int as count from log.events
      where tenant_id = ${tenant} and payload::text like ${`%${'refreshToken' in login ? login.refreshToken : ''}%`}`;
    expect(row?.count).toBe(0);
    await person.ok('POST', '/api/mailbox/disconnect', {});
    expect(await status(person)).toMatchObject({ connected: false });
    await until(
      () => secretsOf(person),
      (all) => all.length === 0,
    );
  });
});

describe('the test email', () => {
  test('an access token that was ended before its time is renewed, and the newest refresh token is stored each time', async () => {
    const person = await newcomer();
    await connectMicrosoft(person);
    const seen = new Set(await secretsOf(person));
    for (let renewals = 1; renewals <= 3; renewals += 1) {
      await atMicrosoft(testApp.sandboxUrl, 'expire', NORA);
      expect(await sendTest(person)).toMatchObject({ status: 200 });
      for (const secret of await secretsOf(person)) seen.add(secret);
      // Microsoft takes only the last two: a token that was not stored is refused by now
      expect(seen.size).toBe(renewals + 1);
    }
  });

  test('a token endpoint in trouble changes nothing [long]', async () => {
    const person = await newcomer();
    await connectMicrosoft(person);
    for (const [mode, more, error] of [
      ['500', {}, /Microsoft is not responding properly/],
      ['429', {}, /Microsoft is not responding properly/],
      ['reject-4xx', { status: 401, reason: 'invalid_client' }, /client ID or secret/],
    ] as const) {
      await atMicrosoft(testApp.sandboxUrl, 'expire', NORA);
      // its mails are read in the meantime, which asks for a token, too
      await testApp.fault('microsoft', mode, 1_000, more);
      expect(await sendTest(person)).toMatchObject({ status: 503, body: { error: expect.stringMatching(error) } });
      expect(await status(person)).toMatchObject({ connected: true, error: null });
    }
    await testApp.fault('microsoft', 'none', 1);
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });
});

describe('a connection that is lost', () => {
  test('a revoked token needs a new connection, says so, and is healed by it', async () => {
    const person = await newcomer();
    await connectMicrosoft(person);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
    await atMicrosoft(testApp.sandboxUrl, 'remove', NORA);
    const lost = 'Microsoft no longer accepts this connection. Reconnect your Microsoft account.';
    expect(await sendTest(person)).toMatchObject({ status: 422, body: { error: lost } });
    expect(await status(person)).toMatchObject({ connected: true, error: lost });
    expect(await sendTest(person)).toMatchObject({ status: 422, body: { error: lost } });
    expect(await connectMicrosoft(person)).toMatchObject({ status: 200 });
    expect(await status(person)).toMatchObject({ connected: true, error: null });
    expect(await sendTest(person)).toMatchObject({ status: 200 });
  });

  test('a server that refuses a fresh token, too, is told, and disconnects nothing at once', async () => {
    const person = await newcomer();
    await connectMicrosoft(person);
    await testApp.fault('smtp', 'reject-4xx', 2, { status: 401 });
    expect(await sendTest(person)).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/Microsoft does not let this account into a mailbox/) },
    });
    expect(await status(person)).toMatchObject({ connected: true, error: null });
  });
});

test('without MICROSOFT_CLIENT_ID every call says that they are not set up, and names no setting', async () => {
  const without = await startTestApp({ microsoft: null });
  try {
    const person = await newcomer(without);
    const error = expect.stringMatching(/^Microsoft accounts are not set up\. Ask your administrator/);
    expect(await status(person)).toMatchObject({ connected: false, microsoftUnavailable: error });
    expect(await person.call('GET', '/api/microsoft/auth-url')).toMatchObject({ status: 503, body: { error } });
    const answer = { code: 'c', state: 's' };
    expect(await person.call('POST', '/api/microsoft/callback', answer)).toMatchObject({
      status: 503,
      body: { error },
    });
  } finally {
    await without.stop();
  }
});
