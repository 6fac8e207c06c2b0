/** npm run check:providers, with the real clients against the sandbox over HTTP. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkProviders } from '../../worker/checkProviders/checkProviders.ts';
import { readProviderEnv } from '../../worker/env.ts';
import { TEST_SECRET } from '../support/database.ts';
import { Person, until } from '../support/person.ts';
import { connectGmail, NORTHWIND, ROBIN, removeAccess } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const KEY = 'SG.a-secret-of-northwind';

async function check(of: TestApp, env: NodeJS.ProcessEnv = {}): Promise<{ well: boolean; lines: string[] }> {
  const lines: string[] = [];
  const read = readProviderEnv({ SANDBOX_URL: of.sandboxUrl, ...env });
  const well = await checkProviders(of.owner, read, (line) => lines.push(line));
  return { well, lines };
}

const storeKey = (person: Person, sendgridApiKey: string) =>
  person.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'robin@northwind.example',
    sendgridApiKey,
  });
const lineOf = (lines: string[], name: string) => lines.find((line) => line.startsWith(name));

describe('in a sandbox', () => {
  let testApp: TestApp;
  let robin: Person;
  let tenant: string;
  beforeAll(async () => {
    testApp = await startTestApp({ gmailAccess: 'drafts' });
    robin = await new Person(testApp.url).signUp('robin@shop.example');
    tenant = await robin.tenant();
  });
  beforeEach(async () => {
    await storeKey(robin, KEY);
    await connectGmail(robin);
  });
  afterAll(() => testApp?.stop());

  test('everything works: a line each with its limits, and no address or key', async () => {
    const { well, lines } = await check(testApp);
    expect(lines).toEqual([
      `This is a sandbox: every provider is ${testApp.sandboxUrl}.`,
      'OpenAI: works (gpt-6.1-terra; this call cost $0.00054)',
      'OpenAI · gpt-6-luna: works (gpt-6-luna; this call cost $0.000054)',
      'OpenAI · text-embedding-3-small: works (text-embedding-3-small; this call cost almost nothing)',
      expect.stringMatching(
        /^People Data Labs: works \(\d+ of 100 lookups left in this minute, \d+ lookup credits left, this call cost 0 credits\)$/,
      ),
      'Hunter: works (500 searches left, 1000 verifications left, this call cost nothing)',
      "YouTube: works (this call cost 1 of the day's 10,000 quota units)",
      'System emails: works (mail.send)',
      'Google app: works',
      `Gmail · account of workspace ${tenant}: works (drafts; about 500 emails a day, 2,000 with Google Workspace)`,
      `SendGrid · account of workspace ${tenant}: works (mail.send)`,
    ]);
    expect(well).toBe(true);
    expect(lines.join('\n')).not.toMatch(/@|SG\./);
  });

  test('a mailbox is signed in to', async () => {
    const server = { smtpHost: 'smtp.shop.example', smtpPort: 465, smtpSecurity: 'tls' };
    const sam = await new Person(testApp.url).signUp('sam.mailbox@shop.example');
    const name = `Mail server · account of workspace ${await sam.tenant()}`;
    await sam.ok('POST', '/api/mailbox/connect', {
      ...{ host: 'other', email: 'sam@shop.example', password: 'secret', ...server },
      ...{ imapHost: 'imap.shop.example', imapPort: 993, imapSecurity: 'tls' },
    });
    expect(lineOf((await check(testApp)).lines, name)).toBe(`${name}: works (SMTP and IMAP)`);
    await testApp.fault('smtp', 'reject-4xx', 1, { status: 401 });
    const { well, lines } = await check(testApp);
    expect(lineOf(lines, name)).toMatch(/: does not work\. The SMTP server refused the user name or the password/);
    expect(well).toBe(false);
    await sam.ok('POST', '/api/mailbox/disconnect', {});
    await until(
      () => check(testApp),
      (found) => lineOf(found.lines, name) === undefined,
    );
  });

  test('it costs no credit and sends nothing', async () => {
    const credits = (lines: string[]) => /(\d+) lookup credits/.exec(lines.join())?.[1];
    const before = credits((await check(testApp)).lines);
    expect(credits((await check(testApp)).lines)).toBe(before);
    expect(await testApp.outbox()).toEqual([]);
  });

  test('a bad key: its line says so, and the others are still checked', async () => {
    await testApp.fault('openai', 'reject-4xx', 1, { status: 401, path: '/models/gpt-6.1-terra' });
    for (const provider of ['people_data_labs', 'hunter', 'youtube'])
      await testApp.fault(provider, 'reject-4xx', 1, { status: 401 });
    const { well, lines } = await check(testApp);
    expect(lines.filter((line) => !line.includes(': works')).slice(1)).toEqual([
      'OpenAI: does not work. The AI provider refused the key in OPENAI_API_KEY. Check it.',
      'People Data Labs: does not work. People Data Labs refused the key in PDL_API_KEY. Check it.',
      'Hunter: does not work. Hunter refused the key in HUNTER_API_KEY. Check it.',
      'YouTube: does not work. YouTube refused the key in YOUTUBE_API_KEY. Check it.',
    ]);
    expect(well).toBe(false);
    expect(lines.filter((line) => line.includes(': works'))).toHaveLength(6);
  });

  test('a model that the key may not use, and one that ends', async () => {
    expect(lineOf((await check(testApp, { OPENAI_MODEL: 'no-model' })).lines, 'OpenAI')).toBe(
      'OpenAI: does not work. The AI provider does not offer the model no-model to this key. Set OPENAI_MODEL to another one.',
    );
    const ending = await check(testApp, { OPENAI_MODEL: 'gpt-ending' });
    expect(lineOf(ending.lines, 'OpenAI')).toBe(
      'OpenAI: works (gpt-ending, which ends on 2030-01-31; this call has no known price)',
    );
    expect(ending.well).toBe(true);
  });

  test('an account without credit, which only a call tells', async () => {
    await testApp.fault('openai', '429', 1, { path: '/responses', reason: 'insufficient_quota' });
    const { well, lines } = await check(testApp);
    expect(lineOf(lines, 'OpenAI')).toBe(
      'OpenAI: does not work. The AI provider account of OPENAI_API_KEY has no credit left. Add credit.',
    );
    expect(well).toBe(false);
  });

  test("a user's SendGrid key that may not send, and one that is refused", async () => {
    await storeKey(robin, 'SG.read-only');
    const { well, lines } = await check(testApp);
    expect(lineOf(lines, 'SendGrid')).toBe(
      `SendGrid · account of workspace ${tenant}: does not work. The API key may not send. Give it the permission "Mail Send" in SendGrid.`,
    );
    expect(well).toBe(false);
    await testApp.fault('sendgrid', 'reject-4xx', 2, { status: 401, path: '/v3/scopes' });
    const refused = (await check(testApp)).lines;
    expect(lineOf(refused, 'SendGrid')).toBe(
      `SendGrid · account of workspace ${tenant}: does not work. SendGrid refused the API key. Check it, or create a new one.`,
    );
    expect(lineOf(refused, 'System emails')).toBe(
      'System emails: does not work. SendGrid refused the API key. Check it, or create a new one.',
    );
  });

  test('a Gmail account that Gmail does not let read', async () => {
    await testApp.fault('gmail', 'reject-4xx', 1, { status: 403, path: '/profile' });
    const { well, lines } = await check(testApp);
    expect(lineOf(lines, 'Gmail')).toMatch(/: does not work\. Google was not given your permission/);
    expect(well).toBe(false);
  });

  test('a revoked Gmail account does not work, the one of another user does; and the exit code says it', async () => {
    const other = await new Person(testApp.url).signUp('sam@shop.example');
    await connectGmail(other, { account: NORTHWIND });
    await removeAccess(testApp.sandboxUrl, ROBIN);
    const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'check-providers'], {
      env: {
        ...process.env,
        DATABASE_URL: testApp.databaseUrl,
        SECRET_KEY: TEST_SECRET,
        SANDBOX_URL: testApp.sandboxUrl,
      },
    });
    let [out, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(code, said).toBe(1);
    const lines = out.split('\n');
    expect(lineOf(lines, `Gmail · account of workspace ${tenant}`)).toMatch(
      /: does not work\. Google no longer accepts this connection\. Reconnect your Gmail account\.$/,
    );
    expect(lineOf(lines, `Gmail · account of workspace ${await other.tenant()}`)).toMatch(/: works \(drafts; /);
    expect(out).not.toMatch(/@|SG\./);
    expect(said).toBe('');
  });

  test('a sandbox that does not run: each line says that nobody answers', async () => {
    const { well, lines } = await check(testApp, { SANDBOX_URL: 'http://127.0.0.1:1' });
    expect(well).toBe(false);
    expect(lines.slice(1, 9)).toEqual([
      'OpenAI: does not work. The AI provider cannot be reached.',
      'OpenAI · gpt-6-luna: does not work. The AI provider cannot be reached.',
      'OpenAI · text-embedding-3-small: does not work. The AI provider cannot be reached.',
      'People Data Labs: does not work. People Data Labs cannot be reached.',
      'Hunter: does not work. Hunter cannot be reached.',
      'YouTube: does not work. YouTube cannot be reached.',
      'System emails: does not work. SendGrid cannot be reached. Try again later.',
      'Google app: does not work. Google is not responding properly. Try again in a minute.',
    ]);
    expect(lineOf(lines, 'SendGrid')).toBe(
      `SendGrid · account of workspace ${tenant}: does not work. SendGrid cannot be reached. Try again later.`,
    );
  });
});

test('with gmail.send alone the renewed token is the check', async () => {
  const testApp = await startTestApp({ gmailAccess: 'send' });
  try {
    const robin = await new Person(testApp.url).signUp('robin@shop.example');
    await connectGmail(robin);
    const { well, lines } = await check(testApp);
    expect(lineOf(lines, 'Gmail')).toMatch(/: works \(send; /);
    expect(well).toBe(true);
    await removeAccess(testApp.sandboxUrl, ROBIN);
    expect((await check(testApp)).well).toBe(false);
  } finally {
    await testApp.stop();
  }
});

test('a real installation where nothing is set: it says what to set, and that is no failure', async () => {
  const testApp = await startTestApp({ sandbox: false, working: false });
  try {
    expect(await check(testApp)).toEqual({
      well: true,
      lines: [
        'OpenAI: not set (OPENAI_API_KEY)',
        'People Data Labs: not set (PDL_API_KEY)',
        'Hunter: not set (HUNTER_API_KEY)',
        'YouTube: not set (YOUTUBE_API_KEY)',
        'System emails: not set (SYSTEM_SENDGRID_API_KEY or SMTP_URL)',
        'Google app: not set (GOOGLE_CLIENT_ID)',
      ],
    });
  } finally {
    await testApp.stop();
  }
});
