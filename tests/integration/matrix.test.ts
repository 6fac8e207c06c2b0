import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView } from '../../api/views.ts';
import { SCOPE_NAMES, type Scope } from '../../events/shared/tokenScopes.ts';
import { program } from '../support/accessToken.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { requestOf } from '../support/fuzz.ts';
import { answerTo, goodBodies, poolOf } from '../support/fuzzRun.ts';
import { member } from '../support/member.ts';
import { readyPerson } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { filled, MARK, type RealThings, realThings } from '../support/realThings.ts';
import { allRoutes, type Route, STREAM } from '../support/routes.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
/** Each route that has an answer. */
let routes: Route[];
/** A program with one scope each. That of `admin` acts for an admin. */
let programs: Record<Scope, Person>;
let auditors: Person;
let paused: Person;
/** Signed in at a browser. */
let sessions: Record<'user' | 'admin', Person>;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 1 });
  routes = allRoutes(appRegistry.get(testApp.url)?.app).filter(
    // its signature lets it in
    ({ answers, call }) => Object.keys(answers).length > 0 && call !== 'POST /api/ingest/:webhook',
  );
  const { person: admin } = await member(testApp, { isAdmin: true });
  const { person: user } = await member(testApp);
  sessions = { admin, user };
  const made = SCOPE_NAMES.map(async (scope) => [scope, await program(scope === 'admin' ? admin : user, [scope])]);
  programs = Object.fromEntries(await Promise.all(made));
  const auditor = await member(testApp);
  await admin.ok('PUT', `/api/admin/users/${auditor.id}`, { isAuditor: true });
  auditors = await program(auditor.person, ['read']);
  const other = await member(testApp);
  paused = await program(other.person, ['read', 'propose', 'decide', 'send']);
  await admin.ok('PUT', `/api/admin/users/${other.id}`, { isPaused: true });
});
afterAll(() => testApp.stop());

/** No one has to sign in for these. */
const PUBLIC = ['GET /api/ready', 'GET /api/health', 'GET /api/admin/settings/:key'];

async function asked(by: Person, { call, method, path }: Route) {
  // one line of the feed is JSON
  const more = call === 'GET /api/events' ? '?limit=1' : '';
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  const { status, body: said } = await by.call<ErrorView>(
    ...([method, path.replace(':key', 'signup_url').replace(/:\w+/g, 'x') + more, body] as const),
    path === '/api/media-kit' && body ? { 'Content-Type': 'application/octet-stream' } : {},
  );
  const details = said?.details as { code?: string } | undefined;
  return { status, code: details?.code };
}

describe('every route', () => {
  test('that changes something says what an access token needs', () => {
    const silent = routes.filter(({ method, declaresNeed }) => method !== 'GET' && !declaresNeed);
    expect(silent.map(({ call }) => call)).toEqual([]);
    expect(routes.length).toBeGreaterThan(130);
  });

  test('is for people alone if it is about signing in, and for admins if it is theirs', () => {
    const of = (pattern: RegExp) =>
      new Set(routes.flatMap(({ call, need }) => (pattern.test(call) && !PUBLIC.includes(call) ? [need] : [])));
    expect(of(/^(POST|PUT|DELETE|PATCH) \/api\/auth\//)).toEqual(new Set(['browser']));
    expect(of(/^GET \/api\/auth\/(security|sessions|tokens)/)).toEqual(new Set(['browser']));
    expect(of(/ \/api\/admin\//)).toEqual(new Set(['admin']));
    // what may have an email leave
    expect(of(/^(POST|PUT) .*\/(send-now|steer|resend|answer|campaigns\/:id\/status|business-profile)$/)).toEqual(
      new Set(['send']),
    );
  });

  test('refuses a visitor, and a token whose owner is paused', async () => {
    const visitor = new Person(testApp.url);
    for (const route of routes) {
      if (route.call === STREAM) continue;
      for (const by of [visitor, paused]) {
        const { status } = await asked(by, route);
        expect(status === 401, `${route.call}: ${status}`).toBe(!PUBLIC.includes(route.call));
      }
    }
  });

  test.each(SCOPE_NAMES)('answers a token for %s if it needs this scope, and no other', async (scope) => {
    for (const route of routes) {
      const { call, need } = route;
      if (PUBLIC.includes(call) || (call === STREAM && scope === need)) continue;
      const { status, code } = await asked(programs[scope], route);
      const said = `${call} with ${scope}: ${status} ${code}`;
      if (need === scope) expect([401, 403], said).not.toContain(status);
      else expect([status, code], said).toEqual([403, need === 'browser' ? 'browser_only' : 'token_scope']);
    }
  });

  test.each(['user', 'admin'] as const)(
    'answers a signed-in %s, and an admin alone what is for admins',
    async (role) => {
      for (const route of routes) {
        const { call, method, path, need } = route;
        // changes of how one signs in have tests of their own
        if (call === STREAM || (path.startsWith('/api/auth/') && method !== 'GET') || PUBLIC.includes(call)) continue;
        const { status, code } = await asked(sessions[role], route);
        const said = `${call}: ${status} ${code}`;
        // each user changes their own webhooks; only a program needs the scope
        if (role === 'user' && need === 'admin' && !path.startsWith('/api/webhooks'))
          expect([status, code], said).toEqual([403, 'admins_only']);
        else expect([401, 403], said).not.toContain(status);
      }
    },
  );

  test('answers an auditor’s token for the audit alone', async () => {
    const open: string[] = [];
    for (const route of routes) {
      if (route.call === STREAM || PUBLIC.includes(route.call)) continue;
      const { status } = await asked(auditors, route);
      if (status !== 403) open.push(route.call);
    }
    expect(open.filter((call) => !/^GET \/api\/(auth\/user|admin\/(users|erasures|history.*))$/.test(call))).toEqual(
      [],
    );
    expect(open).toContain('GET /api/admin/history');
  });
});

/** Names in a path that are no ids. */
const NO_ID = /:(group|key|name)\b/g;
const REQUESTS = 5;
/** These answer with the caller’s own list, whether one of that id was in it or not. */
const TWICE_IS_FINE = /^DELETE \/api\/(saved-views|snippets|campaign-templates)\//;

/** A hash of every row of a tenant and its user, by table. */
async function rowsOf({ tenant, userId }: RealThings): Promise<Record<string, string>> {
  const { sql } = testApp.owner;
  const tables = await sql<{ name: string; field: string }[]>`
    select format('%I.%I', c.table_schema, c.table_name) as name, c.column_name as field
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.column_name in ('tenant_id', 'user_id') and t.table_type = 'BASE TABLE'
      and c.table_schema not in ('pg_catalog', 'information_schema')`;
  const hashes: Record<string, string> = {};
  for (const { name, field } of tables) {
    const [row] = await sql.unsafe<{ hash: string }[]>(
      `select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t where ${field} = $1`,
      [field === 'user_id' ? userId : tenant],
    );
    hashes[`${name} ${field}`] = row?.hash ?? '';
  }
  return hashes;
}

test('every route that is asked by another user for a thing by its id does and shows nothing', async () => {
  const theirs = await realThings(testApp);
  const { person: stranger } = await readyPerson(testApp, 1);
  const secrets = [MARK, ...theirs.partners.flatMap(({ contactInfo }) => contactInfo?.email ?? [])];
  const before = await rowsOf(theirs);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const route of routes) {
    const { call, path, need } = route;
    if (call === STREAM || need === 'admin' || PUBLIC.includes(call)) continue;
    const real = filled(path, { ...theirs.fills, ':group': 'replies', ':name': 'totalPartners' });
    if (real === null) wrong.push(`${call}: realThings.ts names no thing for it`);
    const requests = requestOf(route, poolOf(theirs), () => [], 1, goodBodies(theirs)[call] ?? []);
    const statuses: number[] = [];
    for (const drawn of fc.sample(requests, { numRuns: REQUESTS, seed: 1 })) {
      // a new account has no password that is asked for
      const by = path.startsWith('/api/auth/') ? (await member(testApp)).person : stranger;
      const { status, body } = await answerTo(testApp, route, by, { ...drawn, path: real ?? path });
      statuses.push(status);
      const said = JSON.stringify(body);
      for (const secret of secrets) if (said.includes(secret)) wrong.push(`${call} shows ${secret}: ${said}`);
    }
    // a body that does not fit is refused before its id is looked for
    const hasId = path.replaceAll(NO_ID, '').includes(':');
    const isRefused = statuses.includes(404) && statuses.every((status) => [400, 404, 413].includes(status));
    if (hasId && !isRefused && !TWICE_IS_FINE.test(call)) wrong.push(`${call}: ${statuses}`);
  }
  expect(wrong).toEqual([]);
  expect(await rowsOf(theirs)).toEqual(before);
}, 120_000);
