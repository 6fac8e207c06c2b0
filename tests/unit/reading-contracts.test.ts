/** Each reading adapter with an answer, none, and a slow, cut or non-JSON one: real clients, one HTTP and one IMAP server. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { gmailProvider } from '../../worker/providers/gmail/client.ts';
import { gmailMail } from '../../worker/providers/gmail/mailProvider.ts';
import { gmailSource } from '../../worker/providers/gmail/mailSource.ts';
import { MailboxError } from '../../worker/providers/mailbox/mailboxError.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import { microsoftSignIn } from '../../worker/providers/microsoft/signIn.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';

const TIMEOUT_MS = 250;
const IMAP_TIMES = { setUpMs: TIMEOUT_MS, silentMs: TIMEOUT_MS, sessionMs: 5_000, againMs: 1 };
type Response = Parameters<RequestListener>[1];
function json(response: Response, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

let answer: RequestListener;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/google-token')
      json(response, 200, { access_token: 'a', expires_in: 3599, token_type: 'Bearer' });
    else if (request.url?.endsWith('/.well-known/openid-configuration'))
      json(response, 200, { issuer: `${url}/ms`, token_endpoint: `${url}/ms-token`, authorization_endpoint: url });
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);
const says = (status: number, body: unknown, headers?: Record<string, string>) => {
  answer = (_request, response) => json(response, status, body, headers);
};
const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' });
  response.write('{"id":');
  setImmediate(() => response.destroy());
};

const account = { secretId: 's', secret: 'SG.secret' };
const google = () =>
  gmailProvider(
    {
      ...{ clientId: 'c', clientSecret: 's', access: 'drafts', authUrl: url, tokenUrl: `${url}/google-token` },
      ...{ revokeUrl: url, certsUrl: url, gmailUrl: `${url}/` },
    },
    TIMEOUT_MS,
  );
const server993 = { host: 'localhost', port: 993, security: 'tls' as const };
const microsoft = () =>
  microsoftSignIn(
    {
      ...{ clientId: 'c', clientSecret: 's', authority: `${url}/ms`, authUrl: url },
      servers: { smtp: server993, personalSmtp: server993, imap: server993 },
    },
    TIMEOUT_MS,
  );

type Reader = {
  name: string;
  ask: () => Promise<unknown>;
  success: [body: unknown, result: unknown];
  errorBody: (status: number, reason: string) => unknown;
  errors: [status: number, reason: string, ours: string, retryable: boolean][];
};
const readers: Reader[] = [
  {
    name: 'Gmail, what is new',
    ask: () => gmailSource(google()).read(account, '{"history":"7"}'),
    success: [{ historyId: '9' }, { mails: [], cursor: '{"history":"9"}' }],
    errorBody: (code, reason) => ({ error: { code, message: 'kim@packs.example', errors: [{ reason }] } }),
    errors: [
      [401, 'authError', 'gmail_token_refused', false],
      [403, 'insufficientPermissions', 'gmail_scope_missing', false],
      [403, 'userRateLimitExceeded', 'gmail_rate_limited', true],
      [429, 'rateLimitExceeded', 'gmail_rate_limited', true],
      [503, 'backendError', 'gmail_unreachable', true],
    ],
  },
  {
    name: 'Microsoft, an access token',
    ask: () => microsoft().accessToken({ secretId: 's', refreshToken: 'r', keep: async () => undefined }),
    success: [{ access_token: 'at', token_type: 'Bearer', expires_in: 3600 }, 'at'],
    errorBody: (_status, error) => ({ error, error_description: 'kim@packs.example' }),
    errors: [
      [400, 'invalid_grant', 'smtp_microsoft_token_refused', false],
      [401, 'invalid_client', 'smtp_microsoft_app_refused', false],
      [429, 'temporarily_unavailable', 'smtp_microsoft_unreachable', true],
      [503, 'temporarily_unavailable', 'smtp_microsoft_unreachable', true],
    ],
  },
  {
    name: 'SendGrid, the key',
    ask: () => sendGrid({ baseUrl: url, timeoutMs: TIMEOUT_MS }).check(account, { drafts: false } as never),
    success: [{ scopes: ['mail.send'] }, 'mail.send'],
    errorBody: (_status, message) => ({ errors: [{ message: `${message} kim@packs.example`, field: null }] }),
    errors: [
      [401, 'The provided authorization grant is invalid, expired, or revoked', 'sendgrid_key_refused', false],
      [403, 'access forbidden', 'sendgrid_permission_missing', false],
      [429, 'too many requests', 'sendgrid_later', true],
      [500, 'Internal Server Error', 'sendgrid_unreachable', true],
    ],
  },
];

async function troubleOf(ask: () => Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await ask().then(
    (value) => `no trouble, but ${JSON.stringify(value)}`,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  const { reason, message } = error as ProviderError;
  expect(`${JSON.stringify(reason)} ${message}`).not.toMatch(/kim@|SG\.secret/);
  return error as ProviderError;
}

describe.each(readers)('$name', ({ ask, success, errorBody, errors }) => {
  test('an answer is read', async () => {
    says(200, success[0]);
    expect(await ask()).toEqual(success[1]);
  });

  test.each(errors)('%i %s is %s', async (status, reason, code, retryable) => {
    says(status, errorBody(status, reason));
    expect(await troubleOf(ask)).toMatchObject({ code, retryable });
  });

  test('a limit says how long it lasts', async () => {
    says(429, errorBody(429, 'rateLimitExceeded'), { 'Retry-After': '42' });
    expect((await troubleOf(ask)).retryAfterSeconds).toBe(42);
  });

  test('one that is slow, cut off or no JSON is worth another try', async () => {
    for (const how of [() => undefined, cutOff] as RequestListener[]) {
      answer = how;
      expect(await troubleOf(ask)).toMatchObject({ retryable: true });
    }
    for (const body of ['<html>Sign in to the network</html>', '"7"']) {
      says(200, body);
      expect(await troubleOf(ask)).toMatchObject({ retryable: true });
    }
  });
});

describe('what SendGrid lists', () => {
  const at = () => sendGrid({ baseUrl: url, timeoutMs: TIMEOUT_MS });
  const known = async () => [
    await at().checkSender?.(account, 'sam@shop.example'),
    await at().domainRecords?.(account, 'shop.example'),
  ];

  test('is unknown where it cannot be had', async () => {
    const ways: RequestListener[] = [() => undefined, cutOff];
    for (const status of [401, 403, 404, 429, 500])
      ways.push((_request, response) => json(response, status, { errors: [{ message: 'no' }] }));
    for (const body of ['<html>', '7', '{"results":[{}]}'])
      ways.push((_request, response) => json(response, 200, body));
    for (const way of ways) {
      answer = way;
      expect(await known()).toEqual(['unchecked', []]);
    }
  });

  test('is read where it can', async () => {
    const dns = { dkim1: { host: 's1._domainkey.shop.example', type: 'cname', data: 's1.sendgrid.net', valid: true } };
    says(200, [{ domain: 'shop.example', valid: true, dns }]);
    const record = { type: 'CNAME', host: 's1._domainkey.shop.example', value: 's1.sendgrid.net' };
    expect(await known()).toEqual(['domain', [record]]);
  });
});

describe.each(['find', 'delete'] as const)('a draft at Gmail, %s', (act) => {
  const draft = { id: 'd1', threadId: 't1' };
  const thread = { earlier: ['m0'], since: '2026-03-02T10:00:00.000Z' };
  const fateOf = async (since: string | null = thread.since) =>
    (await gmailMail(google()).drafts?.[act](account, draft, { ...thread, since }))?.fate;

  test('is there', async () => {
    if (act === 'find') says(200, draft);
    else answer = (_request, response) => void response.writeHead(204).end();
    expect(await fateOf()).toBe(act === 'find' ? 'unsent' : 'deleted');
    if (act === 'delete') {
      says(200, {});
      expect(await fateOf()).toBe('deleted');
    }
  });

  test('is gone, or was sent: its thread tells', async () => {
    let messages: object[] = [{ id: 'm0', labelIds: ['SENT'] }];
    answer = (request, response) =>
      request.url?.includes('/threads/') ? json(response, 200, { messages }) : json(response, 404, {});
    expect(await fateOf()).toBe('gone');
    messages = [...messages, { id: 'm1', labelIds: ['SENT'] }];
    expect(await fateOf()).toBe('sent');
  });

  test('is not what its owner wrote in the thread before, but clocks differ and some mails have no date', async () => {
    let internalDate: string | undefined;
    answer = (request, response) =>
      request.url?.includes('/threads/')
        ? json(response, 200, { messages: [{ id: 'm1', labelIds: ['SENT'], internalDate }] })
        : json(response, 404, {});
    const sentAt = async (at: string | undefined, since?: string | null) => {
      internalDate = at && String(Date.parse(at));
      return fateOf(since);
    };
    expect(await sentAt('2026-03-02T09:49:59.999Z')).toBe('gone');
    expect(await sentAt('2026-03-02T09:50:00.000Z')).toBe('sent');
    expect(await sentAt('2026-03-02T10:00:01.000Z')).toBe('sent');
    expect(await sentAt(undefined)).toBe('sent');
    expect(await sentAt('2026-03-01T10:00:00.000Z', null)).toBe('sent');
  });

  // only what is certain may let a mail be sent again
  test('is not known for any other answer', async () => {
    const ways: RequestListener[] = [() => undefined, cutOff];
    for (const status of [401, 403, 429, 500, 503])
      ways.push((_request, response) => json(response, status, { error: { code: status, message: 'no' } }));
    for (const body of ['<html>Sign in to the network</html>', '{"id":"another"}'])
      ways.push((_request, response) => json(response, 200, body));
    // nor if the thread cannot be read
    ways.push((request, response) => json(response, request.url?.includes('/threads/') ? 500 : 404, {}));
    for (const way of ways) {
      answer = way;
      expect(await fateOf()).toBe('unsaid');
    }
  });
});

describe('a mailbox by IMAP', () => {
  /** Answers each command; null: not at all. */
  let imap: (command: string, tag: string) => string | null;
  let greeting: string | null;
  let tcp: TcpServer;
  const open = new Set<Socket>();
  beforeAll(async () => {
    tcp = createTcpServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      if (greeting !== null) socket.write(greeting);
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          const [tag = '', ...command] = line.split(' ');
          const said = imap(command.join(' ').toUpperCase(), tag);
          if (said === 'cut') socket.destroy();
          else if (said !== null) socket.write(said);
        }
      });
    });
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => tcp.close(resolve));
  });
  const GREETING = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n';
  const upTo =
    (last: string | RegExp, then: string | null) =>
    (command: string, tag: string): string | null => {
      if (command.search(last) === 0) return then === null || then === 'cut' ? then : `${tag} ${then}\r\n`;
      if (command.startsWith('LIST')) return `* LIST () "/" INBOX\r\n${tag} OK\r\n`;
      if (command.startsWith('CAPABILITY')) return `* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK\r\n`;
      return `${tag} OK\r\n`;
    };
  const ask = () => {
    const at = { host: '127.0.0.1', port: (tcp.address() as AddressInfo).port, security: 'none' as const };
    const secret = packMailboxLogin({ user: 'sam@shop.example', password: 'p', smtp: at, imap: at });
    return mailboxSource({ privateHosts: true, imapTimes: IMAP_TIMES }).read({ secretId: 's', secret }, null);
  };

  test.each<[string, string | null, ReturnType<typeof upTo>, string]>([
    ['is silent', null, upTo('X', null), 'imap_unreachable'],
    ['is no mail server', 'HTTP/1.1 400 Bad Request\r\n\r\n', upTo('X', null), 'imap_unreachable'],
    ['takes no more connections', '* BYE too many\r\n', upTo('X', null), 'imap_unreachable'],
    [
      'refuses the password',
      GREETING,
      upTo('AUTHENTICATE', 'NO [AUTHENTICATIONFAILED] kim@packs.example'),
      'imap_sign_in',
    ],
    ['cannot say now', GREETING, upTo('AUTHENTICATE', 'NO [UNAVAILABLE] try later'), 'imap_unreachable'],
    ['has too many sessions', GREETING, upTo('AUTHENTICATE', 'NO [LIMIT] not now'), 'imap_unreachable'],
    [
      'has too many connections',
      GREETING,
      upTo('AUTHENTICATE', 'NO [ALERT] Too many simultaneous connections. (Failure)'),
      'imap_unreachable',
    ],
    [
      'wants another password',
      GREETING,
      upTo('AUTHENTICATE', 'NO [ALERT] Application-specific password required (Failure)'),
      'imap_sign_in',
    ],
    [
      'has lost the mailbox for a while',
      GREETING,
      upTo(/EXAMINE|SELECT/, 'BAD User is authenticated but not connected.'),
      'imap_unreachable',
    ],
    ['falls silent at the sign-in', GREETING, upTo('AUTHENTICATE', null), 'imap_unreachable'],
    ['cuts off at the folder', GREETING, upTo(/EXAMINE|SELECT/, 'cut'), 'imap_unreachable'],
    ['falls silent at the folder', GREETING, upTo(/EXAMINE|SELECT/, null), 'imap_unreachable'],
    ['refuses the folder', GREETING, upTo(/EXAMINE|SELECT/, 'NO [SERVERBUG] kim@packs.example'), 'imap_unreachable'],
    ['does not understand', GREETING, upTo(/EXAMINE|SELECT/, 'BAD what'), 'imap_unreachable'],
  ])('whose server %s', async (_how, first, commands, trouble) => {
    greeting = first;
    imap = commands;
    const error = await troubleOf(ask);
    expect(error).toBeInstanceOf(MailboxError);
    expect((error as MailboxError).trouble).toBe(trouble);
  });
});
