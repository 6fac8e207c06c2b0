import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Declaration, declarationOf, needOf } from '../../api/http/contract.ts';
import type { ErrorView } from '../../api/views.ts';
import { SCOPE_NAMES, type Scope } from '../../events/shared/tokenScopes.ts';
import { program } from '../support/accessToken.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { member } from '../support/member.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
/** A program with one scope each. That of `admin` acts for an admin. */
let programs: Record<Scope, Person>;
let auditors: Person;
let paused: Person;
/** Signed in at a browser. */
let sessions: Record<'user' | 'admin', Person>;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 1 });
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

/** The declarations of each route that has an answer, by `METHOD /path`. */
function routes(): Map<string, Declaration[]> {
  const declared = new Map<string, Declaration[]>();
  for (const { method, path, handler } of appRegistry.get(testApp.url)?.app.routes ?? []) {
    const declaration = declarationOf(handler);
    const call = `${method} ${path}`;
    if (method !== 'ALL' && declaration) declared.set(call, [...(declared.get(call) ?? []), declaration]);
  }
  return new Map([...declared].filter(([, some]) => some.some(({ answers }) => answers)));
}

/** No one has to sign in for these. */
const PUBLIC = ['GET /api/ready', 'GET /api/health', 'GET /api/admin/settings/:key'];
/** It does not end by itself. */
const STREAM = 'GET /api/events/stream';

async function asked(by: Person, call: string) {
  const [method = '', path = ''] = call.split(' ');
  // one line of the feed is JSON
  const more = path === '/api/events' ? '?limit=1' : '';
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
    const silent = [...routes()].filter(([call, some]) => !/^GET /.test(call) && !some.some(({ need }) => need));
    expect(silent.map(([call]) => call)).toEqual([]);
    expect(routes().size).toBeGreaterThan(130);
  });

  test('is for people alone if it is about signing in, and for admins if it is theirs', () => {
    const needs = [...routes()].map(([call, some]) => {
      const [method = '', path = ''] = call.split(' ');
      return [call, needOf(method, path, some)] as const;
    });
    const of = (pattern: RegExp) =>
      new Set(needs.flatMap(([call, need]) => (pattern.test(call) && !PUBLIC.includes(call) ? [need] : [])));
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
    for (const call of routes().keys()) {
      if (call === STREAM) continue;
      for (const by of [visitor, paused]) {
        const { status } = await asked(by, call);
        expect(status === 401, `${call}: ${status}`).toBe(!PUBLIC.includes(call));
      }
    }
  });

  test.each(SCOPE_NAMES)('answers a token for %s if it needs this scope, and no other', async (scope) => {
    for (const [call, some] of routes()) {
      if (PUBLIC.includes(call)) continue;
      const [method = '', path = ''] = call.split(' ');
      const need = needOf(method, path, some);
      if (call === STREAM && scope === need) continue;
      const { status, code } = await asked(programs[scope], call);
      const said = `${call} with ${scope}: ${status} ${code}`;
      if (need === scope) expect([401, 403], said).not.toContain(status);
      else expect([status, code], said).toEqual([403, need === 'browser' ? 'browser_only' : 'token_scope']);
    }
  });

  test.each(['user', 'admin'] as const)(
    'answers a signed-in %s, and an admin alone what is for admins',
    async (role) => {
      for (const [call, some] of routes()) {
        const [method = '', path = ''] = call.split(' ');
        // changes of how one signs in have tests of their own
        if (call === STREAM || (path.startsWith('/api/auth/') && method !== 'GET') || PUBLIC.includes(call)) continue;
        const { status, code } = await asked(sessions[role], call);
        const said = `${call}: ${status} ${code}`;
        if (role === 'user' && needOf(method, path, some) === 'admin')
          expect([status, code], said).toEqual([403, 'admins_only']);
        else expect([401, 403], said).not.toContain(status);
      }
    },
  );

  test('answers an auditor’s token for the audit alone', async () => {
    const open: string[] = [];
    for (const call of routes().keys()) {
      if (call === STREAM || PUBLIC.includes(call)) continue;
      const { status } = await asked(auditors, call);
      if (status !== 403) open.push(call);
    }
    expect(open.filter((call) => !/^GET \/api\/(auth\/user|admin\/(users|erasures|history.*))$/.test(call))).toEqual(
      [],
    );
    expect(open).toContain('GET /api/admin/history');
  });
});
