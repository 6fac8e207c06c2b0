import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type {
  AsOfView,
  CampaignView,
  CausesView,
  CauseView,
  CreditsView,
  ErrorView,
  ExplainView,
  FeedLine,
  ListedPartnerView,
  NumberView,
  SendView,
  StatsView,
  TimelineView,
} from '../../api/views.ts';
import { timelinePage } from '../../db/audit/timeline.ts';
import { ref } from '../../db/store.ts';
import { erasePerson } from '../../events/erasePerson.ts';
import { CAMPAIGN_METRICS, DASHBOARD_METRICS } from '../../events/history/metrics.ts';
import { audit, auditProcess } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { cause } from '../support/log.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const TOKEN = 'feed-token-of-at-least-32-characters';

let testApp: TestApp;
/** The first account, and so the admin. */
let admin: Outreach;
let other: Outreach;
let beforeStart: string;
let message: SendView;

const path = (call: string, query: Record<string, string>) => `${call}?${new URLSearchParams(query)}`;

beforeAll(async () => {
  testApp = await startTestApp({ feedToken: TOKEN });
  for (const [name, value] of Object.entries({ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET }))
    vi.stubEnv(name, value);
  admin = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  other = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const { person, campaign } = admin;
  beforeStart = new Date().toISOString();
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(
    () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
  );
  const sends = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  message = sends[0] as SendView;
  await person.ok('PATCH', `/api/campaign-sends/${message.id}/status`, { status: 'replied' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await testApp.stop();
});

const timeline = (query: Record<string, string> = {}, who = admin.person) =>
  who.ok<TimelineView>('GET', path('/api/history', query));

test('the timeline shows the own events, decoded beside what is stored, page by page', async () => {
  const first = await timeline({ limit: '10' });
  const second = await timeline({ limit: '10', before: first.next ?? '' });
  expect([first.events.length, second.events.length]).toEqual([10, 10]);
  const ids = [...first.events, ...second.events].map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
  expect(first.events[0]).toMatchObject({ type: 'ReplyReceived', by: 'you', tenant: admin.tenant, causation: null });
  const [dispatched] = (await timeline({ type: 'EmailDispatched', stream: `message-${message.id}` })).events;
  expect(dispatched).toMatchObject({
    kind: 'message',
    by: 'Partner Pilot',
    what: 'Email handed to the provider (attempt 1)',
    about: { name: message.partner.name, email: message.recipientEmail, campaign: 'Spring vests' },
    decoded: { sealed: 'opened', personal: { to: message.recipientEmail, subject: message.subject } },
    problem: null,
    raw: {
      schemaVersion: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      cursor: expect.stringMatching(/^\d+-\d+-\d+$/),
    },
  });
  const [started] = (await timeline({ type: 'CampaignStarted' })).events;
  expect(started?.about).toEqual({ name: 'Spring vests', email: null, campaign: null });
  expect(dispatched?.raw.payload).not.toContain(message.recipientEmail);
  expect(JSON.parse(dispatched?.raw.payload ?? '')).toMatchObject({
    d: dispatched?.decoded?.data,
    p: { k: expect.any(String) },
  });
  const correlated = await timeline({ correlation: dispatched?.correlation ?? '' });
  // the sweep may have planned it, and is then its cause
  if (dispatched?.correlation !== 'sweep')
    expect(correlated.events.map(({ type }) => type)).toContain('CampaignStarted');
  expect((await timeline({ actor: 'recipient' })).events).toEqual([]);
});

test('an actor is one, all of a kind, or one of several, in the own history and in that of all', async () => {
  const actorsOf = async (call: string, actor: string) => {
    const { events } = await admin.person.ok<TimelineView>('GET', path(call, { actor, limit: '200' }));
    return new Set(events.map((event) => event.actor));
  };
  for (const call of ['/api/history', '/api/admin/history']) {
    expect(await actorsOf(call, `user:${admin.userId}`)).toEqual(new Set([`user:${admin.userId}`]));
    // a prefix is not the name, and a dot is a dot
    expect(await actorsOf(call, `user:${admin.userId.slice(0, -1)}`)).toEqual(new Set());
    expect(await actorsOf(call, `user:${'.'.repeat(admin.userId.length)}`)).toEqual(new Set());
    const program = [...(await actorsOf(call, 'worker:*,system:*'))];
    expect(program.length).toBeGreaterThan(1);
    expect(program.filter((actor) => !/^(worker|system):/.test(actor))).toEqual([]);
    expect(await actorsOf(call, `recipient,user:${admin.userId}`)).toEqual(new Set([`user:${admin.userId}`]));
  }
});

test('nobody sees another tenant’s history but admins, and they see everybody’s', async () => {
  const own = await timeline({ limit: '200' }, other.person);
  expect(own.events.length).toBeGreaterThan(5);
  const ofSystem = own.events.filter(({ tenant }) => tenant === 'system').map(({ stream }) => stream);
  expect(new Set(ofSystem)).toEqual(new Set([`user-${other.userId}`]));
  expect(new Set(own.events.map(({ tenant }) => tenant))).toEqual(new Set([other.tenant, 'system']));
  const event = `message-${message.id}@1`;
  const foreign = [
    path('/api/history/causes', { event }),
    `/api/history/explain/${message.id}`,
    path('/api/history/number/sentCount', { campaign: admin.campaign.id }),
    path('/api/history/as-of', { at: beforeStart, what: 'messages', campaign: admin.campaign.id }),
  ];
  foreign.push(path('/api/history/causes', { event: `user-${admin.userId}@1` }));
  for (const call of foreign) expect((await other.person.call('GET', call)).status, call).toBe(404);
  const ofAdmins = [
    '/api/admin/history',
    path('/api/admin/history/causes', { event, tenant: admin.tenant }),
    '/api/events',
  ];
  for (const call of ofAdmins) expect((await other.person.call('GET', call)).status, call).toBe(403);

  const all = await admin.person.ok<TimelineView>('GET', path('/api/admin/history', { limit: '200' }));
  expect(new Set(all.events.map(({ tenant }) => tenant))).toEqual(new Set([admin.tenant, other.tenant, 'system']));
  const theirs = await admin.person.ok<TimelineView>(
    'GET',
    path('/api/admin/history', { tenant: other.tenant, limit: '200' }),
  );
  expect(theirs.events.map(({ id }) => id)).toEqual(own.events.map(({ id }) => id));
  expect(theirs.events.find(({ type }) => type === 'MessageEdited')).toMatchObject({
    by: 'the user',
    decoded: { sealed: 'opened', personal: { subject: 'A vest' } },
  });
});

test('what happened to an account stands in its own history and in the admin’s of it, and says whose it is', async () => {
  const { person, userId, tenant } = other;
  const stream = `user-${userId}`;
  const { email } = await person.ok<{ email: string }>('GET', '/api/auth/user');
  const asAdmin = (query: Record<string, string>) =>
    admin.person.ok<TimelineView>('GET', path('/api/admin/history', query));
  const ids = ({ events }: TimelineView) => events.map(({ id }) => id);
  const own = await timeline({ kind: 'user' }, person);
  expect(own.events.at(-1)).toMatchObject({ id: `${stream}@1`, tenant: 'system', decoded: { personal: { email } } });
  expect(own.events[0]).not.toHaveProperty('account');
  for (const page of [
    await timeline({ stream }, person),
    await asAdmin({ tenant, stream }),
    await asAdmin({ tenant, kind: 'user' }),
    await asAdmin({ tenant: 'system', stream }),
  ]) {
    expect(ids(page)).toEqual(ids(own));
  }
  // the oldest of all that a tenant did, page by page
  const pages: string[] = [];
  let before: string | null = null;
  do {
    const page: TimelineView = await timeline({ limit: '7', ...(before !== null && { before }) }, person);
    pages.push(...ids(page));
    before = page.next;
  } while (before !== null);
  expect(pages).toEqual(ids(await timeline({ limit: '200' }, person)));
  expect(pages.at(-1)).toBe(`${stream}@1`);
  const everybodys = await asAdmin({ kind: 'user' });
  expect(everybodys.events.find(({ id }) => id === `${stream}@1`)?.account).toEqual({ email, workspaceId: tenant });
  // an account is closed to others
  expect((await timeline({ stream: `user-${admin.userId}` }, person)).events).toEqual([]);
  const event = `${stream}@1`;
  for (const [who, call] of [
    [person, path('/api/history/causes', { event })],
    [admin.person, path('/api/admin/history/causes', { event, tenant })],
    [admin.person, path('/api/admin/history/causes', { event, tenant: 'system' })],
  ] as const)
    expect((await who.ok<CausesView>('GET', call)).event.id, call).toBe(event);
  for (const name of [tenant, userId, stream]) {
    const told = await audit('timeline', '--tenant', name, '--kind', 'user');
    expect([told.code, told.out], told.said).toEqual([0, expect.stringContaining(`${stream}@1`)]);
  }
  // a look through the log finds the same as a reading of the whole tenant
  const look = { limit: 50, look: 1 };
  const looked: string[] = [];
  let next: string | undefined;
  do {
    const page = await timelinePage(testApp.api, { tenant, kind: 'user' }, { ...look, before: next });
    looked.push(...page.events.map(({ id }) => id));
    next = page.next ?? undefined;
  } while (next !== undefined);
  expect(looked).toEqual(ids(own));
});

/** All events of a tree of causes. */
const flat = (causes: readonly CauseView[]): CauseView[] => causes.flatMap((cause) => [cause, ...flat(cause.because)]);

test('a sent mail leads back to the click that approved it and to the call that wrote it', async () => {
  const [sent] = (await timeline({ type: 'EmailSent', stream: `message-${message.id}` })).events;
  const tree = await admin.person.ok<CausesView>('GET', path('/api/history/causes', { event: sent?.id ?? '' }));
  const causes = flat(tree.because);
  const types = causes.map(({ event }) => event.type);
  for (const type of [
    'EmailDispatched',
    'MessageApproved',
    'CampaignStarted',
    'MessageGenerated',
    'AiCallMade',
    'EmailScheduled',
  ])
    expect(types).toContain(type);
  expect(tree.because[0]?.because[0]).toMatchObject({
    why: 'this very text had been approved for this address',
    event: { type: 'MessageApproved', by: 'you' },
  });
  // every branch ends with a person's action
  const ends = causes.filter(({ because, shownAbove }) => because.length === 0 && !shownAbove);
  expect(ends.length).toBeGreaterThan(0);
  for (const { event } of ends) expect([event.type, event.by]).toEqual([event.type, 'you']);
});

test('the story of a mail tells it all', async () => {
  const story = await admin.person.ok<ExplainView>('GET', `/api/history/explain/${message.id}`);
  expect(story.message).toMatchObject({
    status: 'sent',
    campaign: 'Spring vests',
    partner: message.partner.name,
    erased: false,
  });
  const topics = story.steps.map(({ topic }) => topic);
  expect([...new Set(topics)]).toEqual([
    'found',
    'address',
    'decided',
    'joined',
    'text',
    'approval',
    'time',
    'attempt',
    'answer',
    'reply',
  ]);
  const textHash = story.steps.find(({ topic }) => topic === 'approval')?.facts.textHash;
  expect(story.steps.filter(({ facts }) => facts.textHash === textHash)).toHaveLength(2);
  expect(story.steps.find(({ facts }) => 'costUsd' in facts)?.facts).toMatchObject({
    model: 'gpt-6.1-terra',
    outcome: 'ok',
  });
});

test('as of the moment before the start nothing was sent, and what changed since is marked', async () => {
  const asOf = <W extends AsOfView['what']>(what: W, also: Record<string, string> = {}) =>
    admin.person.ok<Extract<AsOfView, { what: W }>>(
      'GET',
      path('/api/history/as-of', { at: beforeStart, what, ...also }),
    );
  const dashboard = await asOf('dashboard');
  expect(dashboard.stats).toMatchObject({ totalPartners: 2, approvedPartners: 2, totalEmailsSent: 0, responseRate: 0 });
  expect(dashboard.changes).toContainEqual({ field: 'totalEmailsSent', was: 0, now: 2 });
  expect(dashboard.changes.map(({ field }) => field)).not.toContain('totalPartners');
  const campaigns = await asOf('campaigns');
  expect(campaigns.items[0]).toMatchObject({ id: admin.campaign.id, status: 'draft', reviewCount: 2, sentCount: 0 });
  expect(campaigns.changes.changed[0]?.fields).toEqual(expect.arrayContaining(['status', 'sentCount', 'reviewCount']));
  const messages = await asOf('messages', { campaign: admin.campaign.id });
  expect(messages.items.map(({ status }) => status)).toEqual(['pending', 'pending']);
  expect(messages.changes.changed.map(({ id }) => id)).toContain(message.id);
  const partners = await asOf('partners');
  const now = await admin.person.ok<ListedPartnerView[]>('GET', '/api/partners');
  const byId = (list: readonly { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(byId(partners.items)).toEqual(byId(now.map(({ outreach: _, ...one }) => one)));
  expect(partners).toMatchObject({ total: { was: 2, is: 2 }, next: null, changes: { changed: [], gone: [] } });
  const early = await admin.person.ok<AsOfView>(
    'GET',
    path('/api/history/as-of', { at: '2020-01-01T02:00:00+02:00', what: 'partners' }),
  );
  expect(early).toMatchObject({ at: '2020-01-01T00:00:00.000Z', items: [], total: { was: 0, is: 2 } });
});

test('every number of the dashboard and of the campaign has its events', async () => {
  const { person, campaign } = admin;
  const number = (name: string, of?: string) =>
    person.ok<NumberView>('GET', path(`/api/history/number/${name}`, of ? { campaign: of } : {}));
  const stats = await person.ok<StatsView>('GET', '/api/dashboard/stats');
  for (const name of Object.keys(DASHBOARD_METRICS).filter((known) => known in stats)) {
    const { count, events } = await number(name);
    expect([name, count, events.length]).toEqual([name, stats[name as keyof StatsView], count]);
  }
  const view = await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  for (const name of Object.keys(CAMPAIGN_METRICS).filter((known) => known in view)) {
    const { count, events } = await number(name, campaign.id);
    expect([name, count, events.length]).toEqual([name, view[name as keyof CampaignView], count]);
  }
  expect((await number('sentCount', campaign.id)).events.map(({ type }) => type)).toEqual(['EmailSent', 'EmailSent']);
  expect((await number('responseCount', campaign.id)).events[0]).toMatchObject({
    type: 'ReplyReceived',
    by: 'you',
    about: { name: message.partner.name, email: message.recipientEmail, campaign: campaign.name },
  });
  const [approval] = (await number('approvedPartners')).events;
  expect(admin.partners.map(({ id, name }) => [`partner-${id}`, name])).toContainEqual([
    approval?.stream,
    approval?.about?.name,
  ]);
  const sent = (await number('totalEmailsSent')).events.map(({ at }) => at);
  expect(sent).toEqual(sent.toSorted().reverse());
  const { used } = await person.ok<CreditsView>('GET', '/api/credits');
  expect((await number('creditsUsed')).count).toBe(used);
});

test('what cannot be asked for is answered with the name of the field', async () => {
  const wrong: [string, Record<string, string>, string][] = [
    ['/api/history', { kind: 'mails' }, 'kind'],
    ['/api/history', { type: 'MailSent' }, 'type'],
    ['/api/history', { actor: 'robin' }, 'actor'],
    ['/api/history', { actor: 'worker:*,' }, 'actor'],
    ['/api/history', { actor: 'worker:(a+)+' }, 'actor'],
    ['/api/history', { stream: 'mail-1' }, 'stream'],
    ['/api/history', { from: 'yesterday' }, 'from'],
    ['/api/history', { to: '2026-03-02T09:00:00' }, 'to'],
    ['/api/history', { before: '1-99999999999999999999-1' }, 'before'],
    ['/api/history', { limit: '0' }, 'limit'],
    ['/api/admin/history', { stream: 'message-a.b.1' }, 'stream'],
    ['/api/history/causes', { event: 'message-a.b.1' }, 'event'],
    ['/api/history/as-of', { at: '2026-03-02', what: 'partners' }, 'at'],
    ['/api/history/as-of', { at: beforeStart, what: 'mails' }, 'what'],
    ['/api/admin/history/as-of', { at: beforeStart, what: 'partners' }, 'tenant'],
    ['/api/events', { after: 'x' }, 'after'],
    ['/api/events', { after: '1-700-3' }, 'after'],
    ['/api/events', { afer: '0-0-0' }, 'afer'],
    ['/api/history', { tenant: other.tenant }, 'tenant'],
    ['/api/admin/history', { tenent: other.tenant }, 'tenent'],
    [`/api/history/explain/${message.id}`, { at: beforeStart }, 'at'],
    ['/api/history/days', { timezone: 'UTC' }, 'timezone'],
    ['/api/events', { limit: '1001' }, 'limit'],
  ];
  for (const [call, query, field] of wrong) {
    const { status, body } = await admin.person.call<ErrorView>('GET', path(call, query));
    expect([status, body.details], `${call} ${field}`).toMatchObject([400, [{ field }]]);
    expect(body.error).toContain(field);
  }
  const future = path('/api/history/as-of', { at: new Date(Date.now() + 60_000).toISOString(), what: 'partners' });
  expect((await admin.person.call<ErrorView>('GET', future)).status).toBe(400);
  for (const call of [path('/api/history/number/sentCount', { campaign: 'none' }), '/api/history/explain/none'])
    expect((await admin.person.call('GET', call)).status, call).toBe(404);
  const noSuch = await admin.person.call<ErrorView>('GET', '/api/history/number/sent');
  expect([noSuch.status, noSuch.body.error]).toEqual([
    404,
    `There is no number of that name. There are: ${Object.keys(DASHBOARD_METRICS).join(', ')}.`,
  ]);
});

test('a user who never was has no history, where one without events has an empty one', async () => {
  const at = new Date().toISOString();
  const calls = (tenant: string) => [
    path('/api/admin/history', { tenant }),
    path('/api/admin/history/as-of', { at, what: 'partners', tenant }),
    path('/api/admin/history/number/totalPartners', { tenant }),
    path('/api/admin/history/days', { tenant }),
  ];
  for (const call of calls('nosuch'))
    expect(await admin.person.call<ErrorView>('GET', call), call).toMatchObject({
      status: 404,
      body: { error: 'No matching user.' },
    });
  const newcomer = await new Person(testApp.url).signUp(`kim.${Date.now()}@northwind.example`);
  for (const call of [...calls(await newcomer.tenant()), ...calls('system')])
    expect((await admin.person.call('GET', call)).status, call).toBe(200);
});

test('the feed brings every event once, sealed as it is stored, to whoever has the token', async () => {
  const feed = (after: string, token: string, tag = '') =>
    fetch(`${testApp.url}${path('/api/events', { after, limit: '50' })}`, {
      headers: { Authorization: `Bearer ${token}`, 'If-None-Match': tag },
    });
  for (const token of ['', `${TOKEN}x`]) expect((await feed('0-0-0', token)).status).toBe(401);
  expect((await fetch(`${testApp.url}/api/events`)).status).toBe(401);
  const total = await testApp.events();
  const lines: FeedLine[] = [];
  let after = '0-0-0';
  await until(
    async () => {
      const answer = await feed(after, TOKEN);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
      const text = await answer.text();
      const brought = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as FeedLine);
      lines.push(...brought);
      expect(answer.headers.get('next')).toBe(brought.at(-1)?.cursor ?? after);
      after = answer.headers.get('next') ?? '';
      return lines.length;
    },
    // other tests of the server hold the horizon back for moments
    (count) => count >= total,
  );
  expect(new Set(lines.map(({ tenant, stream, version }) => `${tenant} ${stream}@${version}`)).size).toBe(lines.length);
  expect(lines.find(({ type }) => type === 'EmailDispatched')?.payload).toMatchObject({
    d: { attempt: 1 },
    p: { ct: expect.any(String) },
  });
  expect(JSON.stringify(lines)).not.toContain('lindqvist');
  // a place that a restored database lacks, or holds with another event, cannot be resumed from
  const [place, hash] = [/^\d+-\d+-\d+-/.exec(after)?.[0] ?? '', after.slice(-8)];
  for (const lost of [`${place}${hash === '00000000' ? 'f' : '0'.repeat(8)}`, `1-4000000000-1-${hash}`]) {
    const gone = await feed(lost, TOKEN);
    expect([gone.status, (await gone.json()) as ErrorView], lost).toMatchObject([
      410,
      { error: expect.stringMatching(/Start again from 0-0-0; or go back/) },
    ]);
  }
  const tag = (await feed('0-0-0', TOKEN)).headers.get('etag') ?? '';
  expect((await feed('0-0-0', TOKEN, tag)).status).toBe(304);
  const again = await new Person(testApp.url).signIn(await adminAddress());
  expect((await again.call('GET', path('/api/events', { limit: '1' }))).status).toBe(200);
  await admin.person.ok('PUT', '/api/saved-views', { list: 'discovery', name: 'Big', query: 'minFollowers=50000' });
  await until(
    () => feed('0-0-0', TOKEN, tag),
    ({ status }) => status === 200,
  );
});

const adminAddress = async () => (await admin.person.ok<{ email: string }>('GET', '/api/auth/user')).email;

test('the command line tells the same, and finds a row that was altered [long]', async () => {
  const own = admin.tenant;
  const [told, was, figures, lines, nonsense] = await Promise.all([
    audit('explain', 'message', message.id),
    audit('as-of', beforeStart, 'campaigns', '--tenant', own),
    audit('as-of', new Date().toISOString(), 'dashboard', '--tenant', own, '--json'),
    audit('timeline', '--type', 'EmailSent', '--json', '--limit', '5'),
    audit('as-of', 'yesterday', 'partners', '--tenant', own),
  ]);
  const [unread, status, none, unnamed, misspelt] = await Promise.all([
    auditProcess(['timeline'], { reads: false }),
    audit('status', '--json'),
    audit('timeline', '--tenant', 'nosuch'),
    audit('as-of', beforeStart, 'partners'),
    audit('timeline', '--tenent', own),
  ]);
  expect(told, told.said).toMatchObject({ code: 0, out: expect.stringMatching(/: sent\n[\s\S]*reply {5}/) });
  expect(was, was.said).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}id +name +status .*\n\* \S+ {2}Spring vests {2}draft/),
  });
  expect(was.said).toMatch(/^1 campaign at /m);
  const { trends, ...stats } = await admin.person.ok<StatsView>('GET', '/api/dashboard/stats');
  expect(stats.responseRate).toBe(50);
  const numbers = {
    ...stats,
    ...Object.fromEntries(Object.entries(trends).map(([name, now]) => [`trends.${name}`, now])),
  };
  const { used } = await admin.person.ok<CreditsView>('GET', '/api/credits');
  expect(JSON.parse(figures.out), figures.said).toMatchObject({ was: { ...numbers, creditsUsed: used } });
  const { events: sent } = JSON.parse(lines.out) as { events: { type: string }[] };
  const types = sent.map(({ type }) => type);
  expect([lines.code, types], lines.said).toEqual([0, ['EmailSent', 'EmailSent']]);
  expect([nonsense.code, nonsense.said]).toMatchObject([
    2,
    expect.stringMatching(/^TIME must be a time in ISO 8601[^%]*\n$/),
  ]);
  // the reader may disconnect
  expect(unread).toEqual({
    code: 0,
    out: '',
    said: expect.stringMatching(/^(There may be more.*\n)?Not recorded: .*\n$/),
  });
  expect(JSON.parse(status.out), status.said).toMatchObject({
    frozen: null,
    unsealedEvents: expect.any(Number),
    openErasures: 0,
  });
  expect(none).toEqual({
    code: 2,
    out: '',
    said: 'There is no workspace or user nosuch. Take the id from the timeline.\n',
  });
  expect([unnamed.code, unnamed.said]).toMatchObject([
    2,
    expect.stringMatching(/^Required option '--tenant <id>' not specified\n/),
  ]);
  expect([misspelt.code, misspelt.said]).toMatchObject([
    2,
    expect.stringMatching(
      /^Unknown option '--tenent'\n\(Did you mean --tenant\?\)\n\nUsage: npm run audit -- timeline /,
    ),
  ]);

  const stream = `message-${message.id}`;
  await testApp.owner.sql`update read.messages set state = state || '{"replied": false}' where stream_id = ${stream}`;
  const wrong = await audit('replay', '--check');
  expect(wrong, wrong.said).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${own} ${stream}: the row of version`),
  });
  const replayed = await audit('replay', '--json');
  expect(replayed.code, replayed.said).toBe(0);
  expect(JSON.parse(replayed.out)).toMatchObject({
    check: false,
    differences: 1,
    first: [{ tenant: own, streamId: stream }],
  });
  const sends = await admin.person.ok<SendView[]>('GET', `/api/campaigns/${admin.campaign.id}/sends`);
  expect(sends.find(({ id }) => id === message.id)?.status).toBe('replied');
}, 120_000);

test('who was erased is erased in every view of the past, and an event that was altered hides no other', async () => {
  const { person, tenant, campaign, sends } = other;
  const id = sends[0]?.id ?? '';
  const now = new Date().toISOString();
  const { sql } = testApp.owner;
  await sql`delete from vault.person_keys where tenant_id = ${tenant} and starts_with(person_id, 'partner-')`;
  const about = await sql<{ kind: 'partner' | 'message'; id: string }[]>`
    select 'partner' as kind, substr(stream_id, 9) as id from read.partners where tenant_id = ${tenant}
    union all select 'message', substr(stream_id, 9) from read.messages where tenant_id = ${tenant}`;
  for (const { kind, id: of } of about)
    await testApp.owner.decide({ tenant, cause }, ref(kind, of), (state) => erasePerson(kind, state, true) as never);
  const found = (await timeline({ type: 'PartnerAdded' }, person)).events[0];
  expect(found?.decoded).toMatchObject({ personal: null, sealed: 'erased', data: { by: 'import' } });
  expect(JSON.parse(found?.raw.payload ?? '')).toMatchObject({ p: { ct: expect.any(String) } });
  const past = await person.ok<AsOfView>('GET', path('/api/history/as-of', { at: now, what: 'partners' }));
  expect(past.what === 'partners' && past.items[0]).toMatchObject({
    name: null,
    erased: true,
    contactInfo: { email: null },
  });
  const messages = await person.ok<AsOfView>(
    'GET',
    path('/api/history/as-of', { at: now, what: 'messages', campaign: campaign.id }),
  );
  expect(messages.what === 'messages' && messages.items[0]).toMatchObject({
    subject: null,
    body: null,
    recipientEmail: null,
  });
  const story = JSON.stringify(await person.ok<ExplainView>('GET', `/api/history/explain/${id}`));
  expect(story).toContain('(erased)');
  expect(story).not.toMatch(/lindqvist|A vest/i);

  await sql.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`update log.events set payload = replace(payload::text, '"ct":"', '"ct":"AAAA')::json
      where tenant_id = ${tenant} and type = 'CampaignCreated'`;
    await tx`update log.events set type = 'PartnerTeleported' where tenant_id = ${tenant} and type = 'PartnerApproved'`;
    await tx`alter table log.events enable always trigger events_append_only`;
  });
  const { events } = await timeline({ limit: '200' }, person);
  const problems = events.filter(({ problem }) => problem !== null);
  expect(problems.map(({ type, problem, decoded }) => [type, problem?.slice(0, 13), decoded])).toEqual([
    ['CampaignCreated', 'The sealed pa', null],
    ['PartnerTeleported', 'Unknown event', null],
  ]);
  expect(events.length).toBeGreaterThan(10);
  const file = join(tmpdir(), `partner-pilot-${tenant}.ndjson`);
  const [replayed, exported] = await Promise.all([audit('replay'), audit('export', '--tenant', tenant, '--out', file)]);
  expect([replayed.code, replayed.out, replayed.said]).toMatchObject([
    1,
    expect.stringMatching(new RegExp(`^WRONG +hash chains .*\\n +${tenant} \\S+@\\d+: it was altered`)),
    expect.stringMatching(/^The log itself is wrong, so no row was made from it/),
  ]);
  expect([exported.code, exported.said, existsSync(file)]).toMatchObject([
    1,
    expect.stringMatching(new RegExp(`^The record is wrong, so nothing was exported. ${tenant} `)),
    false,
  ]);
  const broken = events.find(({ type }) => type === 'PartnerTeleported')?.id ?? '';
  for (const call of [
    `/api/history/explain/${id}`,
    path('/api/history/causes', { event: broken }),
    '/api/history/number/totalPartners',
  ])
    expect((await person.call('GET', call)).status, call).toBe(200);
});
