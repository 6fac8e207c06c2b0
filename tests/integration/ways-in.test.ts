import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../api/signIn/invitations.ts';
import { settleIssuerSignIn } from '../../api/signIn/issuerAccount.ts';
import type { InvitedUserView, SessionsView, UserView } from '../../api/views.ts';
import { makeLink } from '../../db/accounts/links.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { type AccountLinkWhat, requestLink } from '../../events/accounts/accountLink.ts';
import { changeAccount, invite } from '../../events/accounts/user.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { idle } from '../support/hurry.ts';
import { linkIn, mailsTo } from '../support/mails.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { Visit } from '../support/visit.ts';

let testApp: TestApp;
let quiet: TestApp;
beforeAll(async () => {
  [testApp, quiet] = await Promise.all([
    startTestApp({ trustedProxies: 1 }),
    startTestApp({ mailer: null, setUpCode: 'ABCD-EFGH-JKLM-NPQR' }),
  ]);
  await new Person(testApp.url).signUp('ada@northwind.example');
  // a job that is done is gone from the queue
  await testApp.owner.sql.unsafe(`
    create table public.jobs_seen (payload text);
    create function public.see_job() returns trigger language plpgsql security definer as $$
    begin insert into public.jobs_seen values (row_to_json(new)::text); return new; end $$;
    create trigger see_job after insert on graphile_worker._private_jobs for each row execute function public.see_job()`);
});
afterAll(() => Promise.all([testApp?.stop(), quiet?.stop()]));

const PASSWORD = 'correct horse battery';
const OTHER = 'another long password';
/** A new person, in a network of their own. */
let networks = 0;
function visitor(): Visit {
  networks += 1;
  return new Visit(testApp.url, { 'X-Forwarded-For': `192.0.2.${networks}` });
}
const someone = () => `kim.${randomBytes(5).toString('hex')}@northwind.example`;
const form = (email: string, more = {}) => ({ email, password: PASSWORD, firstName: 'Kim', lastName: 'Vale', ...more });
const cause = { actor: 'user:admin', correlationId: 'test', causationId: null };

const users = async (at = testApp): Promise<number> =>
  (await at.owner.sql<{ n: number }[]>`select count(*)::int as n from read.users`)[0]?.n ?? -1;

/** The outcomes of access requests, newest first. */
const requests = (at = testApp) =>
  at.owner.sql<{ status: string; what: string; reason: string | null }[]>`
    select state->>'status' as status, state->>'what' as what, state->'reason'->>'code' as reason from read.accesses
    order by state->>'requestedAt' desc`;

/** Waits until every requested mail has left, or never will. */
const settled = () => until(requests, (all) => all.every(({ status }) => status !== 'requested'));

/** Asks for a mail about a user, as the product does without a visitor. */
const ask = (what: AccountLinkWhat, userId: string, accessId = randomBytes(10).toString('hex')) =>
  testApp.api.run({
    tenant: 'system',
    cause,
    streams: { access: ref('access', accessId) },
    decide: ({ access }) => ({ access: requestLink(access, what, userId) }),
  });

async function invited(at: TestApp, isPaused = false): Promise<{ userId: string; email: string }> {
  const [userId, email] = [randomBytes(10).toString('hex'), someone()];
  const names = { username: null, firstName: 'Nia', lastName: null };
  await at.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', userId) },
    decide: ({ user }) => ({
      user: invite(user, {
        ...names,
        email,
        emailHmac: at.api.pseudonyms.address('system', email),
        isAdmin: false,
        isPaused,
        workspaceId: newId(),
      }),
    }),
  });
  return { userId, email };
}
const depsOf = (at: TestApp) => {
  const deps = appRegistry.get(at.url)?.deps;
  if (!deps) throw new Error('No such house.');
  return deps;
};
const setStatus = (at: TestApp, userId: string, to: 'active' | 'paused') =>
  at.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', userId) },
    decide: ({ user }) => ({ user: changeAccount(user, to) }),
  });

describe('signing up', () => {
  test('by a link: looking does nothing, the button makes the account and goes on where one wanted to; it works once', async () => {
    const [kim, email] = [visitor(), someone()];
    const asked = await kim.go('/api/signup?next=%2Fcampaigns%3Ftab%3Dsent', form(email));
    expect(asked.status).toBe(200);
    expect(asked.page).toContain('Check your email');
    expect(await kim.isIn()).toBe(false);
    const [mail] = await mailsTo(testApp, email);
    expect(mail?.from).toBe('no-reply@partner-pilot.example');
    expect(mail?.text).toMatch(/until \w+ \d+, 2\d{3} at \d+:\d\d [AP]M UTC/);
    const { path, token } = linkIn(mail);
    const before = await users();
    const looked = await kim.go(`${path}?token=${token}`);
    expect(looked.page).toContain('Confirm my email');
    expect(looked.page).not.toContain('type="password"');
    expect(looked.headers.get('cache-control')).toBe('no-store');
    expect(await users()).toBe(before);
    const both = await Promise.all([1, 2].map(() => kim.go(path, { token })));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(both.find(({ status }) => status === 303)?.to).toBe('/campaigns?tab=sent');
    expect(both.find(({ status }) => status === 410)?.page).toContain('This link was used before');
    const me = (await kim.call<UserView>('GET', '/api/auth/user')).body;
    expect(me).toMatchObject({ email, firstName: 'Kim', isAdmin: false });
    expect((await testApp.api.load('system', ref('user', me.id))).state.emailConfirmed).toBe(true);
    expect((await visitor().go(`${path}?token=${token}`)).status).toBe(410);
  });

  test('a fresh and a taken address are answered alike; the owner of the taken one is told by a mail without a link', async () => {
    const [taken, fresh] = [someone(), someone()];
    await new Person(testApp.url).signUp(taken);
    const before = await users();
    const [a, b] = await Promise.all([taken, fresh].map((email) => visitor().go('/api/signup', form(email))));
    expect(a?.status).toBe(b?.status);
    expect(a?.page.replaceAll(taken, '')).toBe(b?.page.replaceAll(fresh, ''));
    const names = (answer: typeof a) =>
      answer?.headers.getSetCookie().map((cookie) => cookie.replace(/=[0-9a-f]+|\d\d:\d\d:\d\d/g, ''));
    expect(names(a)).toEqual(names(b));
    const [notice] = await mailsTo(testApp, taken);
    expect(notice?.text).toContain('has an account already');
    expect(notice?.text).not.toContain('token=');
    await mailsTo(testApp, fresh);
    expect(await users()).toBe(before);
  });

  test('a browser that did not sign up needs the password that was chosen: nobody confirms what a stranger made with their address', async () => {
    const email = someone();
    await visitor().go('/api/signup', form(email, { firstName: '<script>alert(1)</script>' }));
    const { path, token } = linkIn((await mailsTo(testApp, email))[0]);
    const victim = visitor();
    const page = await victim.go(`${path}?token=${token}`);
    expect(page.page).toContain('type="password"');
    expect(page.page).not.toContain('<script>alert');
    expect((await victim.go(path, { token })).page).toContain('Enter the password');
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) guesses.push(await victim.go(path, { token, password: OTHER }));
    expect(guesses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await victim.isIn()).toBe(false);
    await testApp.owner.sql`update auth.attempts set until = clock_timestamp(), failures = 0`;
    expect((await victim.go(path, { token, password: PASSWORD })).status).toBe(303);
    expect(await victim.isIn()).toBe(true);
  });

  test('of two sign-ups with one address the second link says that the account is there', async () => {
    const [one, two, email] = [visitor(), visitor(), someone()];
    await one.go('/api/signup', form(email));
    await two.go('/api/signup', form(email, { password: OTHER }));
    const links = (await mailsTo(testApp, email, 2)).map(linkIn);
    for (const each of [one, two]) for (const { path, token } of links) await each.go(path, { token });
    expect([await one.isIn(), await two.isIn()].filter(Boolean)).toHaveLength(1);
    const loser = (await one.isIn()) ? two : one;
    const again = await Promise.all(links.map(({ path, token }) => loser.go(path, { token })));
    expect(again.map(({ page }) => page).join()).toContain('There is an account with this address already');
  });

  test('what nobody can use changes nothing and says what to do: too old, unknown, of another kind, half of one', async () => {
    const [kim, email] = [visitor(), someone()];
    await kim.go('/api/signup', form(email));
    const { path, token } = linkIn((await mailsTo(testApp, email))[0]);
    await settled();
    const events = await testApp.events();
    for (const [at, with_] of [
      ['/api/reset', token],
      ['/api/invitation', token],
      ['/api/confirm', token.slice(1)],
      ['/api/confirm', ''],
      ['/api/confirm', '\0'],
    ] as const) {
      const fields = { token: with_, password: PASSWORD };
      expect((await kim.go(`${at}?${new URLSearchParams(fields)}`)).status, at).toBe(404);
      const posted = await kim.go(at, fields);
      expect(posted.status, at).toBe(404);
      expect(posted.page).toContain('This link does not work');
    }
    await testApp.owner.sql`update auth.links set expires_at = clock_timestamp() where used_at is null`;
    const old = await kim.go(path, { token });
    expect(old.status).toBe(410);
    expect(old.page).toContain('This link is too old');
    expect(old.page).toContain('/api/signup');
    expect(await testApp.events()).toBe(events);
  });

  test('three mails an hour to an address from one network, then silently none; ten requests an hour from a network, then 429', async () => {
    const [kim, email] = [visitor(), someone()];
    const answers = [];
    for (let asked = 0; asked < 4; asked += 1) answers.push(await kim.go('/api/signup', form(email)));
    expect(new Set(answers.map(({ status, page }) => `${status} ${page}`)).size).toBe(1);
    for (let asked = 0; asked < 6; asked += 1) answers.push(await kim.go('/api/forgot', { email: someone() }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await kim.go('/api/forgot', { email: someone() });
    expect(refused.status).toBe(429);
    expect(Number(refused.wait)).toBeGreaterThan(60);
    // a stranger blocks no sign-up
    expect((await visitor().go('/api/signup', form(email))).page).toBe(answers[0]?.page);
    await settled();
    expect(await mailsTo(testApp, email, 4)).toHaveLength(4);
  });

  test('thirty sign-ups an hour from a network are looked at, weak ones too, and others are not kept from it', async () => {
    const kim = visitor();
    const weak = () => kim.go('/api/signup', form(someone(), { password: 'Summer2024!' }));
    const answers = await Promise.all(Array.from({ length: 40 }, weak));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(Number((await weak()).wait)).toBeGreaterThan(60);
    expect((await visitor().go('/api/signup', form(someone()))).status).toBe(200);
  });

  test('ten mails an hour to an address from wherever they are asked for, and three hundred for all visitors; the page stays the same', async () => {
    const asked = async () => (await requests()).length;
    const email = someone();
    const before = await asked();
    const pages = new Set<string>();
    for (let network = 0; network < 4; network += 1) {
      const kim = visitor();
      for (let time = 0; time < 3; time += 1) pages.add((await kim.go('/api/forgot', { email })).page);
    }
    expect(await asked()).toBe(before + 10);
    const everybody = testApp.api.pseudonyms.signIn('attempt', 'mail|reset|everybody');
    await testApp.owner.sql`
      insert into auth.attempts (bucket, failures, last_at, until) values (${everybody}, 299, clock_timestamp(), clock_timestamp())
      on conflict (bucket) do update set failures = 299, last_at = clock_timestamp()`;
    for (const other of [someone(), someone()]) {
      pages.add((await visitor().go('/api/forgot', { email: other })).page.replaceAll(other, email));
    }
    expect(await asked()).toBe(before + 11);
    expect(pages.size).toBe(1);
    await testApp.owner.sql`delete from auth.attempts where bucket = ${everybody}`;
  });

  test('one who has many IPv6 networks of a site asks ten times as often as one network, not without end', async () => {
    const ask = async (network: number) => {
      const kim = new Visit(testApp.url, { 'X-Forwarded-For': `2001:db8:7:${network.toString(16)}::1` });
      return (await kim.go('/api/forgot', { email: 'nobody@northwind.example' })).status;
    };
    expect(await ask(1)).toBe(200);
    const wide = testApp.api.pseudonyms.signIn('attempt', 'mail|site|2001:db8:7::/48');
    const counted = (failures: number) => testApp.owner.sql`
      update auth.attempts set failures = ${failures}, last_at = clock_timestamp() where bucket = ${wide} returning 1`;
    expect(await counted(95)).toHaveLength(1);
    expect(await ask(2)).toBe(200);
    await counted(100);
    expect([await ask(3), await ask(4)]).toEqual([200, 429]);
  });
});

describe('a forgotten password', () => {
  test('the link sets a new one, ends every session and older links, and signs in; no account gets no mail, and the page does not tell', async () => {
    const [email, nobody] = [someone(), someone()];
    const there = await new Person(testApp.url).signUp(email);
    const [known, unknown] = await Promise.all([email, nobody].map((to) => visitor().go('/api/forgot', { email: to })));
    expect(known?.page.replaceAll(email, '')).toBe(unknown?.page.replaceAll(nobody, ''));
    await visitor().go('/api/forgot', { email: ` ${email.toUpperCase()}` });
    const [older, newer] = (await mailsTo(testApp, email, 2)).map(linkIn);
    const here = visitor();
    const set = (link: typeof newer, password: string, by = here) =>
      by.go(link?.path ?? '', { token: link?.token ?? '', password });
    for (const [password, message] of [
      ['short', 'Use at least 10 characters'],
      ['password123', 'This password is easy to guess'],
      [PASSWORD, 'This is your password already. Choose another one.'],
    ] as const) {
      const refused = await set(newer, password);
      expect([refused.status, refused.page]).toEqual([400, expect.stringContaining(message)]);
    }
    const [one, two] = [`${OTHER} one`, `${OTHER} two`];
    const both = await Promise.all([set(newer, one), set(older, two, visitor())]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(both.find(({ status }) => status === 404)?.page).toContain('a newer one took its place');
    expect((await there.call('GET', '/api/auth/user')).status).toBe(401);
    const signsIn = async (password: string) => (await here.go('/api/login', { email, password })).status;
    const [now, never] = both[0]?.status === 303 ? [one, two] : [two, one];
    expect([await signsIn(PASSWORD), await signsIn(never), await signsIn(now)]).toEqual([401, 401, 303]);
    expect(await here.isIn()).toBe(true);
    const told = async () => (await requests()).filter(({ what }) => what === 'password-changed').length;
    expect(await told()).toBeGreaterThan(0);
    expect((await testApp.outbox()).filter(({ to }) => to === nobody)).toEqual([]);
    expect((await requests()).map(({ reason }) => reason)).toContain('no_account');
  });

  test('a provider that is away is tried again; one that refuses is not; where one fell silent, a link that arrived works', async () => {
    const [kim, email] = [visitor(), someone()];
    const fate = async (mode: string, what: string, ask: () => Promise<unknown>) => {
      // a mail of the test before would meet the fault
      await idle(testApp.owner.sql);
      await testApp.fault('sendgrid', mode, 1);
      await ask();
      const answered = async () => {
        // a retry need not wait for its time
        await testApp.owner.sql`update graphile_worker._private_jobs set run_at = clock_timestamp() where attempts > 0`;
        return requests();
      };
      return (await until(answered, ([newest]) => newest?.what === what && newest.status !== 'requested'))[0];
    };
    expect(await fate('accept-then-500', 'sign-up', () => kim.go('/api/signup', form(email)))).toMatchObject({
      status: 'unknown',
      reason: 'mail_provider_silent',
    });
    const { path, token } = linkIn((await mailsTo(testApp, email))[0]);
    expect((await kim.go(path, { token })).status).toBe(303);
    expect(await kim.isIn()).toBe(true);
    const forgot = () => visitor().go('/api/forgot', { email });
    expect(await fate('reject-4xx', 'reset', forgot)).toMatchObject({
      status: 'failed',
      reason: 'mail_refused',
    });
    expect(await fate('429', 'reset', forgot)).toMatchObject({ status: 'mailed' });
    expect(await mailsTo(testApp, email)).toHaveLength(2);
  });

  test('a mail that may have left when the work was interrupted is not mailed again, and its link works', async () => {
    const person = new Person(testApp.url);
    const [accessId, older, email] = [randomBytes(10).toString('hex'), randomBytes(10).toString('hex'), someone()];
    const userId = (await (await person.signUp(email)).call<UserView>('GET', '/api/auth/user')).body.id;
    const link = { what: 'reset', userId, now: new Date() } as const;
    await makeLink(testApp.owner.sql, { ...link, accessId: older });
    const token = await makeLink(testApp.owner.sql, { ...link, accessId });
    await ask('reset', userId, accessId);
    const [newest] = await settled();
    expect(newest).toMatchObject({ what: 'reset', status: 'unknown', reason: 'work_interrupted' });
    expect((await visitor().go('/api/reset', { token: token ?? '', password: OTHER })).status).toBe(303);
    // that made the older one void, but it is not mailed again either
    await ask('reset', userId, older);
    expect((await settled())[0]).toMatchObject({ status: 'unknown', reason: 'work_interrupted' });
    expect((await testApp.outbox()).filter(({ to, text }) => to === email && text.includes('token='))).toEqual([]);
  });
});

test('the owner of an account is told by a mail, without a token, what may have been somebody else; only at an address that is theirs', async () => {
  const [email, unproven] = [someone(), await invited(testApp)];
  await new Person(testApp.url).signUp(email);
  const [user] = await testApp.owner.sql<{ id: string }[]>`
    select substr(stream_id, 6) as id from read.users where state->'account'->>'email' = ${email}`;
  await ask('password-changed', user?.id ?? '');
  await ask('second-factor-off', user?.id ?? '');
  await ask('password-changed', unproven.userId);
  const mails = await mailsTo(testApp, email, 2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Two-factor authentication was turned off at Partner Pilot',
    'Your password was changed at Partner Pilot',
  ]);
  for (const { text } of mails) {
    expect(text).toContain('http://localhost/api/forgot');
    expect(text).not.toContain('token=');
  }
  expect((await settled()).map(({ reason }) => reason)).toContain('address_unconfirmed');
  expect((await testApp.outbox()).filter(({ to }) => to === unproven.email)).toEqual([]);
});

describe('an invitation', () => {
  test('lets its user choose a password and come in, once; while paused it is refused; a lost one is sent again on request', async () => {
    const { userId, email } = await invited(testApp);
    expect(await sendInvitation(depsOf(testApp), userId, cause)).toEqual({ mailed: true, url: null });
    const { path, token } = linkIn((await mailsTo(testApp, email))[0]);
    expect(path).toBe('/api/invitation');
    await setStatus(testApp, userId, 'paused');
    const nia = visitor();
    expect((await nia.go('/api/login', { email, password: PASSWORD })).status).toBe(401);
    expect((await nia.go(`${path}?token=${token}`)).page).toContain(email);
    const refused = await nia.go(path, { token, password: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.page).toContain('This account is paused. Ask your administrator.');
    await setStatus(testApp, userId, 'active');
    await nia.go('/api/forgot', { email });
    const again = linkIn((await mailsTo(testApp, email, 2))[1]);
    expect(again.path).toBe('/api/invitation');
    expect((await nia.go(path, { token, password: PASSWORD })).status).toBe(303);
    expect(await nia.isIn()).toBe(true);
    expect((await visitor().go(again.path, { token: again.token, password: OTHER })).status).toBe(404);
    const { state } = await testApp.api.load('system', ref('user', userId));
    expect(state).toMatchObject({ joined: true, emailConfirmed: true });
    await expect(sendInvitation(depsOf(testApp), userId, cause)).rejects.toMatchObject({ refusal: 'conflict' });
  });
});

test('a paused account gets no mail, whatever a stranger asks for with its address', async () => {
  const { email } = await invited(testApp, true);
  await visitor().go('/api/signup', form(email));
  await visitor().go('/api/forgot', { email });
  const [last, before] = await settled();
  expect([last, before].map((request) => request?.reason)).toEqual(['account_is_paused', 'account_is_paused']);
  expect((await testApp.outbox()).filter(({ to }) => to === email)).toEqual([]);
});

test('the first account may confirm its address later; signed out, the link asks for the password', async () => {
  const ada = new Person(testApp.url);
  await ada.signIn('ada@northwind.example');
  const asked = await ada.call<{ confirmed: boolean }>('POST', '/api/auth/confirm-email');
  expect([asked.status, asked.body]).toEqual([202, { confirmed: false }]);
  const { path, token } = linkIn((await mailsTo(testApp, 'ada@northwind.example'))[0]);
  const out = visitor();
  expect((await out.go(`${path}?token=${token}`)).page).toContain('type="password"');
  for (const part of ada.cookie.split('; ')) out.cookies.set(...(part.split('=') as [string, string]));
  expect((await out.go(path, { token })).status).toBe(303);
  expect((await ada.call('POST', '/api/auth/confirm-email')).status).toBe(200);
});

describe('a server that others can reach, without a mailer', () => {
  /** Its admin, once there is one. */
  let first: Visit;
  beforeAll(() => {
    first = new Visit(quiet.url);
  });

  test('makes the first account with the set-up code alone, and says which setting is missing for others', async () => {
    for (const setUpCode of ['', 'ABCD-EFGH-JKLM-NPQX', 'ABCD']) {
      const answer = await new Visit(quiet.url).go('/api/signup', form(someone(), { setUpCode }));
      expect(answer.status).toBe(400);
      const what = setUpCode ? 'This is not' : 'Enter';
      expect(answer.page).toContain(`${what} the set-up code. The server printed it`);
    }
    const claims = { issuer: 'https://login.example', sub: 's', email: someone(), emailVerified: true };
    const names = { firstName: null, lastName: null, picture: null };
    const came = { accessId: 'a', claims: { ...claims, ...names }, mayBeFirst: () => false, causeByUser: () => cause };
    expect(await settleIssuerSignIn(depsOf(quiet), came)).toEqual({
      refused: 'The first account is made with the set-up code, on the sign-up page.',
    });
    expect(await users(quiet)).toBe(0);
    expect((await first.go('/api/signup', form(someone(), { setUpCode: 'abcd efgh jklm npqr' }))).status).toBe(303);
    const { body } = await first.call<SessionsView>('GET', '/api/auth/sessions');
    expect(body.sessions.map(({ openedBy }) => openedBy)).toEqual(['sign-up']);
    expect((await new Visit(quiet.url).go('/api/login')).page).not.toMatch(/api\/(signup|forgot)/);
    for (const path of ['/api/signup', '/api/forgot']) {
      for (const answer of [await first.go(path), await first.go(path, form(someone()))]) {
        expect(answer.status, path).toBe(503);
        expect(answer.page).toContain('SYSTEM_MAIL_FROM');
      }
    }
    expect(await users(quiet)).toBe(1);
  });

  test('gives the admin the link of an invitation, and the worker mails nothing', async () => {
    const handOver = async (path = '', body?: object) => {
      const { body: user } = await first.call<InvitedUserView>('POST', `/api/admin/users${path}`, body);
      expect(user.invitation?.mailed).toBe(false);
      return { id: user.id, url: new URL(user.invitation?.url ?? '') };
    };
    const made = await handOver('', { email: someone(), isAdmin: false, isPaused: false });
    const userId = made.id;
    // each makes the others void, also when several admins ask at once
    const again = await Promise.all([1, 2, 3].map(() => handOver(`/${userId}/invitation`)));
    const nia = new Visit(quiet.url);
    const opened = await Promise.all(
      [made, ...again].map(async ({ url }) => ({ url, ...(await nia.go(url.pathname + url.search)) })),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const link = opened.find(({ status }) => status === 200)?.url;
    const join = (password: string) =>
      nia.go(link?.pathname ?? '', { token: link?.searchParams.get('token') ?? '', password });
    expect((await join('partnerpilot')).page).toContain('This password is easy to guess');
    expect((await join(PASSWORD)).status).toBe(303);
    expect(await nia.isIn()).toBe(true);
    expect((await requests(quiet)).map(({ status }) => status).sort()).toEqual(['mailed', 'mailed', 'mailed', 'used']);
    // the admin gave the link: that does not prove who has the address
    expect((await quiet.api.load('system', ref('user', userId))).state).toMatchObject({
      joined: true,
      emailConfirmed: false,
    });
  });

  test('does not promise a link by mail to whoever tried too often', async () => {
    const email = someone();
    const [at, there] = [new Visit(quiet.url), new Visit(testApp.url)];
    const last = async (visit: Visit) => {
      for (let tried = 0; ; tried += 1) {
        const answer = await visit.go('/api/login', { email, password: OTHER });
        if (answer.status === 429 || tried > 9) return answer;
      }
    };
    const [without, with_] = [await last(at), await last(there)];
    expect([without.status, with_.status]).toEqual([429, 429]);
    expect(with_.page).toContain('a link to set a new one');
    expect(without.page).toContain('was not looked at');
    expect(without.page).not.toContain('a link to set a new one');
  });
});

test('no address, password or token lies in the log, in jobs or in the rows of requests; what was used is forgotten', async () => {
  await settled();
  const tokens = (await testApp.outbox()).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
  expect(tokens.length).toBeGreaterThan(5);
  const rows = await testApp.owner.sql<{ said: string }[]>`
    select payload::text as said from log.events where tenant_id = 'system'
    union all select state::text from read.accesses
    union all select payload::text from jobs_seen`;
  expect(rows.filter((row) => row.said.includes('"tenant"')).length).toBeGreaterThan(tokens.length);
  const said = rows.map((row) => row.said).join('\n');
  for (const secret of [...tokens, PASSWORD, OTHER]) expect(said).not.toContain(secret);
  expect(said).not.toContain('@northwind.example');
  // nor has anything come into the log before what its stream held already
  const late = await testApp.owner.sql`
    select from log.events a join log.events b on b.tenant_id = a.tenant_id and b.stream_id = a.stream_id and b.version > a.version
    where (b.epoch, b.tx, b.position) < (a.epoch, a.tx, a.position)`;
  expect(late).toHaveLength(0);
  const [left] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from vault.secrets v join read.accesses a on a.stream_id = 'access-' || v.secret_id
    where a.state->>'status' in ('used', 'ended') or a.state->>'what' <> 'sign-up'`;
  expect(left?.n).toBe(0);
});
