import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AccessTokensView,
  CampaignView,
  ErrorView,
  ExplainView,
  PartnerTimelineView,
  SecurityLogView,
  TimelineView,
  UserView,
} from '../../api/views.ts';
import { endSessions, holdAccount } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { keepAnswer } from '../../db/vault/firstAnswer.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { MOST_TOKENS } from '../../events/shared/tokenScopes.ts';
import { Program, program } from '../support/accessToken.ts';
import { batchEnd, listedTotal } from '../support/batchEnd.ts';
import { member, signInAgain } from '../support/member.ts';
import { importedRow, type Outreach, readyCampaign } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let outreach: Outreach;
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  testApp = await startTestApp();
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
});
afterAll(() => testApp.stop());

const tokensOf = async (person: Person) => (await person.ok<AccessTokensView>('GET', '/api/auth/tokens')).tokens;
const errorOf = async (by: Person, method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const { status, body: said } = await by.call<ErrorView>(method, path, body, headers);
  return [status, said.error];
};
const UNKNOWN = 'This access token is unknown, or it has ended.';

describe('a token', () => {
  test('is made with the password, shown once, kept as a hash, listed by its name, and ends when it is revoked', async () => {
    const { person, id } = await member(testApp, { password: PASSWORD });
    const form = { name: ' Zapier ', scopes: ['decide', 'read', 'read'], days: 90 };
    expect(await errorOf(person, 'POST', '/api/auth/tokens', form)).toEqual([400, 'Enter your current password']);
    const zapier = new Program(
      testApp.url,
      await person.ok('POST', '/api/auth/tokens', { ...form, password: PASSWORD }),
    );
    expect(zapier.token).toMatch(/^pp_[0-9a-f]{48}$/);
    const [kept] = await testApp.owner.sql<{ row: string }[]>`
      select t::text as row from auth.access_tokens t where token_id = ${zapier.id}`;
    expect(kept?.row).not.toContain(zapier.token.slice(3, 20));
    const [listed] = await tokensOf(person);
    expect(listed).toMatchObject({ id: zapier.id, name: 'Zapier', scopes: ['read', 'decide'], lastUsedAt: null });
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.createdAt ?? '')).toBeCloseTo(90 * 86_400_000, -4);

    expect(await zapier.ok<UserView>('GET', '/api/auth/user')).toMatchObject({ id });
    expect((await tokensOf(person))[0]?.lastUsedAt).not.toBeNull();
    await person.ok('DELETE', `/api/auth/tokens/${zapier.id}`);
    const { status, headers } = await zapier.call('GET', '/api/auth/user');
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(await errorOf(person, 'DELETE', `/api/auth/tokens/${zapier.id}`)).toEqual([
      404,
      refusalText({ code: 'no_token' }),
    ]);
    const { events } = await person.ok<TimelineView>('GET', '/api/history?kind=user');
    expect(events.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Access token made (read, decide)', 'Access token revoked']),
    );
  });

  test('is seen and revoked by admins', async () => {
    const { person, id } = await member(testApp);
    const zapier = await program(person, ['read']);
    await zapier.ok('GET', '/api/auth/user');
    const admin = outreach.person;
    const { tokens } = await admin.ok<AccessTokensView>('GET', `/api/admin/users/${id}/tokens`);
    expect(tokens).toMatchObject([{ id: zapier.id, name: 'Zapier', scopes: ['read'], lastUsedAt: expect.any(String) }]);
    const path = `/api/admin/users/${id}/tokens/${zapier.id}`;
    expect((await person.call('DELETE', path)).status).toBe(403);
    await admin.ok('DELETE', path);
    expect((await zapier.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await admin.call('DELETE', path)).status).toBe(404);
    const { rows } = await admin.ok<SecurityLogView>('GET', '/api/admin/security-log?kind=token_changed');
    expect(rows.map(({ about }) => about)).toContain('DELETE /api/admin/users/:id/tokens/:token');
  });

  test('notes its use at most once a minute', async () => {
    const { person } = await member(testApp);
    const reader = await program(person, ['read']);
    await reader.ok('GET', '/api/auth/user');
    const [first] = await tokensOf(person);
    await reader.ok('GET', '/api/auth/user');
    expect((await tokensOf(person))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
    await testApp.owner.sql`
      update auth.access_tokens set last_used_at = last_used_at - interval '61 seconds' where token_id = ${reader.id}`;
    await reader.ok('GET', '/api/auth/user');
    expect(Date.parse((await tokensOf(person))[0]?.lastUsedAt ?? '')).toBeGreaterThan(
      Date.parse(first?.lastUsedAt ?? ''),
    );
  });

  test('with a wrong checksum, of another, or past its end opens nothing, even beside a session', async () => {
    const { person } = await member(testApp);
    const reader = await program(person, ['read']);
    const last = reader.token.endsWith('0') ? '1' : '0';
    const wrong = new Program(testApp.url, { id: '', token: reader.token.slice(0, -1) + last });
    wrong.cookie = person.cookie;
    expect(await errorOf(wrong, 'GET', '/api/auth/user')).toEqual([401, UNKNOWN]);
    await testApp.owner.sql`
      update auth.access_tokens set expires_at = clock_timestamp() where token_id = ${reader.id}`;
    expect(await errorOf(reader, 'GET', '/api/auth/user')).toEqual([401, UNKNOWN]);
    expect(await tokensOf(person)).toEqual([]);
    await testApp.owner.sql`select auth.sweep()`;
    const left = await testApp.owner.sql`select from auth.access_tokens where token_id = ${reader.id}`;
    expect(left).toHaveLength(0);
  });

  test('needs no origin and takes no cookie', async () => {
    const { person } = await member(testApp);
    const proposer = await program(person, ['propose']);
    const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const snippet = { name: 'Hello', text: 'Hello there' };
    const { status } = await proposer.call('PUT', '/api/snippets', snippet, foreign);
    expect(status).not.toBe(403);
    expect((await person.call('PUT', '/api/snippets', snippet, foreign)).status).toBe(403);
    // a proxy's own credentials are no token
    const { status: behind } = await person.call('GET', '/api/auth/user', undefined, { Authorization: 'Basic eDp5' });
    expect(behind).toBe(200);
  });

  test('never may more than its owner does', async () => {
    const { person, id } = await member(testApp);
    const beyond = { name: 'x', scopes: ['admin'], days: 30 };
    expect(await errorOf(person, 'POST', '/api/auth/tokens', beyond)).toEqual([
      422,
      refusalText({ code: 'token_beyond_role', scope: 'admin' }),
    ]);
    await outreach.person.ok('PUT', `/api/admin/users/${id}`, { isAdmin: true });
    const admin = await program(person, ['read', 'admin']);
    const reader = await program(person, ['read']);
    await admin.ok('GET', '/api/admin/users');
    expect((await reader.call('GET', '/api/admin/settings/ai_budget')).status).toBe(403);
    await outreach.person.ok('PUT', `/api/admin/users/${id}`, { isAdmin: false });
    expect(await errorOf(admin, 'GET', '/api/admin/users')).toEqual([403, refusalText({ code: 'admins_only' })]);
  });

  test(`is one of at most ${MOST_TOKENS}`, async () => {
    const { person } = await member(testApp);
    for (let count = 0; count < MOST_TOKENS; count += 1) await program(person, ['read'], { name: `t${count}` });
    const { status } = await person.call('POST', '/api/auth/tokens', { name: 'more', scopes: ['read'], days: 30 });
    expect(status).toBe(422);
  });

  test('ends when its owner is paused, gets another password or is deleted, and stays when they end sessions', async () => {
    const owner = await member(testApp);
    const tryOf = async (what: (reader: Program) => Promise<unknown>) => {
      const reader = await program(owner.person, ['read']);
      await what(reader);
      return (await reader.call('GET', '/api/auth/user')).status;
    };
    expect(await tryOf(() => owner.person.ok('POST', '/api/auth/sessions/revoke-others'))).toBe(200);
    const { api } = testApp;
    const reset = () =>
      inTransaction(api, async (tx) => {
        await holdAccount(tx, owner.id);
        await endSessions(tx, owner.id, 'password');
      });
    expect(await tryOf(reset)).toBe(401);
    await signInAgain(testApp, owner.person, owner);
    const pause = (isPaused: boolean) => outreach.person.ok('PUT', `/api/admin/users/${owner.id}`, { isPaused });
    expect(
      await tryOf(async () => {
        await pause(true);
        await pause(false);
      }),
    ).toBe(401);
    await signInAgain(testApp, owner.person, owner);
    expect(await tryOf(() => outreach.person.ok('DELETE', `/api/admin/users/${owner.id}`))).toBe(401);
  });
});

describe('what a program does', () => {
  test('is told with the name of its token, and found by it', async () => {
    const { person, userId, partners, sends, tenant } = outreach;
    const zapier = await program(person, ['read', 'decide'], { name: 'Zapier', password: PASSWORD });
    const partner = partners[0]?.id;
    await zapier.ok('PATCH', `/api/partners/${partner}/status`, { status: 'rejected' });
    await person.ok('PATCH', `/api/partners/${partner}/status`, { status: 'approved' });
    const by = async (actor: string) => {
      const query = new URLSearchParams({ kind: 'partner', stream: `partner-${partner}`, actor });
      return (await person.ok<TimelineView>('GET', `/api/history?${query}`)).events;
    };
    const own = await by(`user:${userId}/${zapier.id}`);
    expect(own.map(({ by: who, actor }) => [who, actor])).toEqual([
      ['you, through the token Zapier', `user:${userId}/${zapier.id}`],
    ]);
    expect((await by(`user:${userId}`)).length).toBeGreaterThan(own.length);
    const { entries } = await person.ok<PartnerTimelineView>('GET', `/api/partners/${partner}/timeline`);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'event', actor: 'you, through the token Zapier' }));

    const send = sends.find((one) => one.partner.id !== partner);
    await zapier.ok('PATCH', `/api/campaign-sends/${send?.id}`, { subject: 'A vest', body: 'Hello, a vest.' });
    const story = async (path: string) =>
      (await person.ok<ExplainView>('GET', path)).steps.find(({ topic }) => topic === 'approval')?.by;
    expect(await story(`/api/history/explain/${send?.id}`)).toBe('you, through the token Zapier');
    expect(await story(`/api/admin/history/explain/${send?.id}?tenant=${tenant}`)).toMatch(
      /^Robin Vale \(sam\..*\), through the token Zapier$/,
    );
    // the worker carries out what was asked for by a filter
    await person.import([importedRow(7), importedRow(8)]);
    await listedTotal(person, '', partners.length + 2);
    await zapier.ok('POST', '/api/partners/decide', { before: 'pending', status: 'rejected', filter: {} });
    await batchEnd(person);
    const rejected = await person.ok<TimelineView>(
      'GET',
      `/api/history?type=PartnerRejected&actor=user:${userId}/${zapier.id}`,
    );
    expect(rejected.events).toHaveLength(3);
    const { events } = await person.ok<TimelineView>('GET', `/api/admin/history?tenant=${tenant}&limit=5`);
    expect(events.map(({ by: who }) => who)).toContain('you, through the token Zapier');
  });
});

describe('Idempotency-Key', () => {
  let maker: Program;
  beforeAll(async () => {
    maker = await program(outreach.person, ['read', 'propose', 'send'], { name: 'n8n', password: PASSWORD });
  });
  const campaign = (name: string) => ({
    name,
    subjectType: 'static',
    staticSubject: 'A vest',
    messagePrompt: 'Offer a vest.',
    dailyLimit: 10,
  });
  const post = (key: string, name = 'Once', by: Person = maker) =>
    by.call<CampaignView & ErrorView>('POST', '/api/campaigns', campaign(name), { 'Idempotency-Key': key });
  const named = async (name: string) =>
    (await maker.ok<CampaignView[]>('GET', '/api/campaigns')).filter((one) => one.name === name).length;
  const codeOf = (body: ErrorView) => (body.details as { code?: string }).code;

  test('the same call again gets the first answer, of a session as of a token, and nothing happens twice', async () => {
    const first = await post('"k-1"');
    const again = await post('k-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get('Idempotent-Replayed'), again.headers.get('Idempotent-Replayed')]).toEqual([
      null,
      'true',
    ]);
    expect((await post('k-1', 'Once', outreach.person)).body).toEqual(first.body);
    expect(await named('Once')).toBe(1);
    // a refusal is an answer, too
    const refused = async () =>
      maker.call('POST', '/api/campaigns/nowhere/copy', undefined, { 'Idempotency-Key': 'k-refused' });
    expect((await refused()).status).toBe(404);
    expect((await refused()).headers.get('Idempotent-Replayed')).toBe('true');
  });

  test('another body or path is refused, another person has keys of their own', async () => {
    await post('k-2', 'Second');
    const other = await post('k-2', 'Other');
    expect([other.status, codeOf(other.body)]).toEqual([422, 'key_reused']);
    const path = await maker.call<ErrorView>('POST', '/api/searches/x/stop', campaign('Second'), {
      'Idempotency-Key': 'k-2',
    });
    expect(path.status).toBe(422);
    const { person } = await member(testApp);
    expect((await post('k-2', 'Other', person)).status).toBe(201);
  });

  test('of two at once, one runs', async () => {
    const both = await Promise.all([post('k-3', 'Race'), post('k-3', 'Race')]);
    expect(await named('Race')).toBe(1);
    for (const { status, body } of both) {
      if (status !== 201) expect([status, codeOf(body)]).toEqual([409, 'key_running']);
    }
    expect(both.map(({ status }) => status)).toContain(201);
  });

  test('after a crash between the work and its answer, nothing runs again', async () => {
    const { sql } = testApp.owner;
    const first = await post('k-4', 'Crash');
    const answers = await sql`
      delete from vault.secrets where kind = 'first-answer' and secret_id like 'first-answer.%'
      and created_at = (select max(created_at) from vault.secrets where kind = 'first-answer') returning 1`;
    expect([first.status, answers.length]).toEqual([201, 1]);
    expect(codeOf((await post('k-4', 'Crash')).body)).toBe('key_running');
    await sql`
      update vault.secrets set created_at = created_at - interval '3 minutes' where kind = 'idempotency-key'`;
    const later = await post('k-4', 'Crash');
    expect([later.status, codeOf(later.body)]).toEqual([409, 'key_unanswered']);
    expect(await named('Crash')).toBe(1);
  });

  test('is forgotten after a day, and its old answer with it', async () => {
    await post('k-5', 'Day');
    await testApp.owner.sql`
      update vault.secrets set created_at = created_at - interval '25 hours' where kind in ('idempotency-key', 'first-answer')`;
    expect((await post('k-5', 'Day')).headers.get('Idempotent-Replayed')).toBeNull();
    expect(await named('Day')).toBe(2);
    await testApp.owner.sql`
      update vault.secrets set created_at = created_at - interval '25 hours' where kind in ('idempotency-key', 'first-answer')`;
    await testApp.owner.sql`select auth.sweep()`;
    const left = await testApp.owner.sql`select from vault.secrets where kind in ('idempotency-key', 'first-answer')`;
    expect(left).toHaveLength(0);
  });

  test('an erasure deletes the answers that are kept, and the call still does not run twice', async () => {
    await post('k-6', 'Erased');
    await outreach.person.ok('POST', `/api/partners/${outreach.partners[2]?.id}/erase`);
    const left = await testApp.owner.sql`select from vault.secrets where kind = 'first-answer'`;
    expect(left).toHaveLength(0);
    expect((await post('k-6', 'Erased')).status).toBe(409);
    expect(await named('Erased')).toBe(1);
  });

  test.each([
    ['', 'key_unfit'],
    ['x'.repeat(256), 'key_unfit'],
  ])('%j is no key', async (key, code) => {
    expect(codeOf((await post(key)).body)).toBe(code);
  });

  test('a call whose answer is shown once takes no key', async () => {
    const { person } = await member(testApp);
    const form = { name: 'x', scopes: ['read'], days: 30 };
    const { status, body } = await person.call<ErrorView>('POST', '/api/auth/tokens', form, { 'Idempotency-Key': 'k' });
    expect([status, codeOf(body)]).toEqual([400, 'key_not_taken']);
  });

  test('an answer is kept sealed', async () => {
    const { tenant } = outreach;
    await keepAnswer(testApp.api, { tenant, id: 'x' }, { status: 200, type: 'application/json', body: 'secret' });
    const [row] = await testApp.owner.sql<{ sealed: Buffer }[]>`
      select sealed from vault.secrets where secret_id = 'first-answer.x'`;
    expect(row?.sealed.toString('latin1')).not.toContain('secret');
  });
});
