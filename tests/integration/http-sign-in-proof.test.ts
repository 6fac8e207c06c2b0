import { setTimeout as wait } from 'node:timers/promises';
import { base32 } from 'oslo/encoding';
import { generateHOTP } from 'oslo/otp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fitsHash, hashPassword } from '../../api/signIn/passwords.ts';
import type { RecoveryCodesView, SecondFactorKeyView, SecurityView, SessionsView, UserView } from '../../api/views.ts';
import { mayTry, succeeded } from '../../db/accounts/attempts.ts';
import { passwordHashOf, storePassword } from '../../db/accounts/auth.ts';
import { confirmKey, keyOf, newSecondFactor } from '../../db/accounts/secondFactor.ts';
import { endSessions, holdAccount, openSession, sessionsOf } from '../../db/accounts/sessions.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { ref } from '../../db/store.ts';
import { changeAccount, setMonthlyCredits } from '../../events/accounts/user.ts';
import { cause } from '../support/log.ts';
import { type Member, member } from '../support/member.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { Visit } from '../support/visit.ts';

let testApp: TestApp;
const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeAll(async () => {
  testApp = await startTestApp({ working: false, trustedProxies: 1 });
});
afterAll(() => testApp.stop());

let host = 0;
/** A browser in a network of its own. */
function browser(): Visit {
  host += 1;
  return new Visit(testApp.url, { 'X-Forwarded-For': `10.0.0.1, 198.51.100.${host}`, 'User-Agent': FIREFOX });
}
const someone = () => member(testApp, { password: PASSWORD });
const post = (visit: Visit, email: string, password = PASSWORD) => visit.go('/api/login', { email, password });
async function signedIn({ email }: Member, visit = browser()): Promise<Visit> {
  const answer = await post(visit, email);
  expect(answer.status, answer.page).toBe(303);
  return visit;
}
const text = (page: string) =>
  /role="alert">([^<]*)</.exec(page)?.[1] ?? /class="wrong"[^>]*>([^<]*)</.exec(page)?.[1] ?? '';

const keyIn = ({ secret }: SecondFactorKeyView) => base32.decode(secret);
const codeAt = (key: Uint8Array, off = 0) =>
  generateHOTP(key, Math.floor(testApp.api.now().getTime() / 30_000) + off, 6);
async function turnedOn(visit: Visit) {
  const { body } = await visit.call<SecondFactorKeyView>('POST', '/api/auth/second-factor', { password: PASSWORD });
  const key = keyIn(body);
  const code = await codeAt(key);
  const { body: made } = await visit.call<RecoveryCodesView>('POST', '/api/auth/second-factor/confirm', { code });
  return { key, code, codes: made.recoveryCodes };
}
/** Keys that nothing refers to. */
const orphans = async () =>
  (
    await testApp.owner.sql`
      select 1 from vault.secrets where kind = 'second-factor' and secret_id not in (select secret_id from auth.second_factors)`
  ).length;
/** Mailed notices to the owner of an account. */
const noticesTo = async ({ id }: Member) =>
  (
    await testApp.owner.sql<{ what: string }[]>`
      select state->>'what' as what from read.accesses where state->>'userId' = ${id}`
  ).map(({ what }) => what);
const toCode = async ({ email }: Member, visit = browser(), password = PASSWORD) => {
  const answer = await visit.go('/api/login?next=/campaigns', undefined);
  expect(answer.status).toBe(200);
  const first = await visit.go('/api/login?next=/campaigns', { email, password });
  expect([first.status, first.to]).toEqual([303, '/api/login/code']);
  return visit;
};
const give = (visit: Visit, code: string) => visit.go('/api/login/code', { code });

describe('attempts', () => {
  test('five wrong passwords are free, then one waits, whether somebody has the address or not; the owner elsewhere does not', async () => {
    const kim = await someone();
    const owner = await signedIn(kim);
    // concurrently: each is counted before its password is checked
    const guess = async (email: string, visit: Visit) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(visit, email, 'a wrong password')));
      return answers.toSorted((a, b) => a.status - b.status);
    };
    const [known, unknown] = await Promise.all([
      guess(kim.email, browser()),
      guess('nobody@northwind.example', browser()),
    ]);
    for (const answers of [known, unknown]) {
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(answers[5]?.wait).toMatch(/^[12]$/);
      expect(text(answers[5]?.page ?? '')).toMatch(
        /this password was not looked at.*a link to set a new one works at once/,
      );
    }
    // another network, a browser that knows the account, and the blocked one with the right password
    expect((await post(browser(), kim.email)).status).toBe(303);
    expect((await post(owner, kim.email)).status).toBe(303);
    const blocked = browser();
    await guess(kim.email, blocked);
    // however slow this machine is just now
    await testApp.owner.sql`
      update auth.attempts set until = clock_timestamp() + interval '1 minute' where until > last_at`;
    expect((await post(blocked, kim.email)).status).toBe(429);
  });

  test('what a caller writes into X-Forwarded-For itself is not its network', async () => {
    const { email } = await someone();
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const liar = new Visit(testApp.url, { 'X-Forwarded-For': `192.0.2.${at}, 203.0.113.77` });
        return (await post(liar, email, 'a wrong password')).status;
      }),
    );
    expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('tries that come at once are counted one after the other, and only the free ones are let through', async () => {
    const { sql } = testApp.api;
    const id = 'at-once';
    const bucket = {
      id,
      rule: { free: 5, withinSeconds: 3600, first: 60, longest: 300 },
      onSuccess: 'forget' as const,
    };
    expect(await mayTry(sql, [bucket])).toEqual({ wait: 0 });
    // two are left, and five wait in the database for the same row
    const { tries } = await testApp.owner.sql.begin(async (tx) => {
      await tx`update auth.attempts set failures = 3, last_at = clock_timestamp() where bucket = ${id}`;
      const tries = Promise.all(Array.from({ length: 5 }, () => mayTry(sql, [bucket])));
      await vi.waitFor(async () => {
        // not in the transaction, which would see the same moment again
        const waiting = await testApp.owner.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(waiting).toHaveLength(5);
      }, 10_000);
      return { tries };
    });
    expect((await tries).filter(({ wait }) => wait === 0)).toHaveLength(2);
  });

  test('a hundred at once are counted as a hundred; a success takes its own back, and waiting grows up to its most', async () => {
    const { sql } = testApp.api;
    const rule = { free: 5, withinSeconds: 3600, first: 2, longest: 300 };
    const bucket = { id: 'a-test', rule, onSuccess: 'forget' as const };
    const both = [bucket, { id: 'another-test', rule: { ...rule, free: 1000 }, onSuccess: 'take back' as const }];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => mayTry(sql, at % 2 ? both : both.toReversed())),
    );
    expect(answers.filter(({ wait }) => wait === 0)).toHaveLength(5);
    const count = async (id: string) => {
      const [row] = await testApp.owner.sql<
        { failures: number }[]
      >`select failures from auth.attempts where bucket = ${id}`;
      return Math.round(row?.failures ?? -1);
    };
    // a refused try counts nowhere and leaves no row: otherwise endless refusals would fill the disk
    expect([await count('a-test'), await count('another-test')]).toEqual([5, 5]);
    await testApp.owner
      .sql`update auth.attempts set until = clock_timestamp() + interval '1 minute' where bucket = 'a-test'`;
    expect((await mayTry(sql, [bucket, { ...bucket, id: 'never-seen' }])).wait).toBeGreaterThan(0);
    expect(await count('never-seen')).toBe(-1);
    const waits = [];
    for (let tries = 0; tries < 10; tries += 1) {
      await testApp.owner.sql`update auth.attempts set until = clock_timestamp() where bucket = 'a-test'`;
      await mayTry(sql, [bucket]);
      waits.push((await mayTry(sql, [bucket])).wait);
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    await succeeded(sql, both);
    expect([await count('a-test'), await count('another-test')]).toEqual([0, 4]);
    expect(await mayTry(sql, both)).toEqual({ wait: 0 });
    // a refund locks in the same order as a try: neither holds what the other waits for
    const { taken } = await testApp.owner.sql.begin(async (tx) => {
      await tx`select from auth.attempts where bucket = 'a-test' for update`;
      const taken = succeeded(
        sql,
        both.toReversed().map((one) => ({ ...one, onSuccess: 'take back' as const })),
      );
      await Promise.race([taken, wait(200)]);
      await tx`select from auth.attempts where bucket = 'another-test' for update nowait`;
      return { taken };
    });
    await taken;
    // half of the time, half of it forgotten
    await testApp.owner.sql`
      update auth.attempts set failures = 5, last_at = clock_timestamp() - interval '30 minutes' where bucket = 'a-test'`;
    await mayTry(sql, [bucket]);
    expect(await count('a-test')).toBeGreaterThanOrEqual(3);
    expect(await count('a-test')).toBeLessThanOrEqual(4);
  });
});

describe('sessions', () => {
  test('the list names each browser; one, or all others, are signed out at once and told why', async () => {
    const kim = await someone();
    const [here, there, third] = [await signedIn(kim), await signedIn(kim), await signedIn(kim)];
    const list = async () => (await here.call<SessionsView>('GET', '/api/auth/sessions')).body.sessions;
    const sessions = await list();
    // the fourth is the one that made the account
    expect(sessions).toHaveLength(4);
    const mine = sessions.filter(({ current }) => current);
    expect(mine).toMatchObject([{ browser: 'Firefox on Linux', openedBy: 'password' }]);
    const { body } = await there.call<SessionsView>('GET', '/api/auth/sessions');
    const theirs = body.sessions.find(({ current }) => current)?.id ?? '';
    expect((await here.call('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(200);
    expect(await there.call('GET', '/api/auth/user')).toMatchObject({
      status: 401,
      body: { error: 'This session was ended from another browser. Sign in again.' },
    });
    expect((await here.call('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(404);
    // a session is closed to others
    const stranger = await signedIn(await someone());
    const foreign = mine[0]?.id ?? '';
    expect((await stranger.call('DELETE', `/api/auth/sessions/${foreign}`)).status).toBe(404);
    expect((await here.call('POST', '/api/auth/sessions/revoke-others')).body).toEqual({ revoked: 2 });
    expect((await third.call('GET', '/api/auth/user')).status).toBe(401);
    expect(await list()).toHaveLength(1);
    expect(JSON.stringify(await list())).not.toContain(here.cookies.get('session') ?? '-');
  });

  test('the name of an account is its owner’s to change; blank is none', async () => {
    const here = await signedIn(await someone());
    const change = (firstName: string, lastName: string) => here.call('PUT', '/api/auth/name', { firstName, lastName });
    const names = async () => (await here.call<UserView>('GET', '/api/auth/user')).body;
    expect((await change(' 太郎 ', 'Oduya')).status).toBe(200);
    expect(await names()).toMatchObject({ firstName: '太郎', lastName: 'Oduya' });
    expect((await change('太郎', '')).status).toBe(200);
    expect(await names()).toMatchObject({ firstName: '太郎', lastName: null });
    expect((await change('x'.repeat(61), '')).status).toBe(400);
  });

  test('a new password needs the old one, ends all other sessions, and the old one opens nothing any more', async () => {
    const kim = await someone();
    const [here, there] = [await signedIn(kim), await signedIn(kim)];
    const change = (body: object) => here.call<{ error: string }>('POST', '/api/auth/password', body);
    const fresh = 'another horse battery';
    expect(await change({ current: 'not the password', password: fresh })).toMatchObject({
      status: 400,
      body: { details: { field: 'current' } },
    });
    expect((await change({ password: fresh })).status).toBe(400);
    expect(await change({ current: PASSWORD, password: 'short' })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'password', message: 'Use at least 10 characters' }] },
    });
    await here.call('POST', '/api/business-profile', { businessName: 'Blue Heron', industry: 'Fitness' });
    for (const [password, message] of [
      ['BlueHeron2026!', expect.stringMatching(/^This password is easy to guess: .*your business/)],
      [PASSWORD, 'This is your password already. Choose another one.'],
      [`${kim.email.split('@')[0]}1`, expect.stringMatching(/^This password is easy to guess: .*Use several words/)],
    ]) {
      expect(await change({ current: PASSWORD, password })).toMatchObject({
        status: 400,
        body: { error: message, details: { field: 'password' } },
      });
    }
    expect((await change({ current: PASSWORD, password: fresh })).status).toBe(200);
    expect(await noticesTo(kim)).toEqual(['password-changed']);
    expect((await here.call('GET', '/api/auth/user')).status).toBe(200);
    expect((await there.call<{ error: string }>('GET', '/api/auth/user')).body.error).toMatch(
      /password .* was changed/,
    );
    expect((await post(browser(), kim.email)).status).toBe(401);
    expect((await post(browser(), kim.email, fresh)).status).toBe(303);
    // guesses of the old one are slowed like a stranger's
    const guesses = Array.from({ length: 6 }, () => change({ current: 'x', password: fresh }));
    expect((await Promise.all(guesses)).map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429]);
  });

  /** Runs `change` and ends all sessions. It commits only once `during` had the time to get through in between. */
  async function amid<T>(kim: Member, change: (tx: Tx) => Promise<unknown>, during: () => Promise<T>): Promise<T> {
    const { under } = await testApp.api.sql.begin(async (tx) => {
      await change(tx);
      await endSessions(tx, kim.id, 'password');
      const under = during();
      await Promise.race([under, wait(500)]);
      await tx`delete from auth.second_steps where user_id = ${kim.id}`;
      return { under };
    });
    return under;
  }
  const newPassword = async ({ id }: Member) => {
    const hash = await hashPassword('another horse battery');
    return (tx: Tx) => storePassword(tx, id, hash);
  };
  const pause =
    ({ id }: Member) =>
    (tx: Tx) =>
      testApp.api.runIn(tx, {
        tenant: 'system',
        cause,
        streams: { user: ref('user', id) },
        decide: ({ user }) => ({ user: changeAccount(user, 'paused') }),
      });

  test('a sign-in that is under way while the password is changed, or the account paused, opens nothing', async () => {
    const [kim, nia] = [await someone(), await someone()];
    const three = ({ email }: Member) => Promise.all([1, 2, 3].map(() => post(browser(), email)));
    const late = await amid(kim, await newPassword(kim), () => three(kim));
    expect(late.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(text(late[0]?.page ?? '')).toMatch(/password of this account was changed/);
    const paused = await amid(nia, pause(nia), () => three(nia));
    expect(paused.map(({ status }) => status)).toEqual([403, 403, 403]);
    for (const { id } of [kim, nia]) expect(await sessionsOf(testApp.api.sql, id)).toEqual([]);
  });

  test('what somebody with the old password has under way while it is changed changes nothing', async () => {
    const [kim, nia] = [await someone(), await someone()];
    const [thief, other] = [await signedIn(kim), await signedIn(nia)];
    const { codes } = await turnedOn(thief);
    const fresh = 'yet another horse';
    const [late, key] = await Promise.all([
      amid(kim, await newPassword(kim), () =>
        Promise.all([
          thief.call('POST', '/api/auth/password', { current: PASSWORD, password: fresh }),
          thief.call('POST', '/api/auth/recovery-codes', { password: PASSWORD, code: codes[2] }),
          thief.call('DELETE', '/api/auth/second-factor', { password: PASSWORD, code: codes[0] }),
        ]),
      ),
      amid(nia, await newPassword(nia), () => other.call('POST', '/api/auth/second-factor', { password: PASSWORD })),
    ]);
    expect([...late, key].map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    const hash = await passwordHashOf(testApp.api.sql, kim.id);
    expect(await fitsHash(hash ?? '', 'another horse battery')).toBe(true);
    expect((await testApp.api.load('system', ref('user', kim.id))).state.secondFactor).toBe(true);
    expect((await give(await toCode(kim, browser(), 'another horse battery'), codes[1] ?? '')).status).toBe(303);
    expect(await testApp.owner.sql`select from auth.second_factors where user_id = ${nia.id}`).toHaveLength(0);
  });

  test('a change that waited for an admin’s comes after it in the log, too', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    const { under } = await testApp.api.sql.begin(async (tx) => {
      await holdAccount(tx, kim.id);
      const change = { current: PASSWORD, password: 'another horse battery' };
      const under = here.call('POST', '/api/auth/password', change);
      await Promise.race([under, wait(500)]);
      await testApp.api.runIn(tx, {
        tenant: 'system',
        cause,
        streams: { user: ref('user', kim.id) },
        decide: ({ user }) => ({ user: setMonthlyCredits(user, 5) }),
      });
      return { under };
    });
    expect((await under).status).toBe(200);
    const rows = await testApp.owner.sql<{ type: string }[]>`
      select type from log.events where stream_id = ${`user-${kim.id}`} order by epoch, tx, position`;
    expect(rows.map(({ type }) => type).slice(-2)).toEqual(['MonthlyCreditsSet', 'PasswordSet']);
  });

  test('nor does one that has the password behind it and gives its code', async () => {
    const kim = await someone();
    const { codes } = await turnedOn(await signedIn(kim));
    const visit = await toCode(kim);
    const late = await amid(kim, await newPassword(kim), () => give(visit, codes[0] ?? ''));
    expect(late.status).toBe(401);
    expect(await sessionsOf(testApp.api.sql, kim.id)).toEqual([]);
  });

  test('the newest fifty of a user are kept', async () => {
    const { id, tenant } = await someone();
    const { sql } = testApp.api;
    const [oldest] = await sessionsOf(sql, id);
    for (let opened = 0; opened < 51; opened += 1)
      await openSession(sql, { userId: id, workspaceId: tenant }, { openedBy: 'password', browser: null });
    const kept = await sessionsOf(sql, id);
    expect(kept).toHaveLength(50);
    expect(kept.map((session) => session.id)).not.toContain(oldest?.id);
  });

  test('a paused user is told so at the next call, and at the sign-in only with the right password', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    await testApp.api.run({
      tenant: 'system',
      cause,
      streams: { user: ref('user', kim.id) },
      decide: ({ user }) => ({ user: changeAccount(user, 'paused') }),
    });
    const paused = 'This account is paused. Ask your administrator.';
    expect(await here.call('GET', '/api/auth/user')).toMatchObject({ status: 401, body: { error: paused } });
    expect(text((await post(browser(), kim.email)).page)).toBe(paused);
    expect(text((await post(browser(), kim.email, 'a wrong password')).page)).toMatch(/do not match/);
  });
});

describe('the second factor', () => {
  test('it is on once a code was given; then the password alone opens nothing, and no code works twice', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    const begin = (password?: string) => here.call('POST', '/api/auth/second-factor', { password });
    expect(await begin('not the password')).toMatchObject({ status: 400, body: { details: { field: 'password' } } });
    const wrong = () => here.call('POST', '/api/auth/second-factor/confirm', { code: '000000' });
    expect((await wrong()).status).toBe(409);
    const { body } = await here.call<SecondFactorKeyView>('POST', '/api/auth/second-factor', { password: PASSWORD });
    expect(body.uri).toBe(
      `otpauth://totp/Partner%20Pilot:${encodeURIComponent(kim.email)}?secret=${body.secret}&issuer=Partner+Pilot`,
    );
    expect(await wrong()).toMatchObject({ status: 400, body: { details: { field: 'code' } } });
    // not on yet
    expect((await post(browser(), kim.email)).to).toBe('/');

    const { key, code, codes } = await turnedOn(here);
    expect(new Set(codes).size).toBe(10);
    expect((await begin(PASSWORD)).status).toBe(409);
    const visit = await toCode(kim);
    expect((await visit.call('GET', '/api/auth/user')).status).toBe(401);
    const used = await give(visit, code);
    expect(used.status).toBe(401);
    expect(text(used.page)).toMatch(/Each code works once/);
    const next = await codeAt(key, 1);
    const racer = await toCode(kim);
    const both = await Promise.all([give(visit, next), give(racer, next)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect(both.find(({ status }) => status === 303)?.to).toBe('/campaigns');
    const { state } = await testApp.api.load('system', ref('user', kim.id));
    expect(state.secondFactor).toBe(true);
  });

  test('a recovery code opens once; new ones void the old; five wrong codes end the sign-in', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    const { codes } = await turnedOn(here);
    const [first = '', second = ''] = codes;
    expect((await give(await toCode(kim), first.toUpperCase().replaceAll('-', ' '))).status).toBe(303);
    const visit = await toCode(kim);
    expect((await give(visit, first)).status).toBe(401);
    const left = async () => (await here.call<SecurityView>('GET', '/api/auth/security')).body;
    expect(await left()).toMatchObject({ secondFactor: true, recoveryCodesLeft: 9 });
    const renew = (code: string) =>
      here.call<RecoveryCodesView>('POST', '/api/auth/recovery-codes', { password: PASSWORD, code });
    expect(await renew(first)).toMatchObject({ status: 400, body: { details: { field: 'code' } } });
    const { body } = await renew(codes[2] ?? '');
    const made = await testApp.owner.sql`
      select from log.events where stream_id = ${`user-${kim.id}`} and type = 'RecoveryCodesMade'`;
    expect(made).toHaveLength(1);
    expect(body.recoveryCodes).toHaveLength(10);
    const guesses = [second, '111111', '222222', '333333'];
    const answers = [];
    for (const guess of guesses) answers.push(await give(visit, guess));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(text(answers[3]?.page ?? '')).toBe('Too many wrong codes.');
    // the right one comes too late for this sign-in
    expect((await give(visit, body.recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await give(await toCode(kim), body.recoveryCodes[0] ?? '')).status).toBe(303);
    const log = await testApp.owner.sql<{ text: string }[]>`select payload::text as text from log.events`;
    const said = log.map(({ text: payload }) => payload).join();
    for (const code of [...codes, ...body.recoveryCodes]) expect(said).not.toContain(code);
  });

  test('ten wrong codes a day are free, from wherever they come; the browser of the owner goes on, and a new password starts again', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    const { codes } = await turnedOn(here);
    for (let begun = 0; begun < 2; begun += 1) {
      const visit = await toCode(kim);
      for (let guess = 0; guess < 5; guess += 1) expect((await give(visit, `00000${guess}`)).status).toBe(401);
    }
    const late = await give(await toCode(kim), codes[0] ?? '');
    expect(late.status).toBe(429);
    expect(Number(late.wait)).toBeGreaterThan(30);
    expect((await give(await toCode(kim, here), codes[1] ?? '')).status).toBe(303);
    const change = { current: PASSWORD, password: 'another horse battery' };
    expect((await here.call('POST', '/api/auth/password', change)).status).toBe(200);
    expect((await give(await toCode(kim, browser(), change.password), codes[2] ?? '')).status).toBe(303);
  });

  test('a code confirms the key that it was looked at for, not one that was made meanwhile', async () => {
    const { sql, master } = testApp.api;
    const { id } = await someone();
    const made = async () => {
      await sql.begin((tx) => newSecondFactor(tx, master, id));
      return (await keyOf(sql, master, id, false))?.secretId ?? '';
    };
    const [first, second] = [await made(), await made()];
    const confirmed = [];
    for (const secretId of [first, second]) {
      confirmed.push(await sql.begin((tx) => confirmKey(tx, id, secretId)));
    }
    expect(confirmed).toEqual([false, true]);
  });

  test('off again by password and code; then the password is enough', async () => {
    const kim = await someone();
    const here = await signedIn(kim);
    // of keys that are made at once one is left, and nothing of the others
    const makes = [1, 2, 3, 4].map(() => here.call('POST', '/api/auth/second-factor', { password: PASSWORD }));
    expect((await Promise.all(makes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await orphans()).toBe(0);
    const { key, code } = await turnedOn(here);
    const off = (body: object) => here.call('DELETE', '/api/auth/second-factor', body);
    expect(await off({ password: PASSWORD, code })).toMatchObject({
      status: 400,
      body: { details: { field: 'code' } },
    });
    expect((await off({ password: 'not it', code: await codeAt(key, 1) })).status).toBe(400);
    expect((await off({ password: PASSWORD, code: await codeAt(key, 1) })).status).toBe(200);
    expect((await post(browser(), kim.email)).to).toBe('/');
    expect(await orphans()).toBe(0);
    expect(await noticesTo(kim)).toEqual(['second-factor-off']);
    const late = { password: PASSWORD, code: await codeAt(key, 2) };
    expect((await here.call('POST', '/api/auth/recovery-codes', late)).status).toBe(422);
  });

  test('who lost phone and codes is helped by an admin, who can only turn it off', async () => {
    const kim = await someone();
    const { codes } = await turnedOn(await signedIn(kim));
    const { person: admin, id: own } = await member(testApp, { isAdmin: true });
    const change = (secondFactor: boolean, id = kim.id) =>
      admin.call('PUT', `/api/admin/users/${id}`, { secondFactor });
    expect((await change(true)).status).toBe(400);
    // for oneself it needs a code: an unattended browser must not do it
    expect((await change(false, own)).status).toBe(422);
    const begun = await toCode(kim);
    expect((await change(false)).body).toMatchObject({ secondFactor: false });
    const late = await give(begun, codes[0] ?? '');
    expect([late.status, text(late.page)]).toEqual([401, 'It took too long, or this was used before.']);
    expect(await noticesTo(kim)).toEqual(['second-factor-off']);
    expect((await post(browser(), kim.email)).to).toBe('/');
    expect(await testApp.owner.sql`select 1 from auth.recovery_codes where user_id = ${kim.id}`).toHaveLength(0);
  });

  test('an account without a password proves itself by a fresh session', async () => {
    const kim = await member(testApp);
    const visit = browser();
    visit.cookies.set('session', kim.person.cookie.slice('session='.length));
    await testApp.owner.sql`
      update auth.sessions set created_at = clock_timestamp() - interval '11 minutes' where user_id = ${kim.id}`;
    const stale = await visit.call<{ error: string }>('POST', '/api/auth/password', { password: PASSWORD });
    expect(stale.status).toBe(403);
    expect(stale.body.error).toMatch(/sign in again/);
    await testApp.owner.sql`update auth.sessions set created_at = clock_timestamp() where user_id = ${kim.id}`;
    expect((await visit.call('POST', '/api/auth/password', { password: PASSWORD })).status).toBe(200);
    expect((await post(browser(), kim.email)).status).toBe(303);
  });
});
