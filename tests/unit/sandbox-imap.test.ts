/** The sandbox's mailboxes with the product's own client, and their refusals, as of a real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { withImap } from '../../worker/providers/mailbox/imap.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import { fileInSent } from '../../worker/providers/mailbox/sentFolder.ts';
import { type FolderName, type Mailboxes, openMailboxes } from '../../worker/sandbox/imap/mailboxes.ts';
import { type SandboxImap, startSandboxImap } from '../../worker/sandbox/imap/server.ts';
import type { Grants } from '../../worker/sandbox/oauth/grants.ts';
import { until } from '../support/person.ts';

const SERVER = { host: 'mail.shop.example', port: 993, security: 'tls' } as const;
const AT = '2026-11-24T09:00:00.000Z';
const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-sandbox-imap-'));
const holder = { accountId: 'm-nora', scopes: ['https://outlook.office.com/IMAP.AccessAsUser.All'] };
const microsoft = {
  holderOfAccess: (token: string) => (token === 'good' ? holder : undefined),
} as unknown as Grants;

let mailboxes: Mailboxes;
let server: SandboxImap;
let network: MailboxNetwork;
beforeAll(async () => {
  mailboxes = await openMailboxes(folder);
  server = await startSandboxImap('127.0.0.1', { mailboxes, now: () => new Date(AT), microsoft });
  network = {
    privateHosts: false,
    sandbox: async () => ({ host: '127.0.0.1', port: server.port, security: 'none' }),
  };
});
afterAll(async () => {
  await server.close();
  await mailboxes.close();
  rmSync(folder, { recursive: true, force: true });
});

const account = (user: string, password = 'secret') => ({ user, password, smtp: SERVER, imap: SERVER });
const credentials = (user: string) => ({ secretId: 's', secret: packMailboxLogin(account(user)) });
const mail = (id: string, body = 'Hello') =>
  `From: Ada <ada@x.example>\r\nMessage-ID: <${id}@x.example>\r\nSubject: Re:\r\n A vest\r\n\r\n${body}\r\n`;
const add = (user: string, raw: string, name: FolderName = 'INBOX') =>
  mailboxes.add({ user, folder: name, raw: Buffer.from(raw).toString('base64'), seen: false, at: AT });

describe('the client of the product', () => {
  test('reads what comes from now on, byte for byte, with the junk, and reads on where it ended', async () => {
    const source = mailboxSource(network);
    await add('sam@shop.example', mail('old'));
    const first = await source.read(credentials('sam@shop.example'), null);
    expect(first.mails).toEqual([]);
    await add('Sam@shop.example', mail('one', 'Grüße'));
    await add('sam@shop.example', mail('two'), 'Junk');
    await add('kim@shop.example', mail('other'));
    const second = await source.read(credentials('sam@shop.example'), first.cursor);
    expect(second.mails.map(({ raw, junk, receivedAt }) => [raw.toString(), junk, receivedAt])).toEqual([
      [mail('one', 'Grüße'), false, AT],
      [mail('two'), true, AT],
    ]);
    expect((await source.read(credentials('sam@shop.example'), second.cursor)).mails).toEqual([]);
    // as the first reading of a mailbox whose campaign sends already
    const since = (await source.read(credentials('sam@shop.example'), null, new Date('2026-11-24'))).mails;
    expect(since).toHaveLength(3);
  });

  test.each(['no-search', 'no-uidnext', 'no-examine', 'no-junk', 'every-second-login'])(
    'reads a mailbox with %s',
    async (how) => {
      const user = `${how}@shop.example`;
      const source = mailboxSource({
        ...network,
        imapTimes: { setUpMs: 5_000, silentMs: 5_000, sessionMs: 9_000, againMs: 1 },
      });
      await add(user, mail('one'));
      const first = await source.read(credentials(user), null);
      await add(user, mail('two'));
      const second = await source.read(credentials(user), first.cursor);
      expect(second.mails.map(({ raw }) => raw.toString())).toEqual([mail('two')]);
      expect(second.unopened?.code).toBe(how === 'no-junk' ? 'smtp_imap_junk' : undefined);
    },
  );

  test('files a copy in the Sent folder once', async () => {
    const raw = Buffer.from(mail('sent'));
    const file = () => fileInSent(account('robin@shop.example'), { raw, messageId: 'sent@x.example' }, network, 1);
    expect([await file(), await file()]).toEqual([true, false]);
    expect(mailboxes.mails('robin@shop.example', 'Sent')).toMatchObject([
      { raw: raw.toString('base64'), seen: true, at: AT },
    ]);
  });

  test('of a large mail the beginning is read', async () => {
    const source = mailboxSource(network);
    const { cursor } = await source.read(credentials('large@shop.example'), null);
    await add('large@shop.example', mail('large', 'x'.repeat(26_300_000)));
    const [large] = (await source.read(credentials('large@shop.example'), cursor)).mails;
    expect(large?.cut).toBe(true);
    expect(large?.raw.toString()).toMatch(/^From: Ada <ada@x\.example>\r\n.*\r\n\r\nx+$/s);
  });

  test('hears of a mail while it listens', async () => {
    const stop = new AbortController();
    let heard = 0;
    const listening = mailboxSource(network).listen?.(credentials('ear@shop.example'), () => heard++, stop.signal);
    await until(
      async () => heard,
      (count) => count === 1,
    );
    await add('ear@shop.example', mail('new'));
    await until(
      async () => heard,
      (count) => count === 2,
    );
    stop.abort();
    expect(await listening).toBe('stopped');
  });

  test.each([
    ['a wrong password', account('sam@shop.example', 'wrong'), 'imap_sign_in'],
    [
      'a token that Microsoft never gave',
      { ...account('nora.lind@outlook.example'), password: undefined, accessToken: async () => 'bad' },
      'microsoft_sign_in',
    ],
    [
      'a token of somebody else',
      { ...account('sam@shop.example'), password: undefined, accessToken: async () => 'good' },
      'microsoft_sign_in',
    ],
  ])('%s is refused', async (_, { password, ...rest }, trouble) => {
    const signIn = (password === undefined ? rest : { ...rest, password }) as ReturnType<typeof account>;
    await expect(withImap(signIn, network, (client) => client.noop())).rejects.toMatchObject({ trouble });
  });

  test('a token of Microsoft signs in', async () => {
    const { password: _, ...nora } = account('nora.lind@outlook.example');
    const signIn = { ...nora, accessToken: async () => 'good' };
    expect(await withImap(signIn, network, async (client) => (await client.list()).map((one) => one.path))).toEqual([
      'INBOX',
      'Sent',
      'Junk',
    ]);
  });
});

describe('what a real server refuses', () => {
  /** Says lines one after the other, each after the answer to the one before; answers with all that came. */
  async function dialog(...lines: string[]): Promise<string[]> {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    let came = '';
    let ended = false;
    socket.setEncoding('utf8').on('data', (text: string) => {
      came += text;
    });
    socket.on('close', () => {
      ended = true;
    });
    const answers: string[] = [];
    const answer = async () => {
      const all = await until(
        async () => came,
        (text) => ended || /^(?:\w+ (?:OK|NO|BAD)|\+|\* OK \[CAP).*\r\n$/m.test(text),
      );
      came = '';
      answers.push(all.trimEnd().split('\r\n').at(-1) ?? '');
    };
    await answer();
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      await answer();
    }
    return answers.slice(1);
  }
  const LOGIN = 'a LOGIN sam@shop.example secret';

  test.each<[string, string[], RegExp]>([
    ['a command that there is not', [LOGIN, 'b MAKE COFFEE'], /^b BAD/],
    ['a command before the sign-in', ['b SELECT INBOX'], /^b BAD Sign in/],
    ['a line that is no command', ['hello'], /^\* BYE/],
    ['a folder that there is not', [LOGIN, 'b SELECT Drafts'], /^b NO \[NONEXISTENT\]/],
    ['a copy for such a folder', [LOGIN, 'b APPEND Drafts {4}', 'mail'], /^b NO \[TRYCREATE\]/],
    ['a mail that is too large', [LOGIN, 'b APPEND Sent {25000001}'], /^b NO \[TOOBIG\]/],
    ['a password that is too long', ['b LOGIN sam@shop.example {8193}'], /^b NO \[LIMIT\]/],
    ['a line that is too long', [`b LOGIN ${'x'.repeat(17_000)}`], /^\* BYE/],
    ['a fetch before a folder is open', [LOGIN, 'b UID FETCH 1 (UID)'], /^b BAD Open/],
    ['something of a mail that it cannot give', [LOGIN, 'a SELECT INBOX', 'b UID FETCH 1 (ENVELOPE)'], /^b BAD/],
    ['a search that it cannot do', [LOGIN, 'a SELECT INBOX', 'b UID SEARCH LARGER 5'], /^b BAD/],
    ['a parenthesis too few', [LOGIN, 'b APPEND Sent ((\\Seen)'], /^b BAD A parenthesis/],
    ['another line than DONE', [LOGIN, 'a SELECT INBOX', 'b IDLE', 'NOOP'], /^b BAD Say DONE/],
    ['passwords that are tried out', ['a LOGIN s wrong', 'b LOGIN s wrong', 'c LOGIN s wrong', 'd NOOP'], /^$/],
  ])('%s', async (_, lines, last) => expect((await dialog(...lines)).at(-1)).toMatch(last));

  test('a quoted text may have parentheses and quotes, and a literal anything', async () => {
    expect(await dialog('a LOGIN "s(a)m \\"x\\"" {5}', 'p w"(', 'b LOGOUT')).toEqual([
      '+ Go on',
      expect.stringMatching(/^a OK/),
      'b OK Done',
    ]);
  });
});

test('what lies in the mailboxes is there after a restart', async () => {
  await add('late@shop.example', mail('kept'));
  const again = await openMailboxes(folder);
  expect(again.mails('late@shop.example', 'INBOX')).toHaveLength(1);
  await again.close();
});
