/** The security log, the limits of sessions, and the demanded second factor. Passkeys are in tests/browser/passkeys.test.ts. */
import { base32 } from 'oslo/encoding';
import { generateHOTP } from 'oslo/otp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorView, RecoveryCodesView, SecondFactorKeyView, SecurityLogView, UserView } from '../../api/views.ts';
import { program } from '../support/accessToken.ts';
import { type Member, member, signInAgain } from '../support/member.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { Visit } from '../support/visit.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let testApp: TestApp;
let admin: Member;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, trustedProxies: 1 });
  admin = await member(testApp, { isAdmin: true });
});
afterAll(() => testApp.stop());

const browserIn = (network: string) =>
  new Visit(testApp.url, { 'X-Forwarded-For': `10.0.0.1, ${network}`, 'User-Agent': FIREFOX });
const logged = async (query: Record<string, string>) =>
  (await admin.person.ok<SecurityLogView>('GET', `/api/admin/security-log?${new URLSearchParams(query)}`)).rows;
const setRule = (value: string) => admin.person.call('PUT', '/api/admin/settings/second_factor_required', { value });

async function turnOn({ person }: Member): Promise<RecoveryCodesView> {
  const { secret } = await person.ok<SecondFactorKeyView>('POST', '/api/auth/second-factor', { password: PASSWORD });
  const code = await generateHOTP(base32.decode(secret), Math.floor(testApp.api.now().getTime() / 30_000), 6);
  return person.ok<RecoveryCodesView>('POST', '/api/auth/second-factor/confirm', { code });
}

test('sign-ins and failures are noted, equal ones of a minute in one row, and no address is stored', async () => {
  const kim = await member(testApp, { password: PASSWORD });
  const visit = browserIn('198.51.100.7');
  for (let tries = 0; tries < 3; tries += 1)
    expect((await visit.go('/api/login', { email: 'nobody.known@lindqvist.example', password: 'x' })).status).toBe(401);
  expect((await visit.go('/api/login', { email: kim.email, password: PASSWORD })).status).toBe(303);
  const rows = await logged({ network: '198.51.100.7' });
  const failed = rows.filter(({ kind }) => kind === 'sign_in_failed');
  expect(failed.reduce((sum, { times }) => sum + times, 0)).toBe(3);
  // one row, or two if the minute turned
  expect(failed.length).toBeLessThan(3);
  expect(failed[0]).toMatchObject({
    userId: null,
    agent: 'Firefox on Linux',
    about: expect.stringMatching(/^\S{16}$/),
  });
  expect(rows.filter(({ kind }) => kind === 'signed_in')).toMatchObject([
    { userId: kim.id, times: 1, about: 'password' },
  ]);
  expect(JSON.stringify(rows)).not.toContain('lindqvist');
  expect((await visit.go('/api/logout', undefined)).status).toBe(303);
  expect(await logged({ user: kim.id, kind: 'signed_out' })).toHaveLength(1);
});

test('refusals, bad signatures, calls from other sites, admin actions and changes are noted', async () => {
  const kim = await member(testApp, { password: PASSWORD });
  expect((await kim.person.call('GET', '/api/admin/users')).status).toBe(403);
  expect(await logged({ user: kim.id, kind: 'refused' })).toHaveLength(1);
  const foreign = await fetch(`${testApp.url}/api/campaigns`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example', 'X-Forwarded-For': '198.51.100.8' },
    body: '{}',
  });
  expect(foreign.status).toBe(403);
  const forged = await fetch(`${testApp.url}/api/webhooks/sendgrid`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': '198.51.100.8' },
    body: '[]',
  });
  expect(forged.status).toBe(401);
  expect((await logged({ network: '198.51.100.8' })).map(({ kind }) => kind).sort()).toEqual([
    'bad_signature',
    'refused',
  ]);
  expect((await admin.person.call('PUT', `/api/admin/users/${kim.id}`, { isAuditor: true })).status).toBe(200);
  expect(await logged({ user: admin.id, kind: 'admin_act' })).toMatchObject([{ about: 'PUT /api/admin/users/:id' }]);
  await turnOn(kim);
  expect(await logged({ user: kim.id, kind: 'second_factor_changed' })).not.toHaveLength(0);
  const key = { emailProvider: 'sendgrid', fromEmail: 'sam@northwind.example', sendgridApiKey: 'SG.sandbox' };
  const ada = await member(testApp, { password: PASSWORD });
  await ada.person.ok('PUT', '/api/email-settings', key);
  expect(await logged({ user: ada.id, kind: 'key_used' })).toMatchObject([{ about: 'PUT /api/email-settings' }]);
  await program(ada.person, ['read'], { password: PASSWORD });
  expect(await logged({ user: ada.id, kind: 'token_changed' })).toMatchObject([{ about: 'POST /api/auth/tokens' }]);
});

test('the log comes in pages and only to admins, and goes after 400 days', async () => {
  await testApp.owner.sql`
    insert into auth.security_log (minute, kind, user_id, network, agent, about, last_at)
    select clock_timestamp() - make_interval(days => 401, mins => n), 'refused', '', '203.0.113.9', '', '', clock_timestamp()
    from generate_series(1, 60) n`;
  const page = (before: string) =>
    admin.person.ok<SecurityLogView>('GET', `/api/admin/security-log?network=203.0.113.9${before}`);
  const first = await page('');
  expect(first.rows).toHaveLength(50);
  const rest = await page(`&before=${first.next}`);
  expect([rest.rows.length, rest.next]).toEqual([10, null]);
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(60);
  const kim = await member(testApp);
  expect((await kim.person.call('GET', '/api/admin/security-log')).status).toBe(403);
  await testApp.owner.sql`select auth.sweep()`;
  expect((await page('')).rows).toEqual([]);
});

test('strangers cannot fill the log: past 1,000 rows an hour networks are counted together', async () => {
  await testApp.owner.sql`
    insert into auth.security_log (minute, kind, user_id, network, agent, about, last_at)
    select date_trunc('minute', clock_timestamp()), 'link_requested', '', '2001:db8:' || n || '::/64', '', '', clock_timestamp()
    from generate_series(1, 1000) n`;
  await testApp.api.sql`select auth.note_security('link_requested', '', '198.51.100.1', '', 'a')`;
  await testApp.api.sql`select auth.note_security('link_requested', '', '198.51.100.2', '', 'b')`;
  const rows = await logged({ network: 'many' });
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(2);
  expect(await logged({ network: '198.51.100.1' })).toEqual([]);
});

test('a session ends when it is not used, earlier for admins', async () => {
  const kim = await member(testApp, { password: PASSWORD });
  const unused = (days: number) => testApp.owner.sql`
    update auth.sessions set last_seen_at = clock_timestamp() - make_interval(days => ${days}) where user_id = ${kim.id}`;
  await unused(13);
  expect((await kim.person.call('GET', '/api/auth/user')).status).toBe(200);
  await unused(15);
  expect((await kim.person.call('GET', '/api/auth/user')).status).toBe(401);
  await signInAgain(testApp, kim.person, kim);
  // an open session gets the limits of the new role
  expect((await admin.person.call('PUT', `/api/admin/users/${kim.id}`, { isAdmin: true })).status).toBe(200);
  await unused(3);
  expect((await kim.person.call('GET', '/api/auth/user')).status).toBe(401);
  const ends = await testApp.owner.sql<{ days: number }[]>`
    select extract(day from expires_at - clock_timestamp())::int as days from auth.sessions where user_id = ${kim.id}`;
  expect(Math.max(...ends.map(({ days }) => days))).toBeLessThanOrEqual(7);
});

test('a demanded second factor comes before anything else, ends older sessions, and stays on', async () => {
  const kim = await member(testApp, { password: PASSWORD });
  const other = browserIn('198.51.100.9');
  await other.go('/api/login', { email: kim.email, password: PASSWORD });
  expect((await setRule('some')).status).toBe(400);
  expect((await setRule('admins')).status).toBe(200);
  expect((await kim.person.call('GET', '/api/campaigns')).status).toBe(200);
  expect((await setRule('everyone')).status).toBe(403);
  const refused = await admin.person.call<ErrorView>('GET', '/api/admin/users');
  expect(refused).toMatchObject({ status: 403, body: { details: { code: 'second_factor_owed' } } });
  expect(await admin.person.ok<UserView>('GET', '/api/auth/user')).toMatchObject({ owesSecondFactor: true });
  const { recoveryCodes } = await turnOn(admin);
  // 140 bits
  expect(recoveryCodes[0]?.replaceAll('-', '')).toMatch(/^[0-9a-z]{28}$/);
  expect((await admin.person.call('GET', '/api/admin/users')).status).toBe(200);
  expect((await setRule('everyone')).status).toBe(200);
  expect((await kim.person.call('GET', '/api/campaigns')).status).toBe(403);
  await turnOn(kim);
  expect((await kim.person.call('GET', '/api/campaigns')).status).toBe(200);
  expect(await other.call<ErrorView>('GET', '/api/auth/user')).toMatchObject({
    status: 401,
    body: { ended: 'second_factor' },
  });
  const off = await kim.person.call<ErrorView>('DELETE', '/api/auth/second-factor', { password: PASSWORD, code: '1' });
  expect(off).toMatchObject({ status: 422, body: { details: { code: 'second_factor_rule' } } });
  expect((await setRule('nobody')).status).toBe(200);
});
