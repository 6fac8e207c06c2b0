import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../api/signIn/passwords.ts';
import type { AdminUsersView, AdminUserView, CreditsView, ErrorView, InvitedUserView } from '../../api/views.ts';
import { storePassword } from '../../db/accounts/auth.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { creditPeriod, reserveCredit, settleCredit } from '../../events/accounts/credits.ts';
import { ofLimits } from '../../events/accounts/limits.ts';
import { acceptInvitation, invite, NO_WORKSPACE } from '../../events/accounts/user.ts';
import type { UserEvent, UserState } from '../../events/accounts/userState.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { cause } from '../support/log.ts';
import { member, signInAgain } from '../support/member.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { Visit } from '../support/visit.ts';

const PAUSED = refusalText({ code: 'account_paused' });

let testApp: TestApp;
let admin: Person;
let adminId: string;

const address = () => `kim.${randomBytes(5).toString('hex')}@northwind.example`;
const who = async (person: Person) => (await person.ok<{ id: string }>('GET', '/api/auth/user')).id;
const list = async () => (await admin.ok<AdminUsersView>('GET', '/api/admin/users')).users;
const signInPage = async ({ cookie }: Person) =>
  (await fetch(`${testApp.url}/api/login`, { headers: { Cookie: cookie } })).text();
const listed = async (id: string) => (await list()).find((one) => one.id === id);
const blank = { isAdmin: false, isPaused: false };
const change = <T = AdminUserView>(id: string, body: object, by = admin) =>
  by.call<T>('PUT', `/api/admin/users/${id}`, body);

/** Counts the events that people caused: the worker continues in the meantime. */
async function decided(): Promise<number> {
  const rows = await testApp.owner.sql`select from log.events where actor like 'user:%'`;
  return rows.length;
}

/** Commits for an account as another part of the product would. */
const commit = (id: string, decide: (user: UserState) => UserEvent[]) =>
  testApp.api.run({
    tenant: 'system',
    cause,
    streams: { user: ref('user', id) },
    decide: ({ user }) => ({ user: decide(user) }),
  });

/** Counts the transactions that made a user and their requests. */
async function commitsAbout(id: string): Promise<number> {
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(distinct e.tx)::int as n from log.events e where e.actor like 'user:%' and (e.stream_id = ${`user-${id}`}
      or e.stream_id in (select stream_id from read.accesses where state->>'userId' = ${id}))`;
  return row?.n ?? -1;
}

const signedUp = () => member(testApp);
const secondAdmin = () => member(testApp, { isAdmin: true });

beforeAll(async () => {
  testApp = await startTestApp();
  ({ person: admin, id: adminId } = await member(testApp, { isAdmin: true }));
});
afterAll(() => testApp.stop());

describe('the list and new users', () => {
  test('somebody who is invited stands in it before they have joined, and is told at the field when they are there', async () => {
    const email = address();
    const name = '<script>alert(1)</script>';
    const made = await admin.call<InvitedUserView>('POST', '/api/admin/users', {
      ...blank,
      email: ` ${email.toUpperCase()} `,
      firstName: name,
      username: '  ',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ invitation: { mailed: true, url: null } });
    const expected = { email, firstName: name, lastName: null, username: null, isAuditor: false, ...blank };
    const state = {
      joined: false,
      emailConfirmed: false,
      secondFactor: false,
      monthlyCredits: 200,
      aiBudgetUsd: null,
      limits: ofLimits(() => null),
      version: 2,
    };
    expect(await listed(made.body.id)).toEqual({
      id: made.body.id,
      workspaceId: expect.stringMatching(/^[0-9a-f]{20}$/),
      createdAt: expect.any(String),
      ...expected,
      ...state,
    });
    await until(
      () => testApp.outbox(),
      (mails) => mails.filter(({ to }) => to.includes(email)).length === 1,
    );
    expect(await commitsAbout(made.body.id)).toBe(1);
    const before = await list();
    const again = await admin.call<ErrorView>('POST', '/api/admin/users', { ...blank, email });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: expect.stringMatching(/address already/), details: { field: 'email' } });
    expect(await list()).toEqual(before);
  });

  test('who is made paused gets the invitation when they are unpaused', async () => {
    const email = address();
    const { body } = await admin.call<InvitedUserView>('POST', '/api/admin/users', { ...blank, email, isPaused: true });
    expect(body).toMatchObject({ isPaused: true, invitation: null });
    const path = `/api/admin/users/${body.id}/invitation`;
    expect((await admin.call('POST', path)).status).toBe(422);
    const { body: unpaused } = await change<InvitedUserView>(body.id, { isPaused: false });
    expect(unpaused).toMatchObject({ isPaused: false, invitation: { mailed: true, url: null } });
    // made, then unpaused with the invitation
    expect(await commitsAbout(body.id)).toBe(2);
    for (let more = 0; more < 2; more += 1) {
      expect(await admin.ok<InvitedUserView>('POST', path)).toMatchObject({
        id: body.id,
        invitation: { mailed: true },
      });
    }
    const tooMany = await admin.call<ErrorView>('POST', path);
    expect(tooMany.status).toBe(429);
    expect(tooMany.body.error).toMatch(/^Several invitations were mailed .* Try again in \d+ minutes\.$/);
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(60);
    await commit(body.id, acceptInvitation);
    expect((await admin.call('POST', path)).status).toBe(409);
    expect((await admin.call('POST', '/api/admin/users/nobody/invitation')).status).toBe(404);
  });

  test('an unchanged list is not sent again', async () => {
    const { headers } = await admin.call('GET', '/api/admin/users');
    const etag = headers.get('etag') ?? '';
    expect((await admin.call('GET', '/api/admin/users', undefined, { 'If-None-Match': etag })).status).toBe(304);
    await change(adminId, { lastName: randomBytes(3).toString('hex') });
    expect((await admin.call('GET', '/api/admin/users', undefined, { 'If-None-Match': etag })).status).toBe(200);
  });
});

describe('changes', () => {
  test('names, rights and credits change together; the same again is no event', async () => {
    const { id } = await signedUp();
    const wanted = { username: 'kim', firstName: 'Kim', lastName: null, isAdmin: true, monthlyCredits: 0 };
    const { status, body } = await change(id, wanted);
    expect(status).toBe(200);
    expect(body).toMatchObject(wanted);
    expect(await listed(id)).toMatchObject({ ...wanted, version: body.version });
    const before = await decided();
    expect((await change(id, { ...wanted, version: body.version })).body.version).toBe(body.version);
    expect((await change(id, {})).status).toBe(200);
    expect(await decided()).toBe(before);
    expect((await change(id, { isAdmin: false })).body).toMatchObject({ ...wanted, isAdmin: false });
  });

  test('a username belongs to one user, in small or capital letters', async () => {
    const [one, two] = await Promise.all([signedUp(), signedUp()]);
    const username = `kim.${randomBytes(4).toString('hex')}`;
    await change(one.id, { username });
    const before = await decided();
    const taken = { status: 409, body: { error: expect.stringContaining('username'), details: { field: 'username' } } };
    expect(await change<ErrorView>(two.id, { username: username.toUpperCase() })).toMatchObject(taken);
    expect(
      await admin.call<ErrorView>('POST', '/api/admin/users', { ...blank, email: address(), username }),
    ).toMatchObject(taken);
    expect(await decided()).toBe(before);
    // their own name is no obstacle, and a released name is free
    expect((await change(one.id, { username: username.toUpperCase() })).status).toBe(200);
    await change(one.id, { username: null });
    expect((await change(two.id, { username })).status).toBe(200);
  });

  test('of two admins who looked at the same account, the second is told, and overwrites nothing', async () => {
    const { id } = await signedUp();
    const { version } = (await listed(id)) ?? { version: 0 };
    const answers = await Promise.all([
      change<ErrorView>(id, { firstName: 'One', version }),
      change<ErrorView>(id, { firstName: 'Two', version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatch(/Someone else changed this user/);
    const won = answers[0]?.status === 200 ? 'One' : 'Two';
    expect(await listed(id)).toMatchObject({ firstName: won, version: version + 1 });
  });

  test.each([
    [{ monthlyCredits: 'many' }, /monthly credits.*whole number/],
    [{ monthlyCredits: 1.5 }, /whole number/],
    [{ monthlyCredits: -1 }, /from 0/],
    [{ monthlyCredits: 100_001 }, /100,000/],
    [{ isPaused: 'yes' }, /isPaused must be true or false/],
    [{ firstName: 'x'.repeat(61) }, /at most 60/],
    [{ username: 7 }, /must be a text/],
  ])('%j is refused at its field', async (body, message) => {
    const before = await decided();
    const answer = await change<ErrorView>(adminId, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(message);
    expect(answer.body.details).toMatchObject([{ field: Object.keys(body)[0] }]);
    expect(await decided()).toBe(before);
  });

  test('pausing signs out at once; unpausing brings no session back', async () => {
    const { person, ...kim } = await signedUp();
    const { id } = kim;
    expect((await change(id, { isPaused: true })).body.isPaused).toBe(true);
    const refused = async () => {
      const { status, body } = await person.call<ErrorView>('GET', '/api/auth/user');
      expect(status).toBe(401);
      return body;
    };
    expect(await refused()).toEqual({ error: PAUSED, ended: 'paused' });
    expect(await signInPage(person)).toContain(PAUSED);
    await change(id, { isPaused: false });
    const again = 'Your account was paused and may be used again. Sign in.';
    expect(await refused()).toEqual({ error: again, ended: 'revoked' });
    expect(await signInPage(person)).toContain(again);
    await signInAgain(testApp, person, kim);
    expect(await who(person)).toBe(id);
  });

  test('the monthly credits are what is reserved and shown, also below what was used', async () => {
    const { person, id, tenant } = await signedUp();
    await change(id, { monthlyCredits: 3 });
    const stream = ref('credits', `${tenant}-${creditPeriod(new Date().toISOString(), 'UTC')}`);
    for (const search of ['s1', 's2']) {
      await testApp.api.run({
        tenant,
        cause,
        streams: { credits: stream },
        decide: ({ credits }) => ({ credits: reserveCredit(credits, search, 3) }),
      });
    }
    expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({ remainingCredits: 1, monthlyLimit: 3 });
    await change(id, { monthlyCredits: 1 });
    expect(await person.ok<CreditsView>('GET', '/api/credits')).toMatchObject({
      remainingCredits: 0,
      monthlyLimit: 1,
      used: 2,
    });
    await testApp.api.run({
      tenant,
      cause,
      streams: { credits: stream },
      decide: ({ credits }) => ({ credits: settleCredit(credits, 's1', false) }),
    });
    // one of one is used, and the call that would take another is refused by that limit
    const partner = await person.call<{ addedCount: number }>('POST', '/api/partners/import', {
      rows: [{ name: 'Ada Lind', platform: 'linkedin', profileUrl: 'https://www.linkedin.com/in/ada-lind-x' }],
    });
    expect(partner.body).toMatchObject({ addedCount: 1 });
    const [ada] = await person.ok<{ id: string }[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${ada?.id}/status`, { status: 'approved' });
    const enhanced = await person.call<ErrorView>('POST', `/api/partners/${ada?.id}/enhance-contact`);
    expect(enhanced.status).toBe(429);
    expect(enhanced.body).toMatchObject({ error: 'Monthly credit limit exceeded', used: 1, limit: 1 });
  });
});

describe('the last admin', () => {
  test('nobody pauses, demotes or deletes their own account', async () => {
    const { person, id } = await secondAdmin();
    const before = await decided();
    for (const body of [{ isPaused: true }, { isAdmin: false }]) {
      const answer = await change<ErrorView>(id, body, person);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatch(/your own .*Ask another admin/);
    }
    expect((await person.call('DELETE', `/api/admin/users/${id}`)).status).toBe(422);
    expect(await decided()).toBe(before);
    await change(id, { isAdmin: false });
    const only = await admin.call<ErrorView>('DELETE', `/api/admin/users/${adminId}`);
    expect(only.status).toBe(422);
    expect(only.body.error).toMatch(/only admin/);
  });

  test.each([
    ['demote', (by: Person, id: string) => change(id, { isAdmin: false }, by)],
    ['pause', (by: Person, id: string) => change(id, { isPaused: true }, by)],
  ])('two admins who %s each other at the same moment: one of them stays', async (_, strike) => {
    for (let round = 0; round < 4; round += 1) {
      const { person, id } = await secondAdmin();
      const answers = await Promise.all([strike(admin, id), strike(person, adminId)]);
      // the slower one is told that no admin would be left, or has just lost the right to it
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => [401, 403, 422].includes(status))).toHaveLength(1);
      if (answers[0]?.status !== 200) [admin, adminId] = [person, id];
      expect((await list()).filter(({ isAdmin, isPaused }) => isAdmin && !isPaused)).toMatchObject([{ id: adminId }]);
    }
  });

  test('two who delete and erase each other at the same moment, and an admin who never joined does not count', async () => {
    const { person, id } = await secondAdmin();
    const invited = randomBytes(10).toString('hex');
    const account = { email: address(), username: null, firstName: null, lastName: null };
    await commit(invited, (user) =>
      invite(user, {
        ...account,
        isAdmin: true,
        isPaused: false,
        emailHmac: randomBytes(8).toString('hex'),
        workspaceId: newId(),
      }),
    );
    const answers = await Promise.all([
      admin.call('DELETE', `/api/admin/users/${id}`),
      person.call('POST', '/api/admin/erasures', { kind: 'tenant', tenant: await admin.tenant() }),
    ]);
    const statuses = answers.map(({ status }) => status);
    // the faster one signed the other out, who is told so or that no admin would be left
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422 || status === 401)).toHaveLength(1);
    if (statuses[0] !== 200) [admin, adminId] = [person, id];
    expect(await listed(invited)).toMatchObject({ isAdmin: true, joined: false });
    expect((await change(invited, { isAdmin: false })).status).toBe(200);
  });
});

test('deleting a user closes the account at once, erases the tenant, and keeps its events; the address is free again', async () => {
  const { person, id, tenant, email } = await signedUp();
  await person.ok('POST', '/api/business-profile', { businessName: 'Larkfield Oats', industry: 'Food' });
  expect(await admin.ok('DELETE', `/api/admin/users/${id}`)).toEqual({ deleted: true });
  const out = await person.call<ErrorView>('GET', '/api/auth/user');
  expect(out.status).toBe(401);
  // the worker may have forgotten the session already
  expect(out.body.error).toMatch(/^This account cannot be used|^Sign in first/);
  expect(await listed(id)).toBeUndefined();
  const receipt = await until(
    () => admin.ok<{ tenant: string; status: string }[]>('GET', '/api/admin/erasures'),
    (all) => all.some((one) => one.tenant === tenant && one.status === 'done'),
  );
  expect(receipt.length).toBeGreaterThan(0);
  const events = await testApp.owner.sql<{ type: string }[]>`select type from log.events where tenant_id = ${tenant}`;
  expect(events.map(({ type }) => type)).toContain('BusinessProfileCreated');
  const before = await decided();
  expect(await admin.ok('DELETE', `/api/admin/users/${id}`)).toEqual({ deleted: true });
  expect(await decided()).toBe(before);
  expect((await change(id, { firstName: 'Back' })).status).toBe(404);
  expect((await admin.call('POST', '/api/admin/users', { ...blank, email })).status).toBe(201);
});

describe('an account without a workspace', () => {
  /** As an event that was lost would leave it. */
  const withoutWorkspace = async () => {
    const [id, email] = [newId(), address()];
    const personal = { email, username: null, firstName: null, lastName: null };
    const data = { isAdmin: false, emailHmac: testApp.api.pseudonyms.address('system', email) };
    await commit(id, () => [{ type: 'UserSignedUp', data, personal }]);
    return { id, email };
  };

  test('is not let in, and the page says whom to ask', async () => {
    const { id, email } = await withoutWorkspace();
    const password = 'correct horse battery';
    const hash = await hashPassword(password);
    await testApp.api.sql.begin((tx) => storePassword(tx, id, hash));
    const visit = new Visit(testApp.url);
    await visit.go('/api/login');
    const answer = await visit.go('/api/login', { email, password });
    expect([answer.status, answer.page]).toEqual([403, expect.stringContaining(NO_WORKSPACE)]);
  });

  test('is closed by Delete, which says that nothing else was erased', async () => {
    const { id } = await withoutWorkspace();
    expect(await admin.call('DELETE', `/api/admin/users/${id}`)).toMatchObject({
      status: 422,
      body: {
        error:
          'This account is closed, but it has no workspace, so nothing was erased. Ask an operator to verify the log.',
      },
    });
    expect(await listed(id)).toBeUndefined();
  });
});

test('all of it is for admins alone, whether it exists or not', async () => {
  const { person, id } = await signedUp();
  const before = await decided();
  const calls: [string, string, object?][] = [
    ['GET', 'users'],
    ['POST', 'users', { ...blank, email: address() }],
    ['PUT', `users/${id}`, { isAdmin: true }],
    ['DELETE', `users/${adminId}`],
    ['POST', `users/${id}/invitation`],
    ['GET', 'health'],
    ['POST', 'jobs/1/retry'],
    ['GET', 'settings/colour'],
    ['GET', 'nothing'],
  ];
  for (const [method, path, body] of calls) {
    expect((await person.call(method, `/api/admin/${path}`, body)).status, path).toBe(403);
    expect((await new Person(testApp.url).call(method, `/api/admin/${path}`, body)).status, path).toBe(401);
  }
  expect((await admin.call('GET', '/api/admin/nothing')).status).toBe(404);
  expect(await decided()).toBe(before);
});
