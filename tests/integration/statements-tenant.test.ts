import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, EnhanceView, GenerateView, PartnerView } from '../../api/views.ts';
import type { Sql } from '../../db/connection/connect.ts';
import { recordStanding } from '../../db/read/health.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

/** The driver reads this option before each statement. */
type Debugged = { options: { debug: false | ((connection: number, statement: string) => void) } };

/** What a run of some seconds may miss. */
const BY_THE_CLOCK: readonly (readonly [RegExp, string])[] = [
  [/\bqueue\.workers\b/, 'a worker process works for all tenants'],
  [/^select clock_timestamp\(\) as now$/, 'the clock of the database'],
  [
    /\blog\.(seals|sealable|unsealed|leaves|leaf_hashes|add_seal|witnesses)\b/,
    'one tree covers the events of all tenants',
  ],
];

/** Statements of the main loop that name no tenant, each with its reason. A new one needs a better reason than that it is short. */
const ACROSS_TENANTS: readonly (readonly [RegExp, string])[] = [
  ...BY_THE_CLOCK,
  [/\bauth\./, 'a session, a link or a failed attempt is found by its hash: the tenant follows from it'],
  [
    /\blog\.(followed|links|has_event)\b|pg_try_advisory_xact_lock|pg_stat_get_tuples_updated/,
    'one worker verifies the events of all tenants as they come',
  ],
  [/\blog\.checkpoints\b/, 'one relay moves the events of all tenants, in the order of the log'],
  [/queue\.add_deliveries\(/, 'the relay adds the deliveries of a batch: each names its tenant'],
  [/graphile_worker\.add_jobs/, 'the relay adds the jobs of a batch: each payload names its tenant'],
  [/log\.(sending_frozen|keep_sending_open)\(/, 'a restore concerns the whole installation'],
  [/^select pg_advisory_xact_lock(_shared)?\(/, 'the key is a hash of the tenant and what is locked (log/locks.ts)'],
  [/read\.owners_of\(/, 'the owner of a workspace is an account, which is a stream of the tenant system'],
  [
    /read\.(campaigns_to_plan|questions_to_repeat)\(/,
    'the sweep looks for late work of all tenants, by an index on its time',
  ],
  [/^select \* from lists\.unchecked\(\)$/, 'the sweep looks for texts of all tenants that nobody has checked'],
  [/queue\.text_key\(/, 'the key follows from a text alone: it reads no row'],
  [/lists\.(follow|take_behind)\(/, 'one projector follows the log of all tenants; what it makes names its tenant'],
  [/read\.ai_averages\(/, 'what a call of the AI costs on average, over all tenants'],
];

const FRAME = /^(begin|commit|rollback|savepoint|release)\b/;
const NAMES_TENANT = /\btenant_id\b|'app\.tenant'/;
const FUNCTION = /\b(log|read|lists|vault|auth|queue)\.(\w+)\s*\(/g;

let testApp: TestApp;
let takingTenant: Set<string>;
const seen = new Set<string>();

beforeAll(async () => {
  testApp = await startTestApp({ followEveryMs: 200 });
  const functions = await testApp.owner.sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('log', 'read', 'lists', 'vault', 'auth', 'queue') and 'p_tenant' = any (p.proargnames)`;
  takingTenant = new Set(functions.map(({ name }) => name));
  for (const sql of [testApp.api.sql, testApp.worker.store.sql]) collect(sql);
});
afterAll(async () => {
  for (const sql of [testApp.api.sql, testApp.worker.store.sql]) (sql as unknown as Debugged).options.debug = false;
  await testApp.stop();
});

/** Keeps the statements that name no tenant, and follow none in their transaction. */
function collect(sql: Sql): void {
  const named = new Set<number>();
  (sql as unknown as Debugged).options.debug = (connection, text) => {
    const statement = text.replace(/\s+/g, ' ').trim();
    if (FRAME.test(statement)) named.delete(connection);
    else if (NAMES_TENANT.test(statement)) {
      if (statement.includes("'app.tenant'")) named.add(connection);
    } else if (!named.has(connection)) seen.add(statement);
  };
}

const callsWithTenant = (statement: string): boolean => {
  const called = [...statement.matchAll(FUNCTION)].map(([, schema, name]) => `${schema}.${name}`);
  return called.length > 0 && called.every((name) => takingTenant.has(name));
};

test('each statement of the main loop names its tenant, or is a named exception', async () => {
  const robin = await new Person(testApp.url).signUp('robin@northwind.example');
  await robin.ok('PUT', '/api/business-profile', {
    businessName: 'Northwind Trail Gear',
    industry: 'Fitness',
    userFullName: 'Robin Vale',
    contactEmail: 'robin@northwind.example',
    postalAddress: '12 Ridge Road, Burlington, VT 05401',
    timezone: 'UTC',
  });
  const criteria = { description: 'Repairable packs', platforms: ['instagram'], industry: 'Fitness' };
  const { found } = await robin.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 5 });
  expect(found).toBeGreaterThan(0);
  const withEmail: string[] = [];
  for (const { id } of await robin.ok<PartnerView[]>('GET', '/api/partners')) {
    await robin.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    const { partner } = await robin.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
    if (partner.contactInfo?.email) withEmail.push(id);
  }
  await robin.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'robin@northwind.example',
    sendgridApiKey: 'SG.sandbox',
  });
  const campaign = await robin.ok<CampaignView>('POST', '/api/campaigns', {
    name: 'Spring vests',
    subjectType: 'static',
    staticSubject: 'A vest for your trails',
    messagePrompt: 'Offer a free vest for an honest review.',
    dailyLimit: 10,
  });
  await robin.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: withEmail });
  await robin.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
  await robin.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(
    () => robin.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
    ({ status }) => status === 'completed',
  );
  await testApp.sweep();
  for (const page of ['dashboard/stats', 'dashboard/overview', 'campaigns', 'inbox', 'history', 'suppressions'])
    await robin.ok('GET', `/api/${page}`);
  const events = await testApp.events();
  await until(
    () => testApp.owner.sql<{ left: number }[]>`
      select count(*)::int as left from log.events e, log.followed f where (e.epoch, e.tx, e.position) > (f.epoch, f.tx, f.position)`,
    ([row]) => row?.left === 0,
  );
  expect(events).toBeGreaterThan(0);
  // what a whole campaign wrote is as it must be
  expect(await recordStanding(testApp.owner)).toMatchObject({ wrong: 0, first: null });

  const unnamed = [...seen].filter((statement) => !callsWithTenant(statement));
  expect(unnamed.length).toBeGreaterThan(0);
  const unexplained = unnamed.filter((statement) => !ACROSS_TENANTS.some(([exception]) => exception.test(statement)));
  expect(unexplained).toEqual([]);
  const unused = ACROSS_TENANTS.filter((one) => !BY_THE_CLOCK.includes(one)).filter(
    ([exception]) => !unnamed.some((statement) => exception.test(statement)),
  );
  expect(unused).toEqual([]);
});
