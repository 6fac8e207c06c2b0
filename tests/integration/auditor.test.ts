import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { declarationOf } from '../../api/http/contract.ts';
import type { CampaignView, EmailsView, ErrorView, ExplainView, TimelineView, UserView } from '../../api/views.ts';
import { PROOF_RULES } from '../../events/history/mailProof.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { type Member, member } from '../support/member.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let outreach: Outreach;
let auditor: Member;

beforeAll(async () => {
  testApp = await startTestApp();
  // the first account of an installation is its admin
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
  auditor = await member(testApp);
  const { person, campaign, sends } = outreach;
  await person.ok('PUT', `/api/admin/users/${auditor.id}`, { isAuditor: true });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ sentCount }) => sentCount === sends.length,
  );
  for (const [name, value] of Object.entries({ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
});

const find = (query: Record<string, string>, by = auditor.person) =>
  by.ok<EmailsView>('GET', `/api/admin/history/emails?${new URLSearchParams(query)}`);
const today = () => new Date().toISOString().slice(0, 10);

describe('what was sent to a person', () => {
  test('is found by address and by name, and told with its text and who approved it', async () => {
    const [send] = outreach.sends;
    const { tenant } = outreach;
    const { emails, next } = await find({ find: ` ${send?.recipientEmail?.toUpperCase()}` });
    expect(next).toBeNull();
    expect(emails).toMatchObject([
      {
        id: send?.id,
        tenant,
        to: send?.recipientEmail,
        status: 'sent',
        subject: 'A vest for your trails',
        campaign: 'Spring vests',
      },
    ]);
    expect(emails[0]?.user).toMatch(/^Robin Vale \(sam\..*@northwind\.example\)$/);
    expect((await find({ find: send?.partner.name ?? '', tenant })).emails.map(({ id }) => id)).toContain(send?.id);
    const story = await auditor.person.ok<ExplainView>(
      'GET',
      `/api/admin/history/explain/${send?.id}?tenant=${tenant}`,
    );
    expect(story.message.sent?.text).toMatchObject({ to: send?.recipientEmail, subject: 'A vest for your trails' });
    expect(story.message.sent?.text?.text).toContain(send?.body?.slice(0, 20));
    // the link is the recipient's alone
    expect(story.message.sent?.text?.text).toMatch(/\/u\/…$/m);
    expect(story.message.approved?.by).toBe(emails[0]?.user);
    expect(story.proof?.map(({ rule, verdict }) => [rule, verdict])).toEqual(
      Object.keys(PROOF_RULES).map((rule) => [rule, 'ok']),
    );
    expect(story.proof?.find(({ rule }) => rule === 'approved_by')?.event).toMatchObject({
      id: expect.stringMatching(/@\d+$/),
      by: emails[0]?.user,
    });
  });

  test('comes in pages and by day, the newest first', async () => {
    const name = { find: 'LINDQVIST ada', tenant: outreach.tenant };
    const first = await find({ ...name, limit: '2' });
    const { emails, next } = await find({ ...name, limit: '2', before: first.next ?? '' });
    const all = [...first.emails, ...emails];
    expect(next).toBeNull();
    expect(all.map(({ id }) => id).sort()).toEqual(outreach.sends.map(({ id }) => id).sort());
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect((await find({ ...name, from: `${today()}T00:00:00Z` })).emails).toHaveLength(3);
    expect((await find({ ...name, to: '2020-01-01T00:00:00Z' })).emails).toEqual([]);
  });

  test.each(['ab', '', 'a b c'])('%j is too short to search for', async (short) => {
    const answer = await auditor.person.call<ErrorView>(
      'GET',
      `/api/admin/history/emails?find=${encodeURIComponent(short)}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/at least 3 letters/);
  });

  test('is found at the command line, which says that it is not recorded', async () => {
    const [send] = outreach.sends;
    const found = await audit('find', send?.recipientEmail ?? '', '--day', today());
    expect(found).toMatchObject({ code: 0, said: expect.stringMatching(/^Not recorded: /) });
    expect(found.out).toMatch(
      new RegExp(`"A vest for your trails"  Spring vests, Robin Vale .*  sent  ${send?.id}\n$`),
    );
    const story = await audit('explain', 'message', send?.id ?? '');
    expect(story.out).toMatch(/^Approved by Robin Vale \(sam\..* at 20/m);
    expect(story.out).toContain('  A vest for your trails\n');
    expect(await audit('find', 'Ada', '--day', 'today')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/--day must be/),
    });
  });
});

describe('a read leaves a trace', () => {
  const traces = async (tenant: string) => {
    const { events } = await outreach.person.ok<TimelineView>('GET', `/api/admin/history?kind=reads&tenant=${tenant}`);
    return events.map(({ what, actor }) => `${actor} ${what}`);
  };

  test('in the history of the tenant, once an hour for each thing', async () => {
    const { tenant, sends, person, campaign, userId } = outreach;
    const by = `user:${auditor.id}`;
    for (let time = 0; time < 2; time += 1) {
      await auditor.person.ok('GET', `/api/admin/history?tenant=${tenant}&limit=5`);
      await auditor.person.ok('GET', `/api/admin/history/explain/${sends[1]?.id}?tenant=${tenant}`);
      await person.ok('GET', '/api/partners/export?status=approved');
      await person.ok('GET', '/api/suppressions/export');
      await person.ok('GET', `/api/campaign-figures/export?campaigns=${campaign.id}`);
      await person.ok('GET', `/api/history/as-of?what=campaigns&at=${new Date().toISOString()}`);
    }
    await find({ find: sends[0]?.recipientEmail ?? '' });
    const found = await traces(tenant);
    const own = `user:${userId}`;
    expect(found).toEqual(
      expect.arrayContaining([
        `${by} History read: 5 events`,
        `${own} 3 partners exported`,
        `${own} Do not contact exported: 0 addresses`,
        `${own} Figures of 1 campaign exported`,
        `${own} Screen of an earlier time read: 1 entry`,
      ]),
    );
    expect(found.filter((one) => one === `${by} History read: 5 events`)).toHaveLength(1);
    expect(found.filter((one) => one.startsWith(`${own} `))).toHaveLength(4);
    expect(await traces('system')).toContain(`${by} Search for emails to a person: 1 email`);
  });
});

/** What the calls of an auditor's screens are; the rest is refused. */
const OPEN = [
  'GET /api/ready',
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
    const all = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
    // its signature lets it in
    const calls = all.filter((call) => call !== 'POST /api/ingest/:webhook');
    expect(calls.length).toBeGreaterThan(130);
    const refused: string[] = [];
    // the ends of the session come last
    for (const call of calls.sort()) {
      const [method = '', path = ''] = call.split(' ');
      if (path === '/api/events/stream') continue;
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, body: said } = await auditor.person.call<ErrorView>(
        ...([method, path.replace(/:\w+/g, 'x'), body] as const),
        // a file, the one body that is no JSON
        path === '/api/media-kit' && body ? { 'Content-Type': 'application/octet-stream' } : {},
      );
      if (status === 403 && said.error === refusalText({ code: 'auditors_read' })) refused.push(call);
      else expect(isOpen(call), `${call}: ${status}`).toBe(true);
    }
    expect(refused.filter(isOpen)).toEqual([]);
    const changes = calls.filter((call) => !/^GET /.test(call) && !refused.includes(call));
    expect(changes.filter((call) => !/ \/api\/auth\//.test(call))).toEqual([]);
  });
});

test('what went to an erased person is found by their address, without its text', async () => {
  const { person, sends, tenant } = outreach;
  const [send] = sends;
  await person.ok('POST', `/api/partners/${send?.partner.id}/erase`);
  const { emails } = await find({ find: send?.recipientEmail ?? '' });
  expect(emails).toMatchObject([{ id: send?.id, to: null, subject: null, partner: null }]);
  const story = await auditor.person.ok<ExplainView>('GET', `/api/admin/history/explain/${send?.id}?tenant=${tenant}`);
  expect(story.message).toMatchObject({ erased: true, sent: { text: null }, approved: { by: emails[0]?.user } });
  expect((await audit('explain', 'message', send?.id ?? '')).out).toMatch(/^Handed over at \S+, text erased$/m);
});
