import fc from 'fast-check';
import type { ErrorView } from '../../api/views.ts';
import { ADMIN_SETTING_KEYS, SECOND_FACTOR_RULE } from '../../events/accounts/settingNames.ts';
import { SCOPE_NAMES } from '../../events/shared/tokenScopes.ts';
import { TODAY_GROUPS } from '../../events/today/needGroups.ts';
import { program } from './accessToken.ts';
import { appRegistry, callApp } from './appRegistry.ts';
import { type DrawnRequest, jsonOf, type Pool, requestOf } from './fuzz.ts';
import { longestStall } from './mainThread.ts';
import { member } from './member.ts';
import { Person } from './person.ts';
import { PASSWORD, type RealThings, realThings } from './realThings.ts';
import { allRoutes, type Route, STREAM } from './routes.ts';
import type { TestApp } from './testApp.ts';

/** `stalls`: the five longest, in ms of the processor. `unreached`: the routes that refused each of their requests. */
export type FuzzResult = {
  requests: number;
  statuses: Record<number, number>;
  wrong: string[];
  stalls: { ms: number; request: string }[];
  unreached: string[];
};

type World = {
  things: RealThings;
  callers: readonly [user: Person, admin: Person, userProgram: Person, adminProgram: Person, visitor: Person];
  spare: string;
  drawn: Map<Route, fc.Arbitrary<DrawnRequest>>;
};

/** Workspaces do not live long under this: calls delete what there is. */
const ROUNDS_A_WORLD = 4;
const CALLERS = 20;
/** These end what others need: they are called at the end of a world. */
const ENDING =
  /^(DELETE |GET \/api\/logout|POST \/api\/(auth\/(password|sessions)|partners\/:id\/erase|admin\/erasures))/;

/** Values that name one user's things, and such as fields of these names take. */
export function poolOf({
  tenant,
  userId,
  campaign,
  partners,
  sends,
  search,
  receivedId,
  sent,
  waiting,
  account,
}: RealThings): Pool {
  const people = partners.map(({ id }) => id);
  const messages = sends.map(({ id }) => id);
  return [
    [/^(ids|partnerIds|id)$/, [...people, ...messages, campaign.id]],
    [/^(campaign|campaignId|campaigns)$/, [campaign.id]],
    [/^message$/, messages],
    [/^searchId$/, [search]],
    [/^account$/, [account, 'new']],
    [/^receivedId$/, [receivedId]],
    [/^tenant$/, [tenant, tenant, 'system']],
    [/^user$/, [userId]],
    [/^actor$/, [`user:${userId}`, 'worker:*', 'recipient']],
    [/^correlation$/, ['test']],
    [/^value$/, ['50', '', 'https://www.northwind.example/']],
    [/^type$/, ['EmailSent', 'PartnerApproved', 'CampaignCreated', 'MailboxConnected']],
    [/^event$/, [`message-${sent}@1`, `message-${waiting}@2`, `campaign-${campaign.id}@1`, 'partner-x@1']],
    [/^stream$/, [`message-${sent}`, `campaign-${campaign.id}`]],
    [/^(email|to|fromEmail|newAddress|address)$/, ['ada@lindqvist.example', 'noor@haddad.example']],
    [/^at$/, [new Date().toISOString(), '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-12-01T00:00:00+14:00']],
    [/^(step|replaces)$/, ['a1', 'a2', 'a999999']],
    [/^after$/, ['0-0-0']],
    [/^password$/, [PASSWORD, 'a trail of vests']],
    [/^(zone|timezone)$/, ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Etc/GMT+12']],
    [/^industry$/, ['Fitness']],
    [/^url$/, ['https://hooks.slack.com/services/T0/B0/secret', 'https://a.example/']],
    [/^profileUrl$/, ['https://www.linkedin.com/in/somebody']],
  ];
}

async function makeWorld(testApp: TestApp): Promise<World> {
  const things = await realThings(testApp);
  const { person: admin } = await member(testApp, { isAdmin: true });
  const { id: spare } = await member(testApp);
  const userProgram = await program(things.person, ['read', 'propose', 'decide', 'send'], { password: PASSWORD });
  const adminProgram = await program(admin, [...SCOPE_NAMES]);
  const visitor = new Person(testApp.url);
  return { things, callers: [things.person, admin, userProgram, adminProgram, visitor], spare, drawn: new Map() };
}

/** Bodies that do something, of routes whose rules no schema says. */
export function goodBodies(things: RealThings): Readonly<Record<string, readonly object[]>> {
  const { partners, sends, campaign, waiting, sent, conversation, receivedId } = things;
  const ids = partners.map(({ id }) => id);
  const filter = { status: 'approved' };
  const password = PASSWORD;
  const messages = sends.map(({ id }) => id);
  const one = [waiting];
  const edges = ['0001-01-01', '1970-01-01', '2026-12-24', '2999-12-31', '9999-12-31'];
  const acts = ['approve', 'withdraw', 'retry', 'hold', 'release', 'cancel', 'take_out', 'restore'];
  return {
    'POST /api/auth/password': [{ current: password, password: 'another horse battery' }],
    'POST /api/auth/second-factor': [{ password }],
    'POST /api/auth/tokens': [{ name: 'Zapier', scopes: ['read', 'send'], days: 30, password }],
    'POST /api/auth/passkeys/options': [{ password }],
    'DELETE /api/auth/passkeys/:id': [{ password }],
    'POST /api/partners/import': [
      { rows: [{ name: 'Io Marsh', platform: 'tiktok', username: 'iomarsh' }] },
      { rows: [{ name: 'Io', email: 'io@lindqvist.example' }], importId: 'import-1', part: 1, parts: 2 },
    ],
    'POST /api/partners/enhance-contacts': [{ ids }, { filter }],
    'POST /api/partners/decide': [
      { ids, status: 'approved' },
      { ids, status: 'rejected', reason: 'topic' },
      { filter, status: 'rejected', before: 'approved' },
    ],
    'POST /api/partners/notes': [
      { ids, addTag: 'vip' },
      { ids, addNote: 'Met.' },
      { filter, removeTag: 'vip' },
    ],
    'POST /api/partners/undo-decisions': [{ decisions: ids.map((id) => ({ id, decision: 2 })) }],
    'PATCH /api/partners/:id/notes': [{ addTag: 'vip' }, { note: { text: 'Met.', seen: '' } }],
    'POST /api/campaigns': [
      { name: 'A', subjectType: 'static', staticSubject: 'S', messagePrompt: 'P', dailyLimit: 5 },
    ],
    'PATCH /api/campaigns/:id': [{ name: 'B' }, { followUps: [{ afterDays: 3, writer: 'user', text: 'And now?' }] }],
    'POST /api/campaigns/:id/partners': [{ partnerIds: ids }, { filter }],
    'POST /api/campaign-sends/steer': [
      ...acts.map((act) => ({ ids: messages, act })),
      ...edges.map((day) => ({ ids: one, act: 'reschedule', at: `${day}T10:05` })),
      ...edges.map((from) => ({ ids: messages, act: 'postpone', later: { from } })),
      { filter: { campaignId: campaign.id }, act: 'postpone', later: { days: 90 } },
      { ids: one, act: 'move', to: campaign.id },
    ],
    'POST /api/inbox/:id/answer': [{ subject: 'Re: A vest', body: 'In June.', step: 'a1' }],
    'POST /api/inbox/:id/question': [{ sign: 'unsubscribe', receivedId, answer: 'no' }],
    'POST /api/today': [
      { ids: [`reply-${conversation}`, `text-${waiting}`], decision: { kind: 'done' } },
      ...edges.map((day) => ({ ids: [conversation, sent], decision: { kind: 'snooze', until: `${day}T00:00:00Z` } })),
    ],
    'PUT /api/admin/settings/:key': [{ value: '50' }, { value: '' }],
    'POST /api/notifications/browser': [
      { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } },
    ],
  };
}

const REAL_PLACES: Readonly<Record<string, readonly string[]>> = {
  '/today/:group': TODAY_GROUPS,
  // the rule for second factors would end every other call
  '/settings/:key': ADMIN_SETTING_KEYS.filter((key) => key !== SECOND_FACTOR_RULE),
  '/number/:name': ['totalPartners', 'creditsUsed', 'emailsSent'],
};

function idsAt({ things: { fills, conversation, sent }, spare }: World, place: string): readonly string[] {
  if (place === '/users/:id') return [spare];
  if (place === '/campaign-sends/:id' || place.endsWith(':messageId'))
    return [fills['/campaign-sends/:id'] ?? '', sent];
  if (place === '/inbox/:id') return [conversation];
  const name = place.slice(place.lastIndexOf('/') + 1);
  const value = fills[place] ?? fills[name];
  return value === undefined ? (REAL_PLACES[place] ?? []) : [value];
}

/** The caller that a route is for, most of the time. `drawn`: from 0 to CALLERS - 1. */
function callerOf({ need, path }: Route, { callers }: World, drawn: number): Person {
  const [user, admin, userProgram, adminProgram, visitor] = callers;
  if (drawn === 0) return visitor;
  if (need === 'admin' || path.startsWith('/api/admin/')) return drawn === 1 ? user : drawn % 2 ? admin : adminProgram;
  return need === 'browser' || drawn % 2 ? user : userProgram;
}

const show = ({ call }: Route, { path, query, body }: DrawnRequest): string =>
  `${call} ${`${path}${query}`.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 600) ?? ''}`;

function init(route: Route, person: Person, { body, path }: DrawnRequest): RequestInit {
  const token = 'token' in person ? String(person.token) : null;
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : { Cookie: person.cookie };
  if (body === undefined) return { method: route.method, headers };
  if (path === '/api/media-kit') {
    const bytes = new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(body)}`);
    const size = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.length) };
    return { method: route.method, headers: { ...headers, ...size }, body: bytes };
  }
  const isForm =
    Object.keys(route.answers).length === 0 && !route.inputs.json && body !== null && typeof body === 'object';
  if (isForm) {
    const pairs = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : jsonOf(value),
    ]);
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    return { method: route.method, headers, body: new URLSearchParams(pairs).toString() };
  }
  headers['Content-Type'] = 'application/json';
  return { method: route.method, headers, body: jsonOf(body) };
}

/** Whether a route declares this answer. All declare a refusal as JSON; 5xx it declares, or its code says who did not do their part. */
function isDeclared({ answers, path }: Route, status: number, body: unknown): boolean {
  if (status in answers) return true;
  if (status >= 500) {
    const details = (body as ErrorView | null)?.details as { code?: string } | undefined;
    return status !== 500 && (202 in answers || 503 in answers) && details?.code !== undefined;
  }
  if (Object.keys(answers).length === 0) return true;
  return status >= 400 && path.startsWith('/api/') && typeof (body as ErrorView | null)?.error === 'string';
}

function draw(route: Route, world: World, seed: number): DrawnRequest {
  const { things, drawn } = world;
  const good = goodBodies(things)[route.call] ?? [];
  const requests = drawn.get(route) ?? requestOf(route, poolOf(things), (place) => idsAt(world, place), CALLERS, good);
  drawn.set(route, requests);
  return fc.sample(requests, { numRuns: 1, seed })[0] as DrawnRequest;
}

export async function answerTo(testApp: TestApp, route: Route, person: Person, drawn: DrawnRequest) {
  const response = await callApp(testApp.url, `${drawn.path}${drawn.query}`, init(route, person, drawn));
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** Sends requests to every route, in rounds of one each. The same seed draws the same requests for the same ids. */
export async function fuzz(testApp: TestApp, { rounds, seed }: { rounds: number; seed: number }): Promise<FuzzResult> {
  const routes = allRoutes(appRegistry.get(testApp.url)?.app).filter(
    ({ call, path }) => call !== STREAM && !path.endsWith('/*'),
  );
  const result: FuzzResult = { requests: 0, statuses: {}, wrong: [], stalls: [], unreached: [] };
  const unreached = new Set(routes.map(({ call }) => call));
  let world = await makeWorld(testApp);
  const send = async (route: Route) => {
    result.requests += 1;
    const drawn = draw(route, world, seed + result.requests);
    const person = callerOf(route, world, drawn.by);
    let answer = { status: 0, body: null as unknown };
    const ms = await longestStall(async () => {
      answer = await answerTo(testApp, route, person, drawn);
    });
    const { status, body } = answer;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status < 400) unreached.delete(route.call);
    result.stalls = [...result.stalls, { ms, request: show(route, drawn) }].sort((a, b) => b.ms - a.ms).slice(0, 5);
    if (!isDeclared(route, status, body))
      result.wrong.push(`${status} ${JSON.stringify(body).slice(0, 300)}\n  ${show(route, drawn)}`);
  };
  const ending = routes.filter(({ call }) => ENDING.test(call));
  const others = routes.filter(({ call }) => !ENDING.test(call));
  for (let round = 1; round <= rounds; round += 1) {
    for (const route of others) await send(route);
    if (round % ROUNDS_A_WORLD !== 0 && round !== rounds) continue;
    // each of them comes first once
    const first = Math.floor(round / ROUNDS_A_WORLD) % ending.length;
    for (const route of [...ending.slice(first), ...ending.slice(0, first)]) await send(route);
    if (round < rounds) world = await makeWorld(testApp);
  }
  return { ...result, unreached: [...unreached] };
}
