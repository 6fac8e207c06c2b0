import { Hono } from 'hono';
import { generateHOTP } from 'oslo/otp';
import { describe, expect, test, vi } from 'vitest';
import { readEnv } from '../../api/env.ts';
import { network, site } from '../../api/http/clientNetwork.ts';
import { unknownProxy } from '../../api/http/unknownProxy.ts';
import { browserName } from '../../api/signIn/browserName.ts';
import { easyToGuess } from '../../api/signIn/easyToGuess.ts';
import { sixDigits, stepOfCode } from '../../api/signIn/oneTimeCode.ts';
import { waitInWords } from '../../api/signIn/signInAttempts.ts';
import { newUserForm, signupForm } from '../../events/accounts/accountInput.ts';
import { userChange } from '../../events/accounts/usersInput.ts';

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B (SHA-1), its last 6 of 8 digits
  const key = Buffer.from('12345678901234567890');
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the code of second %i is that of the standard, and holds one step to each side', async (second, code) => {
    const step = Math.floor(second / 30);
    const at = (off: number) => stepOfCode(key, code, new Date((second + off * 30) * 1000));
    expect(await Promise.all([-2, -1, 0, 1, 2].map(at))).toEqual([null, step, step, step, null]);
  });

  test('another key has another code', async () => {
    const now = new Date(59_000);
    expect(await stepOfCode(Buffer.from('another key of 20 by'), await generateHOTP(key, 1, 6), now)).toBeNull();
  });

  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12345', null],
    ['1234567', null],
    ['abcd-efgh-jkmn-pqrs', null],
    ['１２３４５６', null],
  ])('%j typed is the code %j', (typed, code) => expect(sixDigits(typed)).toBe(code));
});

describe('the network of a caller', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5123', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['<script>', 'unknown'],
    ['', 'unknown'],
  ])('%j is in %j', (address, expected) => expect(network(address)).toBe(expected));

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['::ffff:192.0.2.7', null],
    ['192.0.2.7', null],
    ['<script>', null],
  ])('%j is at the site %j', (address, expected) => expect(site(address)).toBe(expected));
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5', null],
  [undefined, null],
])('%j is %j', (agent, name) => expect(browserName(agent)).toBe(name));

test.each([
  [1, 'a second'],
  [45, '45 seconds'],
  [300, '5 minutes'],
  [91, '2 minutes'],
])('%i s is "%s"', (seconds, words) => expect(waitInWords(seconds)).toBe(words));

test('the settings of sign-in elsewhere, and of proxies, are checked at the start', () => {
  const env = { DATABASE_URL: 'postgres://localhost/db', SECRET_KEY: 'x'.repeat(32) };
  const issuer = { ...env, OIDC_ISSUER: 'https://login.example/tenant/' };
  expect(() => readEnv(issuer)).toThrow(/^OIDC_CLIENT_ID is not set; set it to /);
  // a slash at the end is part of an issuer's name
  expect(readEnv({ ...issuer, OIDC_CLIENT_ID: 'pilot' }).OIDC_ISSUER).toBe('https://login.example/tenant/');
  expect(() => readEnv({ ...env, TRUST_PROXY: 'yes' })).toThrow(/^TRUST_PROXY is "yes"; set it to /);
  expect(readEnv(env).TRUST_PROXY).toBe(0);
});

test.each([
  [0, true, 1],
  [0, false, 0],
  [1, true, 0],
])('with TRUST_PROXY=%i and a proxy before it (%s) the log says so %i times', async (trusted, proxied, times) => {
  const say = vi.fn();
  const app = new Hono().use(unknownProxy(trusted, say)).get('/', (c) => c.text('well'));
  const headers: Record<string, string> = proxied ? { 'X-Forwarded-For': '192.0.2.7' } : {};
  for (let call = 0; call < 3; call += 1) expect((await app.request('/', { headers })).status).toBe(200);
  expect(say.mock.calls.length).toBe(times);
  // who was forwarded for is nobody's business
  expect(JSON.stringify(say.mock.calls)).not.toContain('192.0.2.7');
});

const KIM = { email: 'kim.vale@northwind.example', firstName: 'Kim', lastName: 'Vale', username: null };
test.each([
  ['password123', /common word/],
  ['1234567890', /most common/],
  ['qwertyuiop', /most common/],
  ['0'.repeat(256), /repeats itself/],
  ['abcdefghijkl', /sequence/],
  ['P@ssw0rd2026', /easy to guess/],
  ['kim.vale@northwind.example', /your name or address/],
  ['Northwind1!', /easy to guess/],
  ['kimvale1987', /easy to guess/],
  ['partnerpilot', /your name or address, or that of your business or Partner Pilot/],
  ['p4ssw0rd'.repeat(32), /easy to guess/],
])('%j is told to be easy to guess', async (password, why) => {
  const said = await easyToGuess(password, KIM);
  expect(said).toMatch(why);
  expect(said).toMatch(/^This password is easy to guess: .*\. Use several words that do not belong together\.$/);
});

test.each(['correct horse battery', 'tr0ub4dor&3x', 'aB3$kL9!qZ', 'ein langes Kennwort', '日本語のパスワード文'])(
  '%j is not',
  async (password) => expect(await easyToGuess(password, KIM)).toBeNull(),
);

test('nobody has control characters in a name, whoever writes it, nor more than 60 of any', () => {
  const forms = [
    ['firstName', signupForm, { email: 'a@b.example', password: 'correct horse' }],
    ['firstName', newUserForm, { email: 'a@b.example', isAdmin: false, isPaused: false }],
    ['lastName', userChange, {}],
  ] as const;
  for (const [field, form, rest] of forms) {
    const read = (name: string) => form.safeParse({ ...rest, [field]: name });
    expect(read(' Zoë-Ann O’Hara\n').data).toMatchObject({ [field]: 'Zoë-Ann O’Hara' });
    for (const wrong of ['Zoë\u0000', 'Z\u001b[31moë', 'Zoë\r\nBcc: x', 'Zo\u0085ë', 'ë'.repeat(61)]) {
      expect(read(wrong).success, `${field} ${JSON.stringify(wrong)}`).toBe(false);
    }
  }
  // what is left blank is unset
  expect(userChange.parse({ lastName: ' ' })).toEqual({ lastName: null });
});
