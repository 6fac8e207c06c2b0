import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../api/app.ts';
import { settleIssuerSignIn } from '../../api/signIn/issuerAccount.ts';
import type { InstallationHealthView, SecurityView, UserView } from '../../api/views.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { acceptInvitation, changeAccount, invite } from '../../events/accounts/user.ts';
import type { UserEvent, UserState } from '../../events/accounts/userState.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { watchIssuer } from '../../worker/watchIssuer.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { testCause } from '../support/asSent.ts';
import { startIssuer, type TestIssuer, type Visitor } from '../support/issuer.ts';
import { member } from '../support/member.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { Visit } from '../support/visit.ts';

const PAUSED = refusalText({ code: 'account_paused' });

let testApp: TestApp;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await startIssuer('http://localhost/api/login/issuer/callback');
  testApp = await startTestApp({ issuer });
  // the worker looks the issuer up while it starts
  await until(
    () => testApp.owner.sql`select 1 from auth.issuers where trouble is null`,
    (rows) => rows.length > 0,
  );
});
afterAll(async () => {
  await testApp.stop();
  await issuer.stop();
});

const fresh = (email = `ada.${randomBytes(5).toString('hex')}@northwind.example`): Visitor & { email: string } => ({
  sub: randomBytes(6).toString('hex'),
  email,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Moss',
  picture: 'https://pictures.example/ada.png',
});

/** Leads from the button to the issuer and back, up to the path of the callback with its query. */
async function toCallback(visit: Visit, visitor: Visitor | null, next = ''): Promise<string> {
  issuer.visitor = visitor;
  const begun = await visit.go(`/api/login/issuer${next}`);
  expect(begun.status, begun.page).toBe(303);
  const back = new URL(await issuer.signIn(begun.to ?? ''));
  expect(back.pathname).toBe('/api/login/issuer/callback');
  return back.pathname + back.search;
}
const signIn = async (visitor: Visitor | null, visit = new Visit(testApp.url)) => {
  const answer = await visit.go(await toCallback(visit, visitor));
  return { ...answer, visit };
};
const whoIs = async (visit: Visit) => (await visit.call<UserView>('GET', '/api/auth/user')).body;
const text = (page: string) => (/role="alert">([^<]*)</.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");

describe('sign-in through an issuer', () => {
  test('the button is there; a stranger gets a confirmed account, and the same one again although their address has changed', async () => {
    const page = await new Visit(testApp.url).go('/api/login?next=/campaigns');
    expect(page.page).toContain(`Continue with ${new URL(issuer.url).host}`);
    expect(page.page).toContain('href="/api/login/issuer?next=%2Fcampaigns"');

    const ada = fresh();
    const visit = new Visit(testApp.url);
    const first = await visit.go(await toCallback(visit, ada, '?next=/campaigns'));
    expect([first.status, first.to]).toEqual([303, '/campaigns']);
    const who = await whoIs(visit);
    expect(who).toMatchObject({ email: ada.email, firstName: 'Ada', lastName: 'Moss', profileImageUrl: ada.picture });
    const { body } = await visit.call<SecurityView>('GET', '/api/auth/security');
    const host = new URL(issuer.url).host;
    expect(body).toMatchObject({ emailConfirmed: true, hasPassword: false, issuers: [host], secondFactor: false });

    const again = await signIn({ ...ada, email: 'another@northwind.example' });
    expect((await whoIs(again.visit)).id).toBe(who.id);
    // their sub identifies them: the address may have passed to another person there
    const heir = await signIn(fresh(ada.email));
    expect(heir.status).toBe(403);
    expect(text(heir.page)).toMatch(/belongs to another user of/);
  });

  test('an account is linked if its address is confirmed, on both sides, and an invitation is accepted by it', async () => {
    const kim = await member(testApp);
    const unproven = await signIn({ ...fresh(kim.email), email_verified: false });
    expect(unproven.status).toBe(403);
    expect(text(unproven.page)).toMatch(/has not confirmed your email address/);
    const { email_verified: _, ...unsaid } = fresh(kim.email);
    const unknown = await signIn(unsaid);
    expect(unknown.status).toBe(403);
    expect(text(unknown.page)).toMatch(/does not say whether your email address is confirmed.*OIDC_EMAILS/);
    const linked = await signIn(fresh(kim.email));
    expect((await whoIs(linked.visit)).id).toBe(kim.id);

    const unconfirmed = await member(testApp, { confirmed: false });
    const refused = await signIn(fresh(unconfirmed.email));
    expect(refused.status).toBe(403);
    expect(text(refused.page)).toMatch(/Sign in with its password and confirm the address/);
    expect(await identities(unconfirmed.id)).toBe(0);
    // nor once it is paused: a resume at this very moment would let them in
    await change(unconfirmed.id, (user) => changeAccount(user, 'paused'));
    expect(await settle(unconfirmed.email)).toEqual({ refused: PAUSED });

    const guest = randomBytes(10).toString('hex');
    const email = `guest.${guest}@northwind.example`;
    const emailHmac = testApp.api.pseudonyms.address('system', email);
    const names = { username: null, firstName: null, lastName: null };
    await change(guest, (user) =>
      invite(user, { email, ...names, emailHmac, isAdmin: false, isPaused: false, workspaceId: newId() }),
    );
    const joined = await signIn(fresh(email));
    expect(joined.status, joined.page).toBe(303);
    expect((await testApp.api.load('system', ref('user', guest))).state).toMatchObject({
      joined: true,
      emailConfirmed: true,
    });
  });

  test('where the operator vouches for its addresses, one of which it says nothing counts; one of which it says no does not', async () => {
    const deps = appRegistry.get(testApp.url)?.deps;
    if (!deps) throw new Error('No such house.');
    const { issuer: before } = deps;
    deps.issuer = { url: issuer.url, clientId: issuer.clientId, emailsConfirmed: true };
    try {
      const { email_verified: _, ...unsaid } = fresh();
      expect((await signIn(unsaid)).status).toBe(303);
      expect((await signIn({ ...fresh(), email_verified: false })).status).toBe(403);
    } finally {
      deps.issuer = before;
    }
  });

  test('another site cannot begin it: the page with the button comes first', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const led = await new Visit(testApp.url, { 'Sec-Fetch-Site': site }).go('/api/login/issuer?next=/campaigns');
      expect([led.status, led.to]).toEqual([303, '/api/login?next=%2Fcampaigns']);
    }
    const clicked = await new Visit(testApp.url, { 'Sec-Fetch-Site': 'same-origin' }).go('/api/login/issuer');
    expect(clicked.to).toContain(issuer.url);
  });

  test('the answer of the issuer opens nothing in another browser, twice, or with another code', async () => {
    const ada = fresh();
    const mine = new Visit(testApp.url);
    const callback = await toCallback(mine, ada);
    const thief = await new Visit(testApp.url).go(callback);
    expect(thief.status).toBe(400);
    expect(text(thief.page)).toMatch(/begun in another browser, was used before, or took too long/);

    // a code of another sign-in, with the state and cookie of this one
    const other = new Visit(testApp.url);
    const theirs = new URL(await toCallback(other, fresh()), testApp.url);
    const mixed = new URL(callback, testApp.url);
    mixed.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    const refused = await mine.go(mixed.pathname + mixed.search);
    expect(refused.status).toBe(502);
    expect(text(refused.page)).toMatch(/did not accept the sign-in/);
    expect(mine.cookies.has('session')).toBe(false);

    const visit = new Visit(testApp.url);
    const good = await toCallback(visit, ada);
    const kept = visit.cookies.get('issuer-state') ?? '';
    expect((await visit.go(good)).status).toBe(303);
    visit.cookies.set('issuer-state', kept);
    expect((await visit.go(good)).status).toBe(400);
  });

  test.each([
    ['another nonce', { nonce: 'x'.repeat(20) }, false],
    ['another audience', { aud: 'somebody-else' }, false],
    ['another issuer', { iss: 'https://elsewhere.example' }, false],
    ['a time that is over', { exp: 1_700_000_000 }, false],
    ['a foreign signature', {}, true],
    // the forger itself changes nothing that counts
    ['nothing changed', null, false],
  ])('an ID token with %s lets in whom it may', async (_, changed, foreignKey) => {
    issuer.forge = (claims) => ({ claims: { ...claims, ...changed }, foreignKey });
    try {
      const { status, page, visit } = await signIn(fresh());
      expect(visit.cookies.has('session')).toBe(changed === null);
      expect(status).toBe(changed === null ? 303 : 502);
      if (changed) expect(text(page)).toMatch(/What it answered could not be verified/);
    } finally {
      issuer.forge = null;
    }
  });

  test('whoever cancels there, or comes without an address, is told so; nothing of it is in the log', async () => {
    const before = await testApp.events();
    const cancelled = await signIn(null);
    expect(cancelled.status).toBe(403);
    expect(text(cancelled.page)).toMatch(/did not let .* tell who you are/);
    expect(await testApp.events()).toBe(before);

    const { email: _, ...nobody } = fresh();
    const unknown = await signIn(nobody);
    expect(text(unknown.page)).toMatch(/did not tell your email address/);
    const left = await testApp.owner.sql`select 1 from auth.issuer_attempts where access_id in (
      select substr(stream_id, 8) from read.accesses where state->>'status' in ('vouched', 'ended', 'used'))`;
    expect(left).toHaveLength(0);
  });

  test('what becomes of the account meanwhile counts: an invitation that somebody accepts by a link shows nothing of the address', async () => {
    const guest = randomBytes(10).toString('hex');
    const email = `guest.${guest}@northwind.example`;
    const emailHmac = testApp.api.pseudonyms.address('system', email);
    const names = { username: null, firstName: null, lastName: null };
    await change(guest, (user) =>
      invite(user, { email, ...names, emailHmac, isAdmin: false, isPaused: false, workspaceId: newId() }),
    );
    const { settling } = await testApp.api.sql.begin(async (tx) => {
      await holdAccount(tx, guest);
      const settling = settle(email);
      await Promise.race([settling, wait(200)]);
      await testApp.api.runIn(tx, { ...command(guest), decide: ({ user }) => ({ user: acceptInvitation(user) }) });
      return { settling };
    });
    expect(await settling).toEqual({ refused: expect.stringContaining('nobody has confirmed yet') });
    expect(await identities(guest)).toBe(0);
  });

  test('where no mail can be sent, one signs up at the issuer', async () => {
    const deps = appRegistry.get(testApp.url)?.deps;
    if (!deps) throw new Error('No such house.');
    const page = await createApp({ ...deps, mailer: undefined }).request('/api/signup');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`Continue with ${new URL(issuer.url).host}`);
  });

  test('an issuer that is away is not offered, and admins are told', async () => {
    const { person } = await member(testApp, { isAdmin: true });
    await testApp.owner.sql`update auth.issuers set trouble = 'It could not be reached.'`;
    try {
      expect((await new Visit(testApp.url).go('/api/login')).page).not.toContain('Continue with');
      const away = await new Visit(testApp.url).go('/api/login/issuer');
      expect(away.status).toBe(503);
      expect(text(away.page)).toMatch(/cannot be used at the moment/);
      const { providers } = await person.ok<InstallationHealthView>('GET', '/api/admin/health');
      expect(providers.map(({ name, trouble }) => [name, trouble])).toContainEqual([
        'OpenID Connect',
        'It could not be reached.',
      ]);
    } finally {
      await testApp.owner.sql`update auth.issuers set trouble = null`;
    }
  });
});

test('what is wrong with an issuer is said in the log once, not at each look', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const nowhere = { ...issuer, url: 'http://127.0.0.1:9' };
  const watch = watchIssuer({ store: testApp.worker.store, issuer: nowhere }, 10);
  const looks = new Set<number>();
  try {
    await until(
      async () => {
        const [row] = await testApp.owner.sql<{ at: Date }[]>`
          select checked_at as at from auth.issuers where issuer = ${nowhere.url}`;
        return looks.add(Number(row?.at ?? 0));
      },
      ({ size }) => size > 3,
    );
    expect(said.mock.calls).toEqual([[expect.stringMatching(/OIDC_ISSUER .*: It could not be reached\.$/)]]);
  } finally {
    watch.stop();
    said.mockRestore();
  }
});

const command = (userId: string) => ({
  tenant: 'system',
  cause: { actor: 'user:admin', correlationId: 'test', causationId: null },
  streams: { user: ref('user', userId) },
});
const change = (userId: string, decide: (user: UserState) => UserEvent[]) =>
  testApp.api.run({ ...command(userId), decide: ({ user }) => ({ user: decide(user) }) });

/** Settles a sign-in for which the issuer has vouched, by address. */
function settle(email: string) {
  const deps = appRegistry.get(testApp.url)?.deps;
  if (!deps) throw new Error('No such house.');
  const sub = randomBytes(6).toString('hex');
  const names = { firstName: null, lastName: null, picture: null };
  const claims = { issuer: issuer.url, sub, email, emailVerified: true, ...names };
  return settleIssuerSignIn(deps, { accessId: sub, claims, mayBeFirst: () => true, causeByUser: () => testCause });
}

async function identities(userId: string): Promise<number> {
  return (await testApp.owner.sql`select 1 from auth.identities where user_id = ${userId}`).length;
}
