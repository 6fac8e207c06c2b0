import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declarationOf } from '../../api/http/contract.ts';
import type { ErrorView, UserView } from '../../api/views.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { type Member, member } from '../support/member.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let outreach: Outreach;
let auditor: Member;

beforeAll(async () => {
  testApp = await startTestApp();
  // the first account of an installation is its admin
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
  auditor = await member(testApp);
  await outreach.person.ok('PUT', `/api/admin/users/${auditor.id}`, { isAuditor: true });
});
afterAll(() => testApp.stop());

/** What the calls of an auditor's screens are; the rest is refused. */
const OPEN = [
  'GET /api/health',
  'GET /api/auth/user',
  // tutorials and help, which everyone reads; it refuses the others itself
  'GET /api/admin/settings/:key',
  'GET /api/events/stream',
  'GET /api/admin/users',
  'GET /api/admin/erasures',
];
const isOpen = (call: string) =>
  OPEN.includes(call) || /^GET \/api\/admin\/history(\/|$)/.test(call) || /^\w+ \/api\/auth\//.test(call);

describe('an auditor', () => {
  test('is one by the hand of an admin, and never an admin too', async () => {
    expect(await auditor.person.ok<UserView>('GET', '/api/auth/user')).toMatchObject({
      isAuditor: true,
      isAdmin: false,
    });
    const both = await outreach.person.call<ErrorView>('PUT', `/api/admin/users/${auditor.id}`, { isAdmin: true });
    expect(both.status).toBe(422);
    expect(both.body.error).toBe(refusalText({ code: 'admin_and_auditor' }));
  });

  test('may call what the audit reads and their own account, of all the calls there are', async () => {
    const app = appRegistry.get(testApp.url)?.app;
    const routes = (app?.routes ?? []).filter(({ handler }) => declarationOf(handler)?.answers);
    const calls = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
    expect(calls.length).toBeGreaterThan(130);
    const refused: string[] = [];
    // the ends of the session come last
    for (const call of calls.sort()) {
      const [method = '', path = ''] = call.split(' ');
      if (path === '/api/events/stream') continue;
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, body: said } = await auditor.person.call<ErrorView>(method, path.replace(/:\w+/g, 'x'), body);
      if (status === 403 && said.error === refusalText({ code: 'auditors_read' })) refused.push(call);
      else expect(isOpen(call), `${call}: ${status}`).toBe(true);
    }
    expect(refused.filter(isOpen)).toEqual([]);
    const changes = calls.filter((call) => !/^GET /.test(call) && !refused.includes(call));
    expect(changes.filter((call) => !/ \/api\/auth\//.test(call))).toEqual([]);
  });
});
