import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { UserView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { turnSecondFactor } from '../../events/accounts/user.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { cause } from '../support/log.ts';
import { member } from '../support/member.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let closed: TestApp;
let secure: TestApp;

beforeAll(async () => {
  [testApp, closed, secure] = await Promise.all([
    startTestApp({ working: false }),
    startTestApp({ working: false, signup: 'invite' }),
    startTestApp({ working: false, publicUrl: 'https://pilot.example' }),
  ]);
});
afterAll(async () => {
  await Promise.all([testApp.stop(), closed.stop(), secure.stop()]);
});

const address = () => `kim.${randomBytes(5).toString('hex')}@northwind.example`;
const PASSWORD = 'correct horse battery';

const post = (at: TestApp, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${at.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

describe('who may come in', () => {
  test('of many first sign-ups at once exactly one becomes the admin', async () => {
    const form = () => ({ email: address(), password: PASSWORD });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(testApp, '/api/signup', form())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 303]);
    for (const answer of answers.filter(({ status }) => status === 200)) {
      expect(await answer.text()).toContain('Check your email');
      expect(answer.headers.get('set-cookie')).not.toContain('session');
    }
    const admin = new Person(testApp.url);
    admin.cookie =
      answers
        .find(({ status }) => status === 303)
        ?.headers.get('set-cookie')
        ?.split(';')[0] ?? '';
    expect(await admin.ok<UserView>('GET', '/api/auth/user')).toMatchObject({ isAdmin: true });
    const later = await new Person(testApp.url).signUp(address());
    expect(await later.ok<UserView>('GET', '/api/auth/user')).toMatchObject({ isAdmin: false });
  });

  test('with SIGNUP=invite the first account is open, every other one is told that sign-up is closed', async () => {
    const first = await (await fetch(`${closed.url}/api/login`)).text();
    expect(first).toContain('Nobody has an account here yet.');
    expect(first).toContain('/api/signup');
    await new Person(closed.url).signUp(address());
    const page = await fetch(`${closed.url}/api/signup`);
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('Sign-up is closed');
    const signIn = await (await fetch(`${closed.url}/api/login`)).text();
    expect(signIn).toContain('/api/forgot');
    expect(signIn).not.toContain('/api/signup');
    const before = await closed.events();
    const answer = await post(closed, '/api/signup', { email: address(), password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await closed.events()).toBe(before);
  });

  test('two first sign-ups at once with SIGNUP=invite make one account', async () => {
    const fresh = await startTestApp({ working: false, signup: 'invite' });
    try {
      const answers = await Promise.all(
        [1, 2, 3].map(() => post(fresh, '/api/signup', { email: address(), password: PASSWORD })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
      const [row] = await fresh.owner.sql<{ users: number; hashes: number }[]>`
        select (select count(*)::int from read.users) as users, (select count(*)::int from auth.credentials) as hashes`;
      expect(row).toEqual({ users: 1, hashes: 1 });
    } finally {
      await fresh.stop();
    }
  });

  test('bad forms answer 400 with a word at each field, and keep what was typed but the password', async () => {
    const answer = await post(testApp, '/api/signup', { email: 'kim@', password: 'short', firstName: '"><script>' });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('Enter a valid email address');
    expect(page).toContain('Use at least 10 characters');
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
    expect(page).not.toContain('value="short"');
    const weak = await post(testApp, '/api/signup', { email: 'kim@a.example', password: 'password123' });
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('This password is easy to guess')]);
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', '%'],
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=x', '--x\r\nbroken'],
      ['application/json', '{}'],
      ['text/plain', 'email=a'],
    ] as const) {
      for (const path of ['/api/login', '/api/signup']) {
        const odd = await fetch(`${testApp.url}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': type },
          body,
        });
        expect(odd.status, `${path} ${type}`).toBe(400);
      }
    }
    const strange = await post(testApp, '/api/signup', {
      email: address(),
      password: `${PASSWORD}\0`,
      firstName: 'K\0im',
    });
    expect(strange.status).toBe(400);
    expect((await post(testApp, '/api/login', { email: 'a\0@b.example', password: '\0' })).status).toBe(401);
  });

  test('another site cannot sign anybody in or up', async () => {
    for (const path of ['/api/login', '/api/signup']) {
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
      ]) {
        const answer = await post(
          testApp,
          path,
          { email: address(), password: PASSWORD },
          headers as Record<string, string>,
        );
        expect(answer.status).toBe(403);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    }
  });
});

describe('sessions', () => {
  test('a wrong password and an unknown address answer the same page with 401', async () => {
    const email = address();
    await new Person(testApp.url).signUp(email);
    const wrong = await post(testApp, '/api/login', { email, password: 'wrong password' });
    const unknown = await post(testApp, '/api/login', { email: address(), password: 'wrong password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    const page = await wrong.text();
    expect(page).toContain('This email and password do not match');
    // each answer has a nonce of its own
    const same = (text: string) => text.replace(/kim\.\w+@northwind\.example/, '').replace(/ nonce="[^"]+"/g, '');
    expect(same(page)).toBe(same(await unknown.text()));
  });

  test('log out ends this session and no other; a stolen copy of its cookie is worth nothing', async () => {
    const email = address();
    const here = await new Person(testApp.url).signUp(email);
    const there = await new Person(testApp.url).signIn(email);
    const answer = await fetch(`${testApp.url}/api/logout`, { headers: { Cookie: here.cookie }, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.get('set-cookie')).toMatch(/^session=;.*Max-Age=0/);
    expect((await here.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await there.call('GET', '/api/auth/user')).status).toBe(200);
  });

  test('a link on another site logs nobody out', async () => {
    const here = await new Person(testApp.url).signUp(address());
    const logOut = (site: string) =>
      fetch(`${testApp.url}/api/logout`, {
        headers: { Cookie: here.cookie, 'Sec-Fetch-Site': site },
        redirect: 'manual',
      });
    for (const site of ['cross-site', 'same-site']) {
      const answer = await logOut(site);
      expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
        303,
        '/',
        null,
      ]);
      expect((await here.call('GET', '/api/auth/user')).status).toBe(200);
    }
    for (const site of ['same-origin', 'none']) {
      const again = await new Person(testApp.url).signUp(address());
      const headers = { Cookie: again.cookie, 'Sec-Fetch-Site': site };
      const answer = await fetch(`${testApp.url}/api/logout`, { headers, redirect: 'manual' });
      expect(answer.headers.get('set-cookie')).toMatch(/^session=;.*Max-Age=0/);
      expect((await again.call('GET', '/api/auth/user')).status).toBe(401);
    }
  });

  test('a session that ran out is none', async () => {
    const person = await new Person(testApp.url).signUp(address());
    const { id } = await person.ok<UserView>('GET', '/api/auth/user');
    await testApp.owner.sql`update auth.sessions set expires_at = clock_timestamp() where user_id = ${id}`;
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
  });

  test('the cookie is HttpOnly and Lax, and bound to the host behind TLS; its token and the password are stored as hashes', async () => {
    const email = address();
    await new Person(testApp.url).signUp(email);
    const plain = await post(testApp, '/api/login', { email, password: PASSWORD });
    const cookie = plain.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^session=[0-9a-f]{64}; /);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Secure|Domain/);

    const safe = await post(
      secure,
      '/api/signup',
      { email: address(), password: PASSWORD },
      { Origin: 'https://pilot.example' },
    );
    expect(safe.status).toBe(303);
    const bound = safe.headers.get('set-cookie') ?? '';
    expect(bound).toMatch(/^__Host-session=[0-9a-f]{64}; /);
    expect(bound).toMatch(/; Secure/);
    expect(bound).not.toMatch(/Domain/);
    expect(safe.headers.get('strict-transport-security')).toContain('max-age=');
    const out = await fetch(`${secure.url}/api/logout`, {
      headers: { Cookie: bound.split(';')[0] ?? '' },
      redirect: 'manual',
    });
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-session=;.*Secure/);

    const token = /session=([0-9a-f]+)/.exec(cookie)?.[1] ?? '';
    const rows = await testApp.owner.sql<{ said: string; hash: string }[]>`
      select s::text as said, c.password_hash as hash from auth.sessions s join auth.credentials c using (user_id)`;
    expect(rows.map(({ said }) => said).join()).not.toContain(token);
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('after signing in one goes on where one wanted to, but never off this site', async () => {
    const email = address();
    await new Person(testApp.url).signUp(email);
    const goesTo = async (next: string) => {
      const answer = await post(testApp, `/api/login?next=${encodeURIComponent(next)}`, { email, password: PASSWORD });
      expect(answer.status, next).toBe(303);
      return answer.headers.get('location');
    };
    expect(await goesTo('/campaigns/c1?tab=sent#top')).toBe('/campaigns/c1?tab=sent#top');
    expect(await goesTo('/discovery?search=日本')).toBe('/discovery?search=%E6%97%A5%E6%9C%AC');
    for (const off of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r\nSet-Cookie: a=b',
      'javascript:alert(1)',
      '/api/logout',
      '/x/../api/logout',
      '/./api/logout',
      '/%61pi/logout',
      '///evil.example',
      'evil.example',
      '',
    ]) {
      const to = (await goesTo(off)) ?? '';
      const landed = new URL(to, 'http://here.example/');
      expect(landed.host, off).toBe('here.example');
      expect(landed.pathname, off).not.toMatch(/^\/api\//);
      expect(to).toMatch(/^\/(?![/\\])/);
    }
    const page = await (await fetch(`${testApp.url}/api/login?next=${encodeURIComponent('/a"><b')}`)).text();
    expect(page).not.toContain('"><b');
  });
});

describe('who has lost the second factor', () => {
  const typesOf = async (userId: string) =>
    (
      await testApp.owner.sql<{ type: string }[]>`
        select type from log.events where stream_id = ${`user-${userId}`} order by version`
    ).map(({ type }) => type);
  async function withSecondFactor() {
    const made = await member(testApp);
    await testApp.api.run({
      tenant: 'system',
      cause,
      streams: { user: ref('user', made.id) },
      decide: ({ user }) => ({ user: turnSecondFactor(user, true) }),
    });
    await testApp.owner.sql`insert into auth.second_factors (user_id, secret_id) values (${made.id}, 'none')`;
    return made;
  }

  test('is helped by the operator, who names them by id or address and is asked first', async () => {
    vi.stubEnv('DATABASE_URL', testApp.databaseUrl);
    vi.stubEnv('SECRET_KEY', TEST_SECRET);
    try {
      const [one, two] = [await withSecondFactor(), await withSecondFactor()];
      const off = (...words: string[]) => audit('second-factor-off', ...words);
      expect(await off(one.id)).toMatchObject({ code: 2, said: expect.stringContaining('confirm with --yes') });
      for (const nobody of ['nobody', 'nobody@northwind.example']) {
        expect(await off(nobody, '--yes')).toMatchObject({ code: 2, said: expect.stringContaining('no user') });
      }
      expect(await typesOf(one.id)).not.toContain('SecondFactorTurnedOff');
      for (const [named, { id }] of [
        [` ${one.email.toUpperCase()}`, one],
        [`user-${two.id}`, two],
      ] as const) {
        const { code, out, said } = await off(named, '--yes');
        expect([code, `${out}${said}`]).toEqual([0, expect.stringContaining(id)]);
        expect(`${out}${said}`).not.toContain('@');
        expect((await typesOf(id)).at(-1)).toBe('SecondFactorTurnedOff');
        const asked = await testApp.owner.sql<{ what: string }[]>`
          select state->>'what' as what from read.accesses where state->>'userId' = ${id}`;
        expect(asked).toEqual([{ what: 'second-factor-off' }]);
      }
      expect((await off(one.id, '--yes')).said).toContain('off already');
      expect((await typesOf(one.id)).filter((type) => type === 'SecondFactorTurnedOff')).toHaveLength(1);
      const left = await testApp.owner.sql`select from auth.second_factors where user_id in (${one.id}, ${two.id})`;
      expect(left).toHaveLength(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

test('the process that the world speaks to cannot forget a user', async () => {
  await expect(testApp.api.sql`select auth.forget_user('nobody')`).rejects.toThrow(/permission denied/);
});
