import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAs } from '../../db/connection/connect.ts';
import { projectPeople } from '../../db/lists/project.ts';
import { readCountries, readPartnerCounts, readTags, readWaitingForJudge } from '../../db/read/partnerCounts.ts';
import { countPartners, listedPartners, partnerPage } from '../../db/read/partnerPage.ts';
import type { Store } from '../../db/store.ts';
import { partner } from '../../events/partners/partner.ts';
import { PARTNER_SORTS, type PartnerFilter, type PartnerSort } from '../../events/partners/partnersInput.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
});
afterAll(() => db.drop());

type Given = Partial<typeof partner.initial> & {
  name?: string;
  username?: string;
  bio?: string;
  email?: string;
  tags?: string[];
  country?: string;
};

/** Partners of a tenant as the read models have them. */
async function given(tenant: string, people: Record<string, Given>): Promise<void> {
  const { sql } = await db.open('owner', 2);
  for (const [id, { name, username = null, bio = null, email, tags = [], country, ...state }] of Object.entries(
    people,
  )) {
    const whole = {
      ...partner.initial,
      status: 'pending',
      createdAt: '2026-03-01T08:00:00.000Z',
      person: name === undefined ? null : { name, username, bio, country, socialProfiles: [], evidence: [] },
      contact: email ? { email, socialProfiles: [] } : null,
      notes: { text: '', tags },
      ...state,
    };
    await sql`
      insert into read.partners (tenant_id, stream_id, version, projection_version, recorded_at, state)
      values (${tenant}, ${`partner-${id}`}, 1, 1, now(), ${JSON.stringify(whole)}::text::jsonb)`;
  }
  await projectPeople(sql, tenant, Object.keys(people));
}

const page = (
  tenant: string,
  filter: PartnerFilter,
  sort: PartnerSort = 'match',
  turned = false,
  limit = 200,
  after?: string,
) =>
  readAs(store.sql, tenant, (tx) =>
    partnerPage(tx, tenant, { filter, order: { sort, turned }, limit, after, now: store.now() }),
  );

async function walk(
  tenant: string,
  filter: PartnerFilter,
  sort: PartnerSort,
  turned: boolean,
  limit: number,
): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { ids, next } = await page(tenant, filter, sort, turned, limit, after);
    seen.push(...ids);
    if (next === null) return seen;
    expect(ids).toHaveLength(limit);
    after = next;
  }
}

const ada: Given = { verified: true, scoredBy: 'rubric' };

describe('the orders of a list of partners', () => {
  const tenant = 'orders';
  beforeAll(() =>
    given(tenant, {
      a: { ...ada, name: 'Zoë 10', score: 90, followersCount: 500, industry: 'Fitness', email: 'z@x.example' },
      b: { ...ada, name: 'zoe 9', score: 90, followersCount: 500, createdAt: '2026-03-02T08:00:00.000Z' },
      c: { name: 'Älva', score: 99, engagementRate: 3.4, industry: 'Beauty' },
      d: { ...ada, name: '李娜', score: 40, followersCount: 0, email: 'A@x.example' },
      e: { ...ada, score: null, engagementRate: 0, industry: 'fitness' },
      f: { name: 'alva', score: 12.5, followersCount: 3_000_000_000 },
      g: { ...ada, name: 'Zoë 10', score: null },
      x: { ...ada, name: 'Gone', score: 95, status: 'deleted' },
    }),
  );
  const cases: [PartnerSort, boolean, string][] = [
    ['match', false, 'badcfeg'],
    ['match', true, 'fcdabeg'],
    ['followers', false, 'fbadceg'],
    ['followers', true, 'dabfceg'],
    ['engagement', false, 'cebadfg'],
    ['engagement', true, 'ecbadfg'],
    ['name', false, 'cfbagde'],
    ['name', true, 'dgabfce'],
    ['industry', false, 'caebdfg'],
    ['industry', true, 'eacbdfg'],
    ['email', false, 'dabcfeg'],
    ['email', true, 'adbcfeg'],
    ['added', false, 'badcfeg'],
    ['added', true, 'gefcdab'],
  ];
  test.each(cases)('%s, turned %s: %s', async (sort, turned, order) => {
    expect((await page(tenant, {}, sort, turned)).ids.join('')).toBe(order);
    for (const limit of [1, 2, 3, 7]) expect((await walk(tenant, {}, sort, turned, limit)).join('')).toBe(order);
  });

  test('a page of another order, or of none, is refused', async () => {
    const { next } = await page(tenant, {}, 'name', false, 2);
    await expect(page(tenant, {}, 'followers', false, 2, next ?? '')).rejects.toMatchObject({ refusal: 'invalid' });
    await expect(page(tenant, {}, 'name', true, 2, next ?? '')).rejects.toMatchObject({ refusal: 'invalid' });
    await expect(page(tenant, {}, 'name', false, 2, 'nonsense')).rejects.toMatchObject({ refusal: 'invalid' });
  });
});

describe('what a filter lets through', () => {
  const tenant = 'filters';
  beforeAll(async () => {
    await given(tenant, {
      maren: {
        ...{ name: 'Maren Öst', username: '@maren_runs', bio: 'Trail 100% of\nmy days', industry: 'Health & Wellness' },
        ...{
          platform: 'youtube',
          followersCount: 12_000,
          engagementRate: 2.5,
          score: 80,
          verified: true,
          searchId: 's1',
        },
        ...{
          status: 'approved',
          emailStatus: 'email_found',
          email: 'maren@x.example',
          tags: ['Race Day', 'ÉTÉ'],
          scoredBy: 'rubric',
        },
        ...{ country: 'USA', source: 'youtube' },
      },
      unknown: { name: 'Bo', platform: 'tiktok', tags: ['été'], country: 'norway', source: 'import' },
      rough: { name: 'Cy Lane', score: 70, scoredBy: 'rules', platform: 'tiktok', country: 'United States' },
    });
    const { sql } = await db.open('owner', 2);
    const tenDaysAgo = new Date(store.now().getTime() - 10 * 86_400_000).toISOString();
    await sql`
      update lists.people set contacted_at = ${tenDaysAgo}, replied_at = ${tenDaysAgo}
      where tenant_id = ${tenant} and partner_id = 'maren'`;
    await sql`
      insert into lists.conversations (tenant_id, conversation_id, partner_id, campaign_id, last_received_at, listed, unread, done, label, unanswered)
      values (${tenant}, 'c.maren', 'maren', 'c', '2026-03-11T08:00:00.000Z', true, false, false, 'interested', false)`;
    await given('filters-of-others', { other: { name: 'Maren Öst' } });
  });
  const MAREN: [string, PartnerFilter, boolean][] = [
    ['a name', { search: 'maren' }, true],
    ['words in any order, with any case', { search: ' ÖST  Maren' }, true],
    ['a decomposed letter', { search: 'O\u0308st' }, true],
    ['a username with its @', { search: '@maren_' }, true],
    ['a wildcard is a letter', { search: 'maren%runs' }, false],
    ['a percent sign', { search: '100%' }, true],
    ['a backslash', { search: '\\' }, false],
    ['one letter', { search: 'm' }, true],
    ['two letters that nobody has', { search: 'qq' }, false],
    ['only an @', { search: '@' }, true],
    ['a tag as a word', { search: 'race' }, true],
    ['one wrong word', { search: 'maren climbs' }, false],
    ['an alias of the industry', { industry: 'Health' }, true],
    ['another industry', { industry: 'Beauty' }, false],
    ['a tag in another case', { tag: 'été' }, true],
    ['another tag', { tag: 'race' }, false],
    ['enough followers', { minFollowers: 12_000 }, true],
    ['too few followers', { minFollowers: 12_001 }, false],
    ['engagement', { minEngagement: 2.5, includeUnknown: true }, true],
    ['too little of it', { minEngagement: 2.6, includeUnknown: true }, false],
    ['the score', { minMatchScore: 80 }, true],
    ['a higher score', { minMatchScore: 81 }, false],
    ['the platform', { platforms: ['youtube'] }, true],
    ['other platforms', { platforms: ['tiktok'] }, false],
    ['no platforms', { platforms: [] }, true],
    ['the status', { status: 'approved', emailStatus: 'email_found' }, true],
    ['another status', { status: 'pending' }, false],
    ['any name of the country', { country: 'United States of America' }, true],
    ['another country', { country: 'Norway' }, false],
    ['the source', { source: 'youtube' }, true],
    ['another source', { source: 'import' }, false],
    ['an email was sent', { contacted: 'contacted' }, true],
    ['a reply', { contacted: 'replied' }, true],
    ['no email was sent', { contacted: 'never' }, false],
    ['an email in the last days', { lastContact: 'within_30' }, true],
    ['no email in the last week', { lastContact: 'within_7' }, false],
    ['no email for long', { lastContact: 'over_30' }, false],
    ['the label of a reply', { label: 'interested' }, true],
    ['another label', { label: 'question' }, false],
    ['the search', { searchId: 's1', verified: 'true' }, true],
  ];
  test.each(MAREN)('%s', async (_, filter, passes) => {
    const { ids } = await page(tenant, filter);
    expect(ids.includes('maren')).toBe(passes);
    expect(await countPartners(store, tenant, filter, 1_000)).toBe(ids.length);
  });

  test('who is unknown reaches nothing, except where the filter says so', async () => {
    const has = async (filter: PartnerFilter) => (await page(tenant, filter)).ids.includes('unknown');
    expect(await has({ minFollowers: 1 })).toBe(false);
    expect(await has({ minFollowers: 1, includeUnknown: true })).toBe(true);
    expect(await has({ minFollowers: 0 })).toBe(true);
    expect(await has({ minMatchScore: 0 })).toBe(false);
  });

  test('the counts are those of the list', async () => {
    const counts = await readPartnerCounts(store, tenant);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(counts).toContainEqual({ status: 'pending', platform: 'tiktok', emailStatus: 'pending', count: 2 });
    expect(await readWaitingForJudge(store, tenant)).toBe(1);
    expect(await readTags(store, tenant)).toEqual(['Race Day', 'ÉTÉ']);
    expect(await readCountries(store, tenant)).toEqual(['Norway', 'United States']);
  });

  test('rows come in the order of their ids', async () => {
    const rows = await readAs(store.sql, tenant, (tx) => listedPartners(tx, tenant, ['rough', 'maren', 'other']));
    expect(rows.map(({ id }) => id)).toEqual(['rough', 'maren']);
  });
});

describe('of 5,000 partners', () => {
  const tenant = 'many';
  beforeAll(async () => {
    const { sql } = await db.open('owner', 1);
    const yesterday = new Date(store.now().getTime() - 86_400_000).toISOString();
    await sql`
      insert into lists.people (tenant_id, partner_id, status, place, name, industry, email, score, followers, engagement, added, searched, country,
        source, contacted_at, replied_at)
      select ${tenant}, 'p' || n, (array['pending', 'approved', 'rejected'])[n % 3 + 1], lpad((n * 7919 % 20011)::text, 8, '0'), 'n' || n,
        'i' || n % 9, n || '@x.example', n % 100, n, n % 50, n, 'person ' || n, case when n % 200 = 0 then 'norway' else 'france' end,
        case when n % 200 = 0 then 'youtube' else 'import' end, case when n % 200 = 0 then ${yesterday}::text end,
        case when n % 200 = 0 then ${yesterday}::text end
      from generate_series(1, 5000) n`;
    await sql`
      insert into lists.conversations (tenant_id, conversation_id, partner_id, campaign_id, last_received_at, listed, unread, done, label, unanswered)
      select ${tenant}, 'c.p' || n, 'p' || n, 'c', ${yesterday}, true, false, false, case when n % 200 = 0 then 'interested' else 'no' end, false
      from generate_series(1, 5000, 5) n union all
      select ${tenant}, 'd.p' || n, 'p' || n, 'd', ${yesterday}, true, false, false, 'interested', false from generate_series(200, 5000, 200) n`;
    await sql`analyze lists.people, lists.conversations`;
  });

  /** A page, and the rows and entries of indexes that were read for it. */
  const reading = (filter: PartnerFilter, sort: PartnerSort) =>
    readAs(store.sql, tenant, async (tx) => {
      // what the connection has read since its figures were last collected
      const readSoFar = async (): Promise<number> => {
        const [row] = await tx<{ n: number }[]>`
          select pg_stat_get_xact_tuples_returned('lists.people'::regclass)::int + sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as n
          from pg_index where indrelid = 'lists.people'::regclass`;
        return row?.n ?? 0;
      };
      const before = await readSoFar();
      const { ids } = await partnerPage(tx, tenant, {
        ...{ filter, order: { sort, turned: false }, limit: 50, now: store.now() },
      });
      return { ids, read: (await readSoFar()) - before };
    });

  test.each(PARTNER_SORTS)('a page by %s is read in the order of an index', async (sort) => {
    const { ids, read } = await reading({ status: 'pending' }, sort);
    expect(ids).toHaveLength(50);
    expect(read).toBeLessThan(600);
  });

  test.each<PartnerFilter>([
    { country: 'Norway' },
    { source: 'youtube' },
    { contacted: 'replied' },
    { contacted: 'contacted' },
    { lastContact: 'within_7' },
    { label: 'interested' },
  ])('the few of %o are found by an index', async (filter) => {
    const { ids, read } = await reading(filter, 'match');
    expect(ids).toHaveLength(25);
    expect(read).toBeLessThan(600);
  });
});
