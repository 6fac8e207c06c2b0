/**
 * Each adapter that hands over an email, with every kind of answer: the real clients over HTTP, one server. mailbox-smtp.test.ts and
 * system-mail.test.ts cover mailboxes by SMTP and the server of SMTP_URL.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { classify } from '../../events/sending/outcome.ts';
import { gmailProvider } from '../../worker/providers/gmail/client.ts';
import { gmailMail } from '../../worker/providers/gmail/mailProvider.ts';
import type { Sent } from '../../worker/providers/mailProvider.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';

let answer: RequestListener;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    // an access token is always to be had: the mail is what is tried
    if (request.url === '/token') json(response, 200, { access_token: 'a', expires_in: 3599, token_type: 'Bearer' });
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

type Response = Parameters<RequestListener>[1];
function json(response: Response, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
const says = (status: number, body: unknown, headers?: Record<string, string>) => {
  answer = (_request, response) => json(response, status, body, headers);
};

/** A slow machine answers late: only the test of silence is short of patience. */
const PATIENCE_MS = 30_000;
let timeoutMs = PATIENCE_MS;
afterEach(() => {
  timeoutMs = PATIENCE_MS;
});
const mail = {
  ...{ to: 'kim@packs.example', from: 'sam@shop.example', fromName: 'Sam', replyTo: null, subject: 'Hello' },
  ...{ text: 'Text', headers: {}, sendId: 'c.p.first.1', tenant: 't' },
};
const account = { secretId: 's', secret: 'SG.secret' };
const atGmail = (at = url) =>
  gmailMail(
    gmailProvider(
      {
        ...{ clientId: 'c', clientSecret: 's', access: 'drafts', authUrl: `${url}/auth`, tokenUrl: `${url}/token` },
        ...{ revokeUrl: `${url}/revoke`, certsUrl: `${url}/certs`, gmailUrl: `${at}/` },
      },
      timeoutMs,
    ),
  );
const drafts = (at?: string) => atGmail(at).drafts as NonNullable<ReturnType<typeof gmailMail>['drafts']>;

type Adapter = {
  name: string;
  hand: (at?: string) => Promise<object>;
  success: [status: number, body: unknown, headers: Record<string, string>, sent: object];
  /** The result if the answer is lost after the handover. A draft that nobody sent is no mail. */
  lost: string;
  errorBody: (status: number, reason: string) => unknown;
  /** By status, with the provider's own reason: the fate of the mail, and what is known of the mailbox. */
  errors: [status: number, reason: string, fate: string][];
};

const googleError = (code: number, reason: string) => ({
  error: {
    code,
    message: 'No: kim@packs.example',
    errors: [{ reason, domain: 'global', message: 'kim@packs.example' }],
  },
});
const googleErrors: Adapter['errors'] = [
  [400, 'invalidArgument', 'failed, fine'],
  [400, 'failedPrecondition', 'held, account_refused'],
  [401, 'authError', 'held, account_refused'],
  [403, 'insufficientPermissions', 'held, account_refused'],
  [403, 'domainPolicy', 'held, account_refused'],
  [403, 'userRateLimitExceeded', 'held, wait'],
  [403, 'accessNotConfigured', 'deferred, trouble'],
  [429, 'rateLimitExceeded', 'held, wait'],
  [500, 'backendError', 'unknown, trouble'],
  [503, 'backendError', 'unknown, trouble'],
];

const adapters: Adapter[] = [
  {
    name: 'SendGrid',
    hand: (at = url) => sendGrid({ baseUrl: at, timeoutMs }).send(account, mail),
    success: [202, '', { 'X-Message-Id': 'sg-1' }, { messageId: 'sg-1' }],
    lost: 'unknown, trouble',
    errorBody: (_status, message) => ({
      errors: [{ message: `${message} kim@packs.example`, field: null, help: null }],
    }),
    errors: [
      [400, 'Bad Request', 'failed, fine'],
      [401, 'The provided authorization grant is invalid, expired, or revoked', 'held, key_refused'],
      [401, 'Maximum credits exceeded', 'held, credits_exhausted'],
      [403, 'access forbidden', 'held, permission_missing'],
      [403, 'The from address does not match a verified Sender Identity.', 'held, sender_refused'],
      [404, 'Not Found', 'failed, fine'],
      [413, 'Payload Too Large', 'failed, fine'],
      [429, 'too many requests', 'held, wait'],
      [500, 'Internal Server Error', 'unknown, trouble'],
      [503, 'Service Unavailable', 'unknown, trouble'],
    ],
  },
  {
    name: 'Gmail',
    hand: (at) => atGmail(at).send(account, mail),
    success: [200, { id: 'm1', threadId: 't1', labelIds: ['SENT'] }, {}, { messageId: 'm1', threadId: 't1' }],
    lost: 'unknown, trouble',
    errorBody: googleError,
    errors: googleErrors,
  },
  {
    name: 'Gmail, a draft that is made',
    hand: (at) => drafts(at).create(account, mail),
    success: [200, { id: 'd1', message: { id: 'm1', threadId: 't1' } }, {}, { draft: { id: 'd1', threadId: 't1' } }],
    lost: 'unknown, trouble',
    errorBody: googleError,
    errors: googleErrors,
  },
  {
    name: 'Gmail, a draft that is sent',
    hand: (at) => drafts(at).send(account, { id: 'd1', threadId: 't1' }),
    success: [200, { id: 'm1', threadId: 't1', labelIds: ['SENT'] }, {}, { messageId: 'm1', threadId: 't1' }],
    lost: 'unknown, trouble',
    errorBody: googleError,
    // it was sent or deleted in the meantime: its thread tells
    errors: [...googleErrors, [404, 'notFound', 'unknown, trouble']],
  },
];

const fateOf = (sent: object): string => {
  const { verdict, mailbox } = classify((sent as Sent).answer);
  return `${verdict}, ${mailbox}`;
};
/** The kept part names no one. */
async function handed(hand: Adapter['hand'], at?: string): Promise<object> {
  const sent = await hand(at);
  expect(JSON.stringify(sent)).not.toMatch(/kim@|SG\.secret/);
  return sent;
}

describe.each(adapters)('$name', ({ hand, success, lost, errorBody, errors }) => {
  test('one that is taken', async () => {
    const [status, body, headers, sent] = success;
    says(status, body, headers);
    expect(await handed(hand)).toMatchObject(sent);
  });

  test.each(errors)('%i %s: %s', async (status, reason, fate) => {
    says(status, errorBody(status, reason));
    expect(fateOf(await handed(hand))).toBe(fate);
  });

  test('an error without words of theirs', async () => {
    says(502, '<html>Bad gateway</html>');
    expect(fateOf(await handed(hand))).toBe('unknown, trouble');
    says(400, '');
    expect(fateOf(await handed(hand))).toBe('failed, fine');
  });

  test('a limit says how long it lasts', async () => {
    says(429, errorBody(429, 'rateLimitExceeded'), { 'Retry-After': '42' });
    const { answer: said } = (await handed(hand)) as Sent;
    expect(classify(said).retryAfterSeconds).toBe(42);
  });

  test('a redirect is not followed: another host would get key and email', async () => {
    const paths: (string | undefined)[] = [];
    answer = (request, response) => {
      paths.push(request.url);
      if (request.url === '/elsewhere') json(response, success[0], success[1], success[2]);
      else json(response, 307, '', { Location: `${url}/elsewhere` });
    };
    expect(fateOf(await handed(hand))).toBe('unknown, trouble');
    expect(paths).not.toContain('/elsewhere');
  });

  test('silence', async () => {
    answer = () => undefined;
    timeoutMs = 250;
    expect(fateOf(await handed(hand))).toBe(lost);
  });

  test('an answer that is cut off, before or within it', async () => {
    answer = (request) => void request.socket.destroy();
    expect(fateOf(await handed(hand))).toBe(lost);
    answer = (_request, response) => {
      response.writeHead(success[0], { 'Content-Type': 'application/json', 'Content-Length': '5000' });
      response.write('{"id":');
      setImmediate(() => response.destroy());
    };
    expect(fateOf(await handed(hand))).toBe(lost);
  });

  test('nobody listens: nothing left', async () => {
    expect(fateOf(await handed(hand, 'http://127.0.0.1:1'))).toBe('deferred, trouble');
  });
});

test.each([
  ['an access token that is refused', 401, { error: 'invalid_grant' }, 'held, account_refused'],
  ['no access token for now', 503, { error: 'internal_failure' }, 'deferred, trouble'],
])('Gmail without a token, %s: nothing left', async (_name, status, body, fate) => {
  const tokens = createServer((_request, response) => json(response, status, body));
  await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve));
  const app = { clientId: 'c', clientSecret: 's', access: 'send' as const, gmailUrl: `${url}/` };
  const tokenUrl = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`;
  const provider = gmailProvider({ ...app, tokenUrl, authUrl: url, revokeUrl: url, certsUrl: url }, timeoutMs);
  answer = () => expect.unreachable('the email was handed over');
  expect(fateOf(await gmailMail(provider).send(account, mail))).toBe(fate);
  tokens.close();
});
