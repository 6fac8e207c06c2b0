import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AcceptedView,
  ErrorView,
  GenerateView,
  PartnerDetailView,
  PartnerView,
  SearchView,
} from '../../api/views.ts';
import { listPartners } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import { keepForSearch } from '../../db/vault/keptForSearch.ts';
import { optOut } from '../../events/partners/contact.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { foundPartnersText } from '../../web/features/search/foundText.ts';
import { retryAtOnce } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const OPTED_OUT = reasonSentence({ code: 'opted_out' });

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 2_500 });
  await retryAtOnce(testApp.owner.sql);
});
afterAll(() => testApp.stop());

/** Fits enough people on LinkedIn and on YouTube, each. */
const criteria = {
  businessName: 'Keyline',
  industry: 'Technology',
  targetAudience: 'Developers, gamers and students who love software, gadgets, fitness, food and travel',
  additionalCriteria: 'travel, food, cooking, beauty, games, software, finance, education',
  minFollowers: 1000,
  minEngagement: 1,
  platforms: ['linkedin', 'youtube'],
};
const search = async (count = 10) => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const found = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count });
  return { person, tenant, found };
};
/** The vault's stock for the next search. */
const kept = async (tenant: string) => {
  const [row] = await testApp.owner.sql<{ people: number; places: number }[]>`
    select count(*) filter (where secret_id like 'person-%')::int as people,
      count(*) filter (where secret_id like 'place-%')::int as places
    from vault.secrets where tenant_id = ${tenant} and kind = 'kept-for-search'`;
  return row;
};
const creditsSpent = async (tenant: string) =>
  ((await clearEvents(testApp, tenant, 'SourceCreditsSpent')) as { credits?: number }[]).reduce(
    (sum, { credits = 0 }) => sum + credits,
    0,
  );
const bySource = ({ sources }: GenerateView) => Object.fromEntries(sources.map((one) => [one.source, one]));

test('both sources give people, of the wanted countries, each said with its count; the next search finds others', async () => {
  const { person, tenant, found } = await search();
  expect(found).toMatchObject({ found: 10, complete: true });
  const { youtube, people_data_labs: professionals } = bySource(found);
  expect(youtube?.found).toBeGreaterThan(0);
  expect(professionals?.found).toBeGreaterThan(0);
  expect((youtube?.found ?? 0) + (professionals?.found ?? 0)).toBe(10);
  expect(found.partners.every(({ verified }) => verified)).toBe(true);
  const creators = found.partners.filter(({ platform }) => platform === 'youtube');
  expect(
    creators.some(({ followersCount, engagementRate }) => followersCount !== null && engagementRate !== null),
  ).toBe(true);
  for (const event of await clearEvents(testApp, tenant, 'PartnerDiscovered'))
    expect((event as { keys?: string[] }).keys?.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  expect(found.regions).toBeUndefined();
  const nowhere = { ...criteria, additionalCriteria: `${criteria.additionalCriteria}, in Atlantis` };
  const next = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: nowhere, count: 10 });
  const regions = { unknown: ['atlantis'], searched: ['United States', 'Canada'] };
  expect(next).toMatchObject({ found: 10, regions });
  expect(await person.ok<SearchView>('GET', '/api/searches/latest')).toMatchObject({ regions });
  const names = (view: GenerateView) => view.partners.map(({ profileUrl }) => profileUrl);
  expect(names(next).filter((url) => names(found).includes(url))).toEqual([]);
});

describe('a search for more people than one step finds', () => {
  const begin = async (count: number) => {
    const { person, tenant } = await readyPerson(testApp, 0);
    await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
    const { id } = await person.ok<AcceptedView>('POST', '/api/searches', { count });
    const look = () => person.ok<SearchView>('GET', `/api/searches/${id}`);
    return { person, tenant, id, look };
  };

  test('goes on step by step, planned once, and finds no one twice', async () => {
    const { person, tenant, id, look } = await begin(22);
    expect((await person.ok<AcceptedView>('POST', '/api/searches', { count: 50 })).id).toBe(id);
    const search = await until(look, ({ status }) => status !== 'running');
    expect(search).toMatchObject({ requested: 22, found: 22, complete: true, stopped: false });
    expect(await clearEvents(testApp, tenant, 'SearchStepEnded')).toHaveLength(2);
    expect(await clearEvents(testApp, tenant, 'SearchPlanned')).toHaveLength(1);
    const partners = await person.ok<PartnerView[]>('GET', `/api/partners?searchId=${id}`);
    expect(new Set(partners.map(({ profileUrl }) => profileUrl)).size).toBe(22);
    expect((await person.call('POST', '/api/searches', { count: 51 })).status).toBe(400);
  });

  test('that a user stops keeps the people found so far', async () => {
    await testApp.fault('people_data_labs', 'slow', 1000, { delayMs: 800 });
    const { person, id, look } = await begin(50);
    await until(look, ({ found }) => found > 0);
    const stopped = await person.ok<SearchView>('POST', `/api/searches/${id}/stop`);
    await testApp.fault('people_data_labs', 'none', 1);
    expect(stopped).toMatchObject({ status: 'completed', stopped: true, complete: false });
    await testApp.events();
    expect(await look()).toEqual(stopped);
    expect(await person.ok<PartnerView[]>('GET', `/api/partners?searchId=${id}`)).toHaveLength(stopped.found);
  });
});

test('a search that outlives the erasure of its workspace keeps nothing', async () => {
  const { tenant } = await readyPerson(testApp, 0);
  const keep = (id: string) => keepForSearch(testApp.worker.store, tenant, new Map([[id, '{}']]));
  await keep('person-1');
  expect((await kept(tenant))?.people).toBe(1);
  await testApp.owner.sql`select vault.forget_secrets(${tenant})`;
  await testApp.owner.sql`delete from vault.person_keys where tenant_id = ${tenant} and person_id = 'owner'`;
  await keep('person-2');
  expect((await kept(tenant))?.people).toBe(0);
});

describe('one source in trouble', () => {
  test.each([
    ['youtube', 'is out of quota', 'reject-4xx', { status: 403, reason: 'quotaExceeded' }, /quota.*used up/],
    ['people_data_labs', 'has no credits', 'reject-4xx', { status: 402 }, /People Data Labs has no credits left/],
  ] as const)('%s %s: the other finds 10, and the answer says which failed', async (name, _how, mode, more, error) => {
    await testApp.fault(name, mode, 1000, more);
    const { found } = await search();
    await testApp.fault(name, 'none', 1);
    expect(found).toMatchObject({ found: 10, complete: true });
    expect(bySource(found)[name]).toMatchObject({ found: 0, error: expect.stringMatching(error) });
    const other = name === 'youtube' ? 'people_data_labs' : 'youtube';
    expect(bySource(found)[other]).toEqual({ source: other, found: 10 });
  });

  test('one down, one slow and one out of quota: the slow one finds 10, and the notice says what failed [long]', async () => {
    await testApp.fault('openai', '429', 1000, { reason: 'insufficient_quota' });
    await testApp.fault('youtube', 'slow', 1000, { delayMs: 300 });
    await testApp.fault('people_data_labs', '500', 1000);
    const { found } = await search();
    for (const name of ['youtube', 'people_data_labs', 'openai'] as const) await testApp.fault(name, 'none', 1);
    expect(found).toMatchObject({ found: 10, complete: true });
    expect(foundPartnersText(found).text).toBe(
      '10 new partner recommendations from YouTube. People Data Labs is not responding properly. AI search words: The AI provider account has no credit left. Ask your administrator to add credit.',
    );
  });

  test('one down, one hanging and one out of quota: 10 are found among those paid for before, and the notice says what failed [long]', async () => {
    // both searches are planned by words that many people have
    await testApp.fault('openai', '429', 1000, { reason: 'insufficient_quota' });
    const { person } = await readyPerson(testApp, 0);
    const wanted = {
      targetAudience: 'People of any kind',
      description: 'writing teaching coaching photography software',
    };
    const generate = (platforms: string[]) =>
      person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: { ...wanted, platforms }, count: 10 });
    await generate(['linkedin']);
    await testApp.fault('youtube', 'hang', 1000);
    await testApp.fault('people_data_labs', '500', 1000);
    const found = await generate(['linkedin', 'youtube', 'tiktok']);
    for (const name of ['youtube', 'people_data_labs', 'openai'] as const) await testApp.fault(name, 'none', 1);
    expect(found).toMatchObject({ found: 10, complete: true });
    expect(found.partners).toHaveLength(10);
    expect(foundPartnersText(found).text).toBe(
      '10 new partner recommendations from People Data Labs. YouTube took too long. People Data Labs is not responding properly. Web search: The AI provider account has no credit left. Ask your administrator to add credit. AI search words: The AI provider account has no credit left. Ask your administrator to add credit.',
    );
  });

  test('only when every source fails does the search fail, and says why of each', async () => {
    for (const name of ['youtube', 'people_data_labs', 'openai'] as const)
      await testApp.fault(name, 'reject-4xx', 1000);
    const { person } = await readyPerson(testApp, 0);
    const failed = await person.call('POST', '/api/partners/generate', { criteria, count: 2 });
    for (const name of ['youtube', 'people_data_labs', 'openai'] as const) await testApp.fault(name, 'none', 1);
    expect(failed.status).toBe(502);
    const { error } = await person.ok<SearchView>('GET', '/api/searches/latest');
    expect(error).toMatch(/YouTube.+People Data Labs.+Web search: The AI provider/);
  });
});

describe('the web', () => {
  test('is asked where no other source finds people on a wanted platform: by pages that name them and link the profile', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const wanted = { ...criteria, platforms: ['tiktok'] };
    const found = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: wanted, count: 10 });
    // no credit is spent on a person whom the lists of that platform would not show
    expect(found.sources.map(({ source }) => source)).toEqual(['web_search']);
    expect(await creditsSpent(tenant)).toBe(0);
    expect(bySource(found).web_search?.found).toBeGreaterThan(0);
    const creators = found.partners.filter(({ platform }) => platform === 'tiktok');
    expect(creators.length).toBe(bySource(found).web_search?.found);
    for (const creator of creators) {
      expect(creator).toMatchObject({ verified: true, followersCount: null, engagementRate: null });
      const { evidence } = await person.ok<PartnerDetailView>('GET', `/api/partners/${creator.id}`);
      expect(evidence.map(({ source, url }) => [source, url?.startsWith(testApp.sandboxUrl)])).toContainEqual([
        'a web search',
        true,
      ]);
    }
    const made = await clearEvents(testApp, tenant, 'AiCallMade');
    expect(made).toContainEqual(
      expect.objectContaining({ operation: 'partnerDiscovery', outcome: 'ok', webSearches: 1 }),
    );
  });

  test('is asked for Instagram, too: who is on LinkedIn may be anywhere else, and no source says so beforehand [long]', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const wanted = { ...criteria, platforms: ['instagram'] };
    const found = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: wanted, count: 3 });
    expect(found.sources.map(({ source }) => source)).toEqual(['web_search']);
    expect(found.partners.map(({ platform }) => platform)).toEqual(Array(found.found).fill('instagram'));
    expect(await creditsSpent(tenant)).toBe(0);
  });

  test('finds who is missing when the others have no more, and is not paid for before [long]', async () => {
    await testApp.fault('youtube', 'reject-4xx', 1000, { status: 403, reason: 'quotaExceeded' });
    await testApp.fault('people_data_labs', 'reject-4xx', 1000, { status: 402 });
    const { found, tenant } = await search(3);
    for (const name of ['youtube', 'people_data_labs'] as const) await testApp.fault(name, 'none', 1);
    expect(found).toMatchObject({ found: 3, complete: true });
    expect(found.sources).toEqual([
      { source: 'youtube', found: 0, error: expect.stringMatching(/quota/) },
      { source: 'people_data_labs', found: 0, error: expect.stringMatching(/no credits/) },
      { source: 'web_search', found: 3 },
    ]);
    expect(await clearEvents(testApp, tenant, 'AiCallMade')).toHaveLength(2);
    const enough = await search(2);
    expect(enough.found.sources.map(({ source }) => source)).toEqual(['youtube', 'people_data_labs']);
    expect(await clearEvents(testApp, enough.tenant, 'AiCallMade')).toHaveLength(1);
  });
});

test('an audience without a word is not looked for, and says what to do', async () => {
  await testApp.fault('openai', '429', 1000, { reason: 'insufficient_quota' });
  const { person, tenant } = await readyPerson(testApp, 0);
  const answer = await person.call<ErrorView>('POST', '/api/partners/generate', { criteria: {}, count: 3 });
  await testApp.fault('openai', 'none', 1);
  expect(answer.body.error).toBe('Describe your audience with Adjust Profile, then search again.');
  expect(await creditsSpent(tenant)).toBe(0);
});

test('whom a search paid for and did not take, the next one has for nothing; an erasure forgets them all', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const wanted = { ...criteria, platforms: ['linkedin'] };
  const generate = (count: number) =>
    person.ok<GenerateView>('POST', '/api/partners/generate', { criteria: wanted, count });
  const first = await generate(5);
  const left = (await creditsSpent(tenant)) - 5;
  expect(left).toBeGreaterThanOrEqual(3);
  expect(await kept(tenant)).toEqual({ people: left, places: 1 });
  await testApp.fault('people_data_labs', 'reject-4xx', 1000, { status: 402 });
  const second = await generate(3);
  await testApp.fault('people_data_labs', 'none', 1);
  expect(second).toMatchObject({ found: 3, complete: true, sources: [{ source: 'people_data_labs', found: 3 }] });
  expect(await kept(tenant)).toEqual({ people: left - 3, places: 1 });
  const all = [...first.partners, ...second.partners];
  expect(new Set(all.map(({ profileUrl }) => profileUrl)).size).toBe(8);
  await person.ok('DELETE', `/api/partners/${all[0]?.id}`);
  await person.ok('POST', `/api/partners/${all[0]?.id}/erase`);
  await expect.poll(() => kept(tenant), { timeout: 20_000 }).toEqual({ people: 0, places: 0 });
});

test('what a page cost is counted, and whom it names is kept, while another source still works: a worker that dies then loses neither [long]', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const paid = async () => ({ people: (await kept(tenant))?.people, credits: await creditsSpent(tenant) });
  await testApp.fault('youtube', 'hang', 1000);
  const answered = person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 3 });
  await expect.poll(async () => (await paid()).credits, { interval: 20 }).toBeGreaterThan(0);
  const { people, credits } = await paid();
  expect(people).toBe(credits);
  expect(await person.ok<SearchView>('GET', '/api/searches/latest')).toMatchObject({ status: 'running', found: 0 });
  expect(await answered).toMatchObject({ found: 3 });
  await testApp.fault('youtube', 'none', 1);
});

test('somebody whom YouTube found is not added again by the LinkedIn address that their channel names [long]', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await person.ok('POST', '/api/partners/generate', { criteria: { ...criteria, platforms: ['youtube'] }, count: 10 });
  const creators = await listPartners(testApp.owner, tenant);
  const linked = creators
    .flatMap(({ state }) => state.person?.socialProfiles ?? [])
    .find(({ url }) => url.includes('linkedin'));
  expect(linked).toBeDefined();
  const again = await person.call<ErrorView>('POST', '/api/partners/ingest-url', { profileUrl: linked?.url });
  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('already exists') } });
  const listed = await person.call('POST', '/api/partners/import', {
    rows: [{ name: 'A creator', profileUrl: linked?.url }],
  });
  expect(listed).toMatchObject({ status: 200, body: { addedCount: 0, knownCount: 1 } });
  expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(creators.length);
});

test('a creator who opted out is not added by the LinkedIn address that their channel named', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await person.ok('POST', '/api/partners/generate', { criteria: { ...criteria, platforms: ['youtube'] }, count: 10 });
  const creators = await listPartners(testApp.owner, tenant);
  const linkOf = ({ state }: (typeof creators)[number]) =>
    state.person?.socialProfiles.find(({ url }) => url.includes('linkedin'))?.url;
  const creator = creators.find(linkOf);
  const profileUrl = creator && linkOf(creator);
  if (!profileUrl) throw new Error('No channel names an address at LinkedIn.');
  const cause = { actor: 'worker:test', correlationId: 'test', causationId: null };
  await testApp.owner.decide({ tenant, cause }, ref('partner', creator.id), (state) => optOut(state, 'hunter'));
  await person.ok('POST', `/api/partners/${creator.id}/erase`);
  const searches = await clearEvents(testApp, tenant, 'SearchRequested');
  expect(await person.call<ErrorView>('POST', '/api/partners/ingest-url', { profileUrl })).toMatchObject({
    ...{ status: 410, body: { error: OPTED_OUT } },
  });
  // their address is stored nowhere
  expect(await clearEvents(testApp, tenant, 'SearchRequested')).toEqual(searches);
  const rows = [
    { name: 'Noor Haddad', profileUrl: 'https://linkedin.com/in/noor-haddad-77' },
    { name: 'A creator', profileUrl },
  ];
  expect(await person.import(rows)).toMatchObject({
    addedCount: 1,
    leftOut: [{ line: 2, problem: OPTED_OUT }],
  });
});

test('whom a file brought is scored by the same rules, with the file as evidence, and is not found again', async () => {
  const { person: other } = await search();
  const [known] = await other.ok<PartnerView[]>('GET', '/api/partners');
  const { person } = await readyPerson(testApp, 0);
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  const row = { name: known?.name, profileUrl: known?.profileUrl, bio: 'I test software and gadgets for developers.' };
  await person.import([row, { name: 'Bare Name', profileUrl: 'https://x.com/bare' }]);
  const found = await person.ok<GenerateView>('POST', '/api/partners/generate', { criteria, count: 10 });
  expect(found.found).toBe(10);
  expect(found.partners.map(({ profileUrl }) => profileUrl)).not.toContain(known?.profileUrl);
  const all = await person.ok<PartnerView[]>('GET', '/api/partners');
  const [mine, bare] = [row.name, 'Bare Name'].map((name) => all.find((partner) => partner.name === name));
  const detail = await person.ok<PartnerDetailView>('GET', `/api/partners/${mine?.id}`);
  expect(detail).toMatchObject({ verified: true, evidence: [{ source: 'your file', text: row.bio, url: null }] });
  expect(detail.parts.map(({ points }) => points).reduce((sum, points) => sum + points)).toBe(detail.matchScore);
  expect(bare).toMatchObject({ verified: false });
  expect(mine?.matchScore).toBeGreaterThan(bare?.matchScore ?? 100);
});
