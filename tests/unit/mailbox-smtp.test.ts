/** The meaning of each failure of a mail server for an email. The server is a script on loopback; the client is the real one. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { classify } from '../../events/sending/outcome.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import type { Sent } from '../../worker/providers/mailProvider.ts';

type Stage = 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'text' | 'dot';
/** The server's action at a stage: a reply, `close` or `hang`. */
type Script = { at: Stage; does: string; advertises?: string; copy?: string };

const GOOD: Record<Exclude<Stage, 'text'>, string> = {
  greeting: '220 mail.packs.example',
  auth: '235 2.7.0 ok',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go ahead',
  dot: '250 2.0.0 queued',
};

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
});

/** A mail server that keeps to the protocol but at one stage. `got`: the bytes of the mail. */
async function serverThat({
  at,
  does,
  advertises = 'AUTH PLAIN',
  copy = GOOD.rcpt,
}: Script): Promise<{ port: number; got: () => string }> {
  let got = '';
  const answer = (socket: Socket, stage: Exclude<Stage, 'text'>) => {
    const line = stage === at ? does : GOOD[stage];
    if (line === 'close') socket.destroy();
    else if (line !== 'hang') socket.write(`${line}\r\n`);
  };
  const server = createServer((socket) => {
    let inMail = false;
    let left = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (inMail && at === 'text') {
        got = chunk.toString('latin1');
        if (does === 'close') socket.destroy();
        else socket.pause();
        return;
      }
      left += chunk.toString('latin1');
      for (let end = left.indexOf('\r\n'); end >= 0; end = left.indexOf('\r\n')) {
        const line = left.slice(0, end);
        left = left.slice(end + 2);
        if (inMail) {
          if (line === '.') {
            inMail = false;
            answer(socket, 'dot');
          } else got += `${line}\r\n`;
        } else if (/^EHLO/.test(line)) socket.write(`250-mail.packs.example\r\n250 ${advertises}\r\n`);
        else if (/^AUTH/.test(line)) answer(socket, 'auth');
        else if (/^MAIL/.test(line)) answer(socket, 'mail');
        else if (/^RCPT TO:<copy@/.test(line)) socket.write(`${copy}\r\n`);
        else if (/^RCPT/.test(line)) answer(socket, 'rcpt');
        else if (/^DATA/.test(line)) {
          inMail = (at === 'data' ? does : GOOD.data).startsWith('3');
          answer(socket, 'data');
        } else if (/^QUIT/.test(line)) socket.end('221 bye\r\n');
        else socket.write('502 5.5.1 not known\r\n');
      }
    });
    answer(socket, 'greeting');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, got: () => got };
}

const NETWORK: MailboxNetwork = { privateHosts: true };
const mail = {
  ...{ to: 'kim@packs.example', from: 'sam@shop.example', fromName: 'Sam', replyTo: null, subject: 'Hello' },
  ...{ text: 'Text', headers: {}, sendId: 'c.p.first.1', tenant: 't' },
};
const TIMES = { setUpMs: 400, handOverMs: 600, totalMs: 800 };

async function sendTo(
  server: { host?: string; port: number; security?: 'tls' | 'starttls' | 'none' },
  { network = NETWORK, ...more }: { network?: MailboxNetwork; text?: string; copies?: string[] } = {},
): Promise<Sent> {
  const at = { host: '127.0.0.1', security: 'none' as const, ...server };
  const secret = packMailboxLogin({ user: 'sam', password: 'secret', smtp: at, imap: at });
  return mailboxMail(network, { times: TIMES }).send({ secretId: 's', secret }, { ...mail, ...more });
}
const fateOf = ({ answer }: Sent) => {
  const { verdict, mailbox } = classify(answer);
  return `${verdict}, ${mailbox}`;
};

test('a mail that is taken is sent under a Message-ID of ours', async () => {
  const server = await serverThat({ at: 'dot', does: GOOD.dot });
  const sent = await sendTo(server);
  expect(sent).toMatchObject({ messageId: 'c.p.first.1@shop.example' });
  expect(fateOf(sent)).toBe('sent, fine');
  expect(server.got()).toMatch(/^Message-ID: <c\.p\.first\.1@shop\.example>\r$/m);
});

test.each([
  [GOOD.rcpt, 'sent, fine'],
  ['550 5.1.1 no such user', 'failed, fine'],
  // a copy has left, so it is not tried again
  ['450 4.2.0 greylisted', 'failed, fine'],
])('of a mail with a copy, the answer about its recipient counts: %s', async (does, fate) => {
  const server = await serverThat({ at: 'rcpt', does });
  const sent = await sendTo(server, { copies: ['copy@packs.example'] });
  expect(fateOf(sent)).toBe(fate);
  expect(server.got()).toMatch(/^Cc: copy@packs\.example\r$/m);
});

test.each([
  ['550 5.7.1 blocked by policy', '550 5.1.1 no such user', 'status'],
  ['550 5.1.1 no such user', '450 4.2.0 greylisted', 'no_such_address'],
])('where the copy is refused, too: %s, %s', async (does, copy, kind) => {
  const server = await serverThat({ at: 'rcpt', does, copy });
  expect((await sendTo(server, { copies: ['copy@packs.example'] })).answer.kind).toBe(kind);
});

test.each([
  ['email-smtp.eu-west-3.amazonaws.com', 'eu-west-3.amazonses.com'],
  ['email-smtp.us-east-1.amazonaws.com', 'email.amazonses.com'],
  ['mail.packs.example', null],
])('%s: the answer of Amazon SES names the Message-ID, whatever address it listens at', async (host, domain) => {
  const id = '010201926d5c3f4a-5a1c7e2b-0f3d-4c6e-9a8b-7d6e5f4c3b2a-000000';
  const { port } = await serverThat({ at: 'dot', does: `250 Ok ${id}` });
  const sandbox = async () => ({ host: '127.0.0.1', port, security: 'none' as const });
  const sent = await sendTo({ host, port: 465, security: 'tls' }, { network: { ...NETWORK, sandbox } });
  expect(sent.messageId).toBe(domain === null ? 'c.p.first.1@shop.example' : `${id}@${domain}`);
});

test('a refusal is told in the words of the account: at Amazon SES in those of Amazon SES', async () => {
  const { port } = await serverThat({ at: 'auth', does: '535 Authentication Credentials Invalid' });
  const at = { host: '127.0.0.1', port, security: 'none' as const };
  const credentials = { secretId: 's', secret: packMailboxLogin({ user: 'sam', password: 'secret', smtp: at }) };
  const sent = await mailboxMail(NETWORK, { times: TIMES, provider: 'ses' }).send(credentials, mail);
  expect(sent.reason && reasonText(sent.reason)).toMatch(/^Amazon SES refused the SMTP user name/);
});

/** Sends by an access token; `asked`: which token the server had refused, each time one is asked for. */
async function sendByToken(does: string): Promise<{ sent: Sent; asked: (string | undefined)[] }> {
  const { port } = await serverThat({ at: 'auth', does, advertises: 'AUTH PLAIN XOAUTH2' });
  const at = { host: '127.0.0.1', port, security: 'none' as const };
  const asked: (string | undefined)[] = [];
  const microsoft = {
    exchange: () => Promise.reject(new Error('not asked')),
    async accessToken(_: unknown, refused?: string) {
      asked.push(refused);
      return `token-${asked.length}`;
    },
  };
  const secret = packMailboxLogin({ user: 'sam', refreshToken: 'r', smtp: at, imap: at });
  const sent = await mailboxMail({ ...NETWORK, microsoft }, { times: TIMES }).send({ secretId: 's', secret }, mail);
  return { sent, asked };
}

const MICROSOFT = '535 5.7.139 Authentication unsuccessful,';

test.each([
  ['a token that is refused, and its successor', '535 5.7.3 Authentication unsuccessful', 'microsoft_sign_in', 2],
  [
    'SMTP that is off for the mailbox',
    `${MICROSOFT} SmtpClientAuthentication is disabled for the Mailbox.`,
    'microsoft_smtp_off',
    1,
  ],
  [
    'SMTP that is off for the tenant',
    `${MICROSOFT} SmtpClientAuthentication is disabled for the Tenant.`,
    'microsoft_smtp_off',
    1,
  ],
  [
    'a rule of the organization',
    `${MICROSOFT} user is locked by your organization's security defaults policy.`,
    'microsoft_policy',
    1,
  ],
])('%s: nothing leaves, and the account must be connected again', async (_, does, trouble, tries) => {
  const { sent, asked } = await sendByToken(does);
  expect(sent.answer).toEqual({ kind: 'account_refused', trouble });
  expect(asked).toEqual([undefined, 'token-1'].slice(0, tries));
});

test('a token that is taken sends', async () => {
  const { sent, asked } = await sendByToken(GOOD.auth);
  expect(fateOf(sent)).toBe('sent, fine');
  expect(asked).toEqual([undefined]);
});

test('without the app of this installation the mail waits, and the account stays', async () => {
  const at = { host: '127.0.0.1', port: 1, security: 'none' as const };
  const secret = packMailboxLogin({ user: 'sam', refreshToken: 'r', smtp: at, imap: at });
  const sent = await mailboxMail(NETWORK, { times: TIMES }).send({ secretId: 's', secret }, mail);
  expect(fateOf(sent)).toBe('deferred, trouble');
  expect(sent.reason).toEqual({ code: 'account_trouble', provider: 'smtp', trouble: 'microsoft_not_set' });
});

test.each<[string, Script, string]>([
  ['no greeting', { at: 'greeting', does: 'hang' }, 'deferred, trouble'],
  ['a connection closed at once', { at: 'greeting', does: 'close' }, 'deferred, trouble'],
  ['a server that is full', { at: 'greeting', does: '421 4.3.2 too busy' }, 'deferred, trouble'],
  ['a wrong password', { at: 'auth', does: '535 5.7.8 authentication failed' }, 'held, account_refused'],
  [
    'a password that is never taken',
    { at: 'auth', does: '535 5.7.139 basic authentication is disabled' },
    'held, account_refused',
  ],
  ['a busy server that says 535', { at: 'auth', does: '535 5.7.0 Too many bad auth attempts' }, 'deferred, trouble'],
  [
    'a server that cannot look the password up',
    { at: 'auth', does: '535 Temporary authentication failure' },
    'deferred, trouble',
  ],
  ['sign-in that fails for now', { at: 'auth', does: '454 4.7.0 later' }, 'deferred, trouble'],
  ['a connection lost at sign-in', { at: 'auth', does: 'close' }, 'deferred, trouble'],
  ['a sender that is not theirs', { at: 'mail', does: '553 5.7.1 not owned by user' }, 'held, sender_refused'],
  ['a sender that must wait', { at: 'mail', does: '450 4.7.1 slow down' }, 'held, wait'],
  ['a sending limit', { at: 'mail', does: '550 5.4.5 daily user sending limit exceeded' }, 'held, wait'],
  ['a limit of Outlook.com', { at: 'dot', does: '550 5.1.90 reached your daily limit' }, 'held, wait'],
  ['a limit of an organization', { at: 'rcpt', does: '550 5.7.233 over the tenant limit' }, 'held, wait'],
  [
    'a limit of Exchange',
    { at: 'dot', does: '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException' },
    'held, wait',
  ],
  ['an unknown recipient', { at: 'rcpt', does: '550 5.1.1 no such user' }, 'failed, fine'],
  ['greylisting', { at: 'rcpt', does: '451 4.7.1 greylisted' }, 'deferred, fine'],
  ['a mailbox of the recipient that is full for now', { at: 'rcpt', does: '452 4.2.2 over quota' }, 'deferred, fine'],
  ['a mailbox of the recipient that stays full', { at: 'rcpt', does: '552 5.2.2 over quota' }, 'failed, fine'],
  ['a full mailbox that is found at the end', { at: 'dot', does: '552 5.2.2 over quota' }, 'failed, fine'],
  ['a disk of their own server that is full', { at: 'mail', does: '452 4.3.1 insufficient storage' }, 'held, wait'],
  ['a shutdown at the recipient', { at: 'rcpt', does: '421 4.3.2 shutting down' }, 'deferred, trouble'],
  ['a connection lost at the recipient', { at: 'rcpt', does: 'close' }, 'deferred, trouble'],
  [
    'a sender refused at the recipient',
    { at: 'rcpt', does: '553 5.7.1 <sam@shop.example>: Sender address rejected: not owned by user' },
    'held, sender_refused',
  ],
  [
    'a sender that Amazon SES has not verified',
    {
      at: 'dot',
      does: '554 Message rejected: Email address is not verified. The following identities failed the check',
    },
    'held, sender_refused',
  ],
  ['DATA refused', { at: 'data', does: '554 5.5.1 no' }, 'failed, fine'],
  ['a connection lost at DATA', { at: 'data', does: 'close' }, 'deferred, trouble'],
  ['a text that is refused', { at: 'dot', does: '550 5.7.1 looks like spam' }, 'failed, fine'],
  ['a text refused for now', { at: 'dot', does: '451 4.3.0 try later' }, 'deferred, fine'],
  ['a connection lost after the end of the mail', { at: 'dot', does: 'close' }, 'unknown, trouble'],
  ['no answer after the end of the mail', { at: 'dot', does: 'hang' }, 'unknown, trouble'],
])('%s', async (_, script, fate) => {
  const sent = await sendTo(await serverThat(script));
  expect(fateOf(sent)).toBe(fate);
  expect(sent.messageId).toBeNull();
  expect(sent.reason ?? sent.unconfirmed).toMatchObject({ code: expect.any(String) });
});

test.each<[string, Script, boolean]>([
  ['no such mailbox', { at: 'rcpt', does: '550 5.1.1 no such user' }, true],
  ['no such mailbox, of Exchange', { at: 'dot', does: '550 5.1.10 RESOLVER.ADR.RecipientNotFound' }, true],
  ['a mailbox that moved', { at: 'rcpt', does: '551 5.1.6 moved' }, true],
  ['a mailbox that is unknown for now', { at: 'rcpt', does: '450 5.1.1 try later' }, false],
  ['a full mailbox', { at: 'rcpt', does: '552 5.2.2 over quota' }, false],
  ['a limit of Outlook.com', { at: 'dot', does: '550 5.1.90 reached your daily limit' }, false],
  ['an address that is quoted', { at: 'rcpt', does: '550 5.7.1 see 5.1.1 of the manual' }, false],
  ['no such user, in words', { at: 'rcpt', does: '550 No Such User Here' }, true],
  [
    'no such user, in lines',
    { at: 'rcpt', does: '550-5.1.1 The email account does not exist.\r\n550 5.1.1 Bye' },
    true,
  ],
  ['Exchange Online', { at: 'rcpt', does: '550 5.4.1 Recipient address rejected: Access denied' }, true],
  ['Postfix', { at: 'rcpt', does: '550 <kim@packs.example>: Recipient address rejected: User unknown' }, true],
  ['Outlook.com', { at: 'rcpt', does: '550 5.5.0 Requested action not taken: mailbox unavailable (S2017)' }, true],
  ['Barracuda', { at: 'rcpt', does: '554 5.7.1 Recipient address rejected: user does not exist' }, true],
  ['qmail', { at: 'rcpt', does: '553 sorry, no mailbox here by that name. (#5.7.1)' }, true],
  ['German', { at: 'rcpt', does: '550 Benutzer unbekannt: no such recipient' }, true],
  ['no such user for now', { at: 'rcpt', does: '450 No such user here, try later' }, false],
  ['a sender that does not exist', { at: 'rcpt', does: '550 Sender verify failed: no such user here' }, false],
  ['no relay', { at: 'rcpt', does: '550 5.7.1 Relaying denied' }, false],
  ['a blocked network', { at: 'rcpt', does: '550 5.7.1 Service unavailable; client host blocked using a list' }, false],
  ['a policy', { at: 'rcpt', does: '554 5.7.1 Recipient address rejected: blocked by policy' }, false],
  ['too many for an hour', { at: 'rcpt', does: '550 5.1.1 Too many emails this hour' }, false],
  ['SPF', { at: 'rcpt', does: '550 5.1.0 Sender is not allowed by SPF' }, false],
  ['a text that says so', { at: 'dot', does: '550 5.7.1 spam: no such user' }, false],
])('whether the address does not exist: %s', async (_, script, isUnknown) => {
  const { answer } = await sendTo(await serverThat(script));
  expect(answer.kind === 'no_such_address').toBe(isUnknown);
});

describe('the end of a mail that was not handed over', () => {
  /** More than fits into the buffers of both sides. */
  const LONG = `${'A long line. '.repeat(5)}\n`.repeat(200_000);

  test.each(['close', 'hang'])('a connection that does %s in the middle has delivered nothing', async (does) => {
    const server = await serverThat({ at: 'text', does });
    const sent = await sendTo(server, { text: LONG });
    expect(fateOf(sent)).toBe('deferred, trouble');
    expect(server.got()).not.toMatch(/\r\n\.\r\n/);
  });
});

describe('where a mailbox may be', () => {
  test.each([
    ['an IP address', '127.0.0.1'],
    ['a name', 'localhost'],
    ['IPv6', '::1'],
    ['a private network', '192.168.7.7'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['IPv4 within IPv6', '::ffff:10.0.0.1'],
  ])('not in private networks, unless the operator says so: %s', async (__, host) => {
    const server = await serverThat({ at: 'dot', does: GOOD.dot });
    const sent = await sendTo({ host, port: server.port, security: 'tls' }, { network: { privateHosts: false } });
    expect(sent).toMatchObject({ answer: { kind: 'not_connected' }, reason: { trouble: 'private_host' } });
  });

  test('without encryption on this machine alone', async () => {
    const sent = await sendTo({ host: '192.168.7.7', port: 25, security: 'none' });
    expect(sent).toMatchObject({ answer: { kind: 'not_connected' }, reason: { trouble: 'smtp_no_tls' } });
  });

  test('a server that offers no encryption gets no password', async () => {
    const server = await serverThat({ at: 'dot', does: GOOD.dot, advertises: 'AUTH PLAIN' });
    const sent = await sendTo({ port: server.port, security: 'starttls' });
    expect(fateOf(sent)).toBe('deferred, trouble');
    expect(sent.reason).toEqual({ code: 'account_trouble', provider: 'smtp', trouble: 'smtp_no_tls' });
  });

  test('nobody listens', async () => {
    const server = await serverThat({ at: 'dot', does: GOOD.dot });
    for (const one of servers.splice(0)) one.close();
    expect(fateOf(await sendTo(server))).toBe('deferred, trouble');
  });

  test('a host without an address', async () => {
    const sent = await sendTo({ host: 'no-such-host.invalid', port: 465, security: 'tls' });
    expect(fateOf(sent)).toBe('deferred, trouble');
  });
});
