import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimelineView } from '../../api/views.ts';
import { freezeSending } from '../../db/installation/freeze.ts';
import { INSTALLATION } from '../../db/installation/installation.ts';
import { followLog } from '../../db/lists/follow.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { recordLinkCheck } from '../../events/accounts/installation.ts';
import { cause, changeSetting } from '../support/log.ts';
import { type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

/** The clock of the app stays at this whole minute. */
const MINUTE = Math.ceil(Date.now() / 60_000) * 60_000;

let testApp: TestApp;
/** The first account, and so the admin. */
let outreach: Outreach;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, clock: () => MINUTE });
  outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
});
afterAll(() => testApp.stop());

const get = (path: string, tag = '') => outreach.person.call('GET', `/api${path}`, undefined, { 'If-None-Match': tag });

test('each slow call is answered 304 until the minute is over, and browsers ask each time', async () => {
  const { person, tenant, campaign, sends, partners } = outreach;
  const { events } = await person.ok<TimelineView>('GET', '/api/history');
  const at = new Date(MINUTE).toISOString();
  const numberPath = `number/totalPartners?span=recent`;
  const past = [
    ...['?limit=5', `/causes?event=${events[0]?.id}`, `/explain/${sends[0]?.id}?`, `/as-of?at=${at}&what=dashboard`],
    ...[`/${numberPath}`, '/days?zone=UTC'],
  ];
  const paths = [
    ...['/dashboard/stats', '/dashboard/overview?days=30', '/calendar', '/sending-accounts'],
    ...['', '/days', '/ab-test', '/schedule', '/start-preview', `/start-preview?at=${at}`].map(
      (rest) => `/campaigns/${campaign.id}${rest}`,
    ),
    `/partners/${partners[0]?.id}`,
    ...past.flatMap((rest) => [`/history${rest}`, `/admin/history${rest}&tenant=${tenant}`]),
  ];
  // a first look at the past leaves a trace, which is news of the tenant
  for (const rest of past) await get(`/history${rest}`);
  const tags = new Map<string, string>();
  for (const path of paths) {
    const { status, headers } = await get(path);
    const tag = headers.get('ETag') ?? '';
    const facts = { path, status, kept: headers.get('Cache-Control'), isTagged: tag !== '' };
    expect(facts).toEqual({ path, status: 200, kept: 'private, no-cache', isTagged: true });
    tags.set(path, tag);
    const again = await get(path, tag);
    expect([path, again.status, again.headers.get('Cache-Control')]).toEqual([path, 304, 'private, no-cache']);
  }
  expect((await get('/admin/history')).headers.get('ETag')).toBeNull();
  testApp.later(60_000);
  for (const path of paths) expect([path, (await get(path, tags.get(path))).status]).toEqual([path, 200]);
});

test('all that screens depend on changes the version, and another workspace does not', async () => {
  const { person, partners, tenant } = outreach;
  const { owner } = testApp;
  const other = await readyPerson(testApp, 0);
  const version = async () => (await bringUpToDate(owner, tenant)).version;
  const changes = async (change: () => Promise<unknown>): Promise<boolean> => {
    const before = await version();
    await change();
    return (await version()) !== before;
  };
  const renamed = { firstName: 'Sam', lastName: 'Hale' };
  expect(await changes(() => other.person.ok('PUT', '/api/auth/name', renamed))).toBe(false);
  expect(await changes(() => owner.run(changeSetting(other.tenant, 'one', 'a')))).toBe(false);

  const status = () => person.ok('PATCH', `/api/partners/${partners[0]?.id}/status`, { status: 'rejected' });
  expect(await changes(status)).toBe(true);
  expect(await changes(() => person.ok('PUT', '/api/auth/name', renamed))).toBe(true);
  const linkCheck = () =>
    owner.decide({ tenant: 'system', cause }, INSTALLATION, (now) =>
      recordLinkCheck(now, { publicUrl: 'https://northwind.example', works: false }),
    );
  expect(await changes(linkCheck)).toBe(true);
  const textCheck = () => owner.sql`
    insert into queue.kept_checks (tenant_id, n) values (${tenant}, 1) on conflict (tenant_id) do update set n = kept_checks.n + 1`;
  expect(await changes(textCheck)).toBe(true);
  expect(await changes(() => freezeSending(owner.sql, 'by_hand', null))).toBe(true);
});

test('an event that commits after a newer one changes the version, and no look of the projector does', async () => {
  const { owner } = testApp;
  const version = async () => (await bringUpToDate(owner, outreach.tenant)).version;
  const before = await owner.sql.begin(async (tx) => {
    await tx`select pg_current_xact_id()`;
    await owner.run(changeSetting(outreach.tenant, 'newer', 'a'));
    const seen = await version();
    await owner.runIn(tx, changeSetting(outreach.tenant, 'older', 'a'));
    return seen;
  });
  const after = await version();
  expect(after).not.toBe(before);
  // a transaction in another database of the server may hold the projector up
  await until(
    () => followLog(owner.sql),
    (seen) => Number(seen) > 0,
  );
  expect(await version()).toBe(after);
});
