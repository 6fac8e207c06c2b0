import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import { readAs } from '../../db/connection/connect.ts';
import { compareLists } from '../../db/lists/compare.ts';
import { projectPeople } from '../../db/lists/project.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import type { Store } from '../../db/store.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp?.stop());

type Kept = { counters: Record<string, number>; added: Record<string, number>; found: string[]; behind: number };

/** The counters, what the people of the tenant add to them, and what of people can be searched. */
async function kept({ sql }: Store, tenant: string): Promise<Kept> {
  const counters = await sql<{ key: string; n: number }[]>`
    select campaign_id || '|' || name || '|' || day as key, n from lists.counters where tenant_id = ${tenant} and n <> 0`;
  const people = await sql<{ found: string; counted: Record<string, number> }[]>`
    select found, counted from lists.people where tenant_id = ${tenant} order by partner_id`;
  const behind = await sql`select from lists.behind where tenant_id = ${tenant}`;
  const added: Record<string, number> = {};
  for (const { counted } of people) for (const [key, n] of Object.entries(counted)) added[key] = (added[key] ?? 0) + n;
  return {
    counters: Object.fromEntries(counters.map(({ key, n }) => [key, n])),
    added,
    found: people.map((one) => one.found),
    behind: behind.length,
  };
}

test('counters are what all people add, and do not change when rows are made again by several at once', async () => {
  const { person, partners, tenant } = await readyPerson(testApp, 4);
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  const sends = await person.ok<{ id: string }[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  await person.ok('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
  await person.ok('PATCH', `/api/campaign-sends/${sends[0]?.id}/status`, { status: 'replied' });
  await bringUpToDate(testApp.owner, tenant);
  const { counters, added } = await kept(testApp.owner, tenant);
  expect(counters).toEqual(added);
  expect(counters).toMatchObject({
    [`${campaign.id}|sentCount|`]: 1,
    [`${campaign.id}|responseCount|`]: 1,
    '|status.approved|': 4,
  });
  const ids = partners.map(({ id }) => id);
  await Promise.all(
    [1, 2, 3, 4].map(() =>
      projectPeople(
        testApp.owner.sql,
        tenant,
        ids.toSorted(() => Math.random() - 0.5),
      ),
    ),
  );
  expect((await kept(testApp.owner, tenant)).counters).toEqual(counters);
});

test('an erased person is found by no search, and counts as little as in the log', async () => {
  const { person, partners, tenant } = await readyPerson(testApp, 2);
  await bringUpToDate(testApp.owner, tenant);
  const name = (partners[0]?.name ?? '').toLowerCase();
  expect((await kept(testApp.owner, tenant)).found.join('\n')).toContain(name);
  await person.ok('POST', `/api/partners/${partners[0]?.id}/erase`);
  await bringUpToDate(testApp.owner, tenant);
  const { counters, added, found } = await kept(testApp.owner, tenant);
  expect(found.join('\n')).not.toContain(name);
  expect(counters).toEqual(added);
});

test('a tenant reads no counters of another one', async () => {
  const [one, other] = [await readyPerson(testApp, 1), await readyPerson(testApp, 1)];
  await bringUpToDate(testApp.owner, one.tenant);
  const seen = await readAs(
    testApp.api.sql,
    other.tenant,
    (tx) => tx<{ tenant_id: string }[]>`select distinct tenant_id from lists.counters`,
  );
  expect(seen.map(({ tenant_id }) => tenant_id)).not.toContain(one.tenant);
});

test('a campaign that is deleted moves its people to the numbers of deleted campaigns', async () => {
  const { person, partners, tenant } = await readyPerson(testApp, 1);
  const campaign = await addCampaign(person, partners, { texts: 'edited' });
  const [send] = await person.ok<{ id: string }[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  await person.ok<CampaignView>('DELETE', `/api/campaigns/${campaign.id}`);
  await bringUpToDate(testApp.owner, tenant);
  expect((await kept(testApp.owner, tenant)).counters).toMatchObject({ '|deleted.partnersWrittenTo|': 1 });
});

test('another zone counts the days again', async () => {
  const { person, tenant } = await readyPerson(testApp, 2);
  const days = async () => {
    await bringUpToDate(testApp.owner, tenant);
    return Object.keys((await kept(testApp.owner, tenant)).counters).filter((key) => key.startsWith('|totalPartners|'));
  };
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const seen: string[] = [];
  for (const timezone of zones) {
    await person.ok('PUT', '/api/business-profile', { timezone });
    seen.push(...(await days()));
  }
  expect(new Set(seen).size).toBe(2);
  expect(await days()).toHaveLength(1);
});

test('a row or a counter that was altered is named, and made again', async () => {
  // a worker would make the rows again first
  const still = await startTestApp({ working: false });
  onTestFinished(() => still.stop());
  const { person, partners, tenant } = await readyPerson(still, 2);
  await addCampaign(person, partners, { texts: 'edited' });
  const { sql } = still.owner;
  const wrongNow = async (repair: boolean) =>
    (await compareLists(sql, { repair })).filter((one) => one.tenant === tenant).map(({ of }) => of);
  // who moved above the horizon, which other databases of the server hold back, waits for the projector and is not named
  const late = async () => {
    expect(await wrongNow(false)).toEqual([]);
    const [row] = await sql<{ people: string[] }[]>`select people from lists.news(${tenant}, 10)`;
    return row?.people;
  };
  await expect.poll(late, { timeout: 20_000 }).toEqual([]);
  const [first = '', second = ''] = partners.map(({ id }) => id);
  await sql`update lists.messages set status = 'sent' where tenant_id = ${tenant} and partner_id = ${first}`;
  await sql`
    update lists.counters set n = n + 1 where tenant_id = ${tenant} and campaign_id = '' and name = 'status.approved'`;
  await sql`
    insert into lists.messages select (jsonb_populate_record(m, '{"message_id": "gone"}')).* from lists.messages m
    where tenant_id = ${tenant} and partner_id = ${second}`;
  const wrong = [...[`partner-${first}`, `partner-${second}`].sort(), 'counter |status.approved|'];
  expect(await wrongNow(false)).toEqual(wrong);
  expect(await wrongNow(true)).toEqual(wrong);
  expect(await wrongNow(false)).toEqual([]);
}, 60_000);
