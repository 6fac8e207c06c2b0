/** Google's answers over HTTP with the real client: forged ID tokens, and errors in Google's own forms. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GoogleApp } from '../../db/installation/googleApp.ts';
import { gmailProvider } from '../../worker/providers/gmail/client.ts';
import { type GmailCall, gmailError } from '../../worker/providers/gmail/gmailError.ts';
import { rawMail } from '../../worker/providers/rawMail.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const SEND = 'https://www.googleapis.com/auth/gmail.send';
const MINUTE = 60;

let server: Server;
let app: GoogleApp;
/** The token endpoint's next answer. */
let tokens: object;
let asked = 0;
let status = 200;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function idToken(claims: object = {}, key = privateKey): string {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: 'https://accounts.google.com', aud: 'client', sub: '1', email: 'Sam@gmail.example', ...claims };
  const text = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part({ iat: now, exp: now + 3600, ...all })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}
const given = (more: object = {}) => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 3599,
  scope: `openid ${SEND}`,
  id_token: idToken(),
  ...more,
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const pem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' });
    const isCerts = request.url === '/certs';
    if (!isCerts) asked += 1;
    response.writeHead(isCerts ? 200 : status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isCerts ? { k: pem } : tokens));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = {
    clientId: 'client',
    clientSecret: 'secret',
    access: 'send',
    authUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    revokeUrl: `${url}/revoke`,
    certsUrl: `${url}/certs`,
    gmailUrl: `${url}/`,
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const exchange = (answer: object, code = 200) => {
  tokens = answer;
  status = code;
  asked = 0;
  const sent = { code: 'c', verifier: 'v', redirectUri: 'http://localhost/gmail/callback' };
  return gmailProvider(app).exchange(sent, async () => undefined);
};
const skewed = (seconds: number) => {
  const at = Math.floor(Date.now() / 1000) + seconds;
  return idToken({ iat: at, exp: at + 3600 });
};

test.each([
  // the first call of a process loads its fetch, which takes longer than this, so it is aborted before it starts
  ['ends no process', 1],
  ['holds a mail no longer than Gmail itself may', 200],
])(
  'a token endpoint that falls silent %s',
  async (_, timeoutMs) => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const tokenUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const provider = gmailProvider({ ...app, tokenUrl }, timeoutMs);
    const sent = provider.call({ secretId: 's', refreshToken: 'r' }, async () => ({ data: 'sent' }));
    await expect(sent).rejects.toMatchObject({ trouble: 'unreachable', mayHaveHappened: false });
    silent.closeAllConnections();
    silent.close();
  },
  5_000,
);

describe('the exchange of a code', () => {
  test('answers who it is, and the token that lasts', async () => {
    expect(await exchange(given())).toMatchObject({ googleId: '1', email: 'sam@gmail.example', refreshToken: 'r' });
  });

  test.each([4 * MINUTE, -4 * MINUTE])('takes a clock that is off by minutes (%i s)', async (seconds) => {
    expect(await exchange(given({ id_token: skewed(seconds) }))).toMatchObject({ googleId: '1' });
  });

  test.each<[string, () => object, string]>([
    ['a token of another client', () => ({ id_token: idToken({ aud: 'another' }) }), 'not_verified'],
    ['a token that somebody else signed', () => ({ id_token: idToken({}, foreign) }), 'not_verified'],
    ['a token of another issuer', () => ({ id_token: idToken({ iss: 'https://evil.example' }) }), 'not_verified'],
    ['a clock that is off by an hour', () => ({ id_token: skewed(60 * MINUTE) }), 'not_verified'],
    ['a token that is over', () => ({ id_token: skewed(-120 * MINUTE) }), 'not_verified'],
    ['no address', () => ({ id_token: idToken({ email: undefined }) }), 'not_verified'],
    ['no ID token', () => ({ id_token: undefined }), 'not_verified'],
    ['no token that lasts', () => ({ refresh_token: undefined }), 'not_lasting'],
    ['a permission that is missing', () => ({ scope: 'openid' }), 'scope_missing'],
  ])('refuses %s', async (_, more, trouble) => {
    await expect(exchange(given(more()))).rejects.toMatchObject({ name: 'GmailError', trouble });
  });

  test.each([
    [400, 'invalid_grant', 'code_refused'],
    [401, 'invalid_client', 'app_refused'],
    [400, 'redirect_uri_mismatch', 'app_refused'],
    [400, 'admin_policy_enforced', 'policy'],
    [503, 'internal_failure', 'unreachable'],
  ])('reads %i %s as %s, and asks once', async (code, error, trouble) => {
    await expect(exchange({ error, error_description: 'sam@gmail.example' }, code)).rejects.toMatchObject({ trouble });
    expect(asked).toBe(1);
  });
});

const answered = (code: number, reason: string, message = 'No.', headers: Record<string, string> = {}) => ({
  response: {
    status: code,
    headers: new Headers(headers),
    data: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
  },
});

describe('an answer of Gmail', () => {
  test.each<[string, unknown, object]>([
    ['403 userRateLimitExceeded', answered(403, 'userRateLimitExceeded'), { trouble: 'rate_limited' }],
    ['403 dailyLimitExceeded', answered(403, 'dailyLimitExceeded'), { trouble: 'rate_limited' }],
    [
      '429 with Retry-After',
      answered(429, 'rateLimitExceeded', 'No.', { 'Retry-After': '30' }),
      { trouble: 'rate_limited', retryAfterSeconds: 30 },
    ],
    ['403 insufficientPermissions', answered(403, 'insufficientPermissions'), { trouble: 'scope_missing' }],
    ['403 accessNotConfigured', answered(403, 'accessNotConfigured'), { trouble: 'api_disabled' }],
    ['403 domainPolicy', answered(403, 'domainPolicy'), { trouble: 'policy' }],
    ['400 failedPrecondition', answered(400, 'failedPrecondition'), { trouble: 'no_gmail' }],
    ['400 invalidArgument', answered(400, 'invalidArgument'), { trouble: 'refused', mayHaveHappened: false }],
    ['401', answered(401, 'authError'), { trouble: 'token_refused', mayHaveHappened: false }],
    ['500', answered(500, 'backendError'), { trouble: 'unreachable', mayHaveHappened: true }],
    ['a page that is no JSON', { response: { status: 502, data: '<html>' } }, { trouble: 'unreachable' }],
    ['no connection', { code: 'ECONNREFUSED' }, { trouble: 'unreachable', mayHaveHappened: false }],
    ['a connection that broke', { code: 'ECONNRESET' }, { trouble: 'unreachable', mayHaveHappened: true }],
    ['nothing at all', undefined, { trouble: 'unreachable', mayHaveHappened: true }],
  ])('%s', (_, thrown, expected) => {
    expect(gmailError(thrown, 'api')).toMatchObject(expected);
  });

  // a mail leaves later, as the API was never asked
  test.each([
    [400, {}, 'refused'],
    [404, {}, 'refused'],
    [500, {}, 'unreachable'],
    [400, { error: 'invalid_grant' }, 'token_refused'],
  ])('of its token endpoint: %i %j is %s, and no mail left', (status, data, trouble) => {
    expect(gmailError({ response: { status, data } }, 'token')).toMatchObject({ trouble, mayHaveHappened: false });
  });

  test('says in words until when to wait', () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    const { retryAfterSeconds } = gmailError(
      answered(429, 'rateLimitExceeded', `User-rate limit exceeded.  Retry after ${until}`),
      'api',
    );
    expect(retryAfterSeconds).toBeGreaterThan(500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(600);
  });

  test.each<GmailCall>(['token', 'api'])('never keeps the words of Google (%s)', (call) => {
    const error = gmailError(answered(400, 'invalidArgument', 'Invalid To header: sam@gmail.example'), call);
    expect(JSON.stringify({ ...error, text: error.message })).not.toMatch(/sam@/);
  });
});

test('no field of a mail can add a header', async () => {
  const raw = await rawMail({
    from: { name: 'Sam\r\nBcc: evil@x.example', email: 'sam@gmail.example' },
    to: 'kim@y.example',
    subject: 'Hello\r\nBcc: evil@x.example',
    text: 'Text',
    headers: { 'X-Note': 'one\r\nBcc: evil@x.example' },
  });
  const head = raw.toString().split('\r\n\r\n')[0] ?? '';
  expect(head.split('\r\n').filter((line) => /^bcc:/i.test(line))).toEqual([]);
});
