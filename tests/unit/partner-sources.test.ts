import { describe, expect, test } from 'vitest';
import { planFromWords } from '../../events/partners/match.ts';
import { mergeSame } from '../../events/partners/mergeFound.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import { rankFound } from '../../events/partners/rankFound.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';
import { countriesIn, countryCode, countryInText, regionsOf, unknownRegions } from '../../events/shared/countries.ts';
import { PDL_COUNTRIES } from '../../worker/providers/peopleDataLabs/countries.ts';
import { searchQueries } from '../../worker/providers/peopleDataLabs/query.ts';
import { describedPerson } from '../../worker/providers/peopleDataLabs/source.ts';
import { engagementOf, foundChannel } from '../../worker/providers/youtube/channel.ts';
import { compileQuery } from '../../worker/sandbox/pdl/query.ts';
import { entries } from '../../worker/sandbox/pdl/record.ts';
import { RIGHT_TO_LEFT } from '../support/awkwardTexts.ts';
import { aPerson } from '../support/samples.ts';

const SEEN = '2026-03-01T09:00:00.000Z';
const criteria = {
  industry: 'Fitness',
  targetAudience: 'Trail runners who repair their gear',
  minFollowers: 5000,
  minEngagement: 2,
  platforms: ['linkedin' as const, 'youtube' as const],
};
const plan = {
  topics: ['trail running', 'ultralight hiking', 'gear repair', 'running shoes', 'race training', 'mountain sports'],
  jobTitles: ['running coach', 'outdoor editor'],
  audienceTerms: ['runners', 'hikers', 'outdoors'],
  regions: ['united states', 'canada'],
};

/** As People Data Labs answers a coach who wrote a summary. */
const record = {
  full_name: 'Maren Oduya',
  linkedin_url: 'linkedin.com/in/marenruns',
  summary:
    'Trail running coach for runners over forty. I teach race training and gear repair in the outdoors, and test running shoes for two magazines.',
  industry: 'health, wellness and fitness',
  job_title: 'Running Coach',
  job_company_name: 'Green Mountain Runners',
  location_country: 'United States',
  interests: ['mountain sports'],
  skills: ['coaching'],
  work_email: null,
  profiles: [{ network: 'youtube', url: 'youtube.com/channel/UCmaren0000000000000000' }],
};

/** As YouTube answers a channel. */
const channel = {
  id: 'UCmaren0000000000000000',
  snippet: {
    title: 'Maren Runs',
    customUrl: '@marenruns',
    description: 'Trail running and ultralight hiking for runners and hikers.\n\nhttps://www.linkedin.com/in/marenruns',
    country: 'US',
  },
  statistics: { subscriberCount: '48203', hiddenSubscriberCount: false, videoCount: '120', viewCount: '900000' },
  brandingSettings: { channel: { keywords: '"gear repair" "race training" outdoors' } },
  topicDetails: { topicCategories: ['https://en.wikipedia.org/wiki/Physical_fitness'] },
};
const videos = [
  {
    id: 'v1',
    snippet: { title: 'Running shoes that last' },
    statistics: { viewCount: '10000', likeCount: '380', commentCount: '30' },
  },
];

const onLinkedIn = describedPerson(record, criteria.platforms, SEEN) as FoundPerson;
const onYouTube = foundChannel(channel, videos, SEEN) as FoundPerson;
const score = (found: FoundPerson) => scoreFound(found, criteria, plan).score;

describe('a real, well-documented match is a good one', () => {
  test.each([
    ['on LinkedIn, where nobody tells followers', onLinkedIn],
    ['on YouTube', onYouTube],
  ])('%s', (_where, found) => {
    expect(score(found)).toBeGreaterThanOrEqual(80);
  });

  test('its address is known only where the plan shows it, and never told as a fact', () => {
    for (const work_email of [null, true]) {
      const { person } = describedPerson({ ...record, work_email }, [], SEEN) as FoundPerson;
      expect(person).not.toHaveProperty('knownEmail');
    }
    const { person } = describedPerson({ ...record, work_email: 'Maren@Work.example' }, [], SEEN) as FoundPerson;
    expect(person.knownEmail?.address).toBe('maren@work.example');
    expect(JSON.stringify(person.evidence)).not.toContain('@');
  });

  test('and a profile that says little does not', () => {
    const bare = describedPerson({ full_name: 'A B', linkedin_url: 'linkedin.com/in/ab' }, [], SEEN) as FoundPerson;
    expect(bare.person.evidence).toEqual([]);
    expect(score(bare)).toBeLessThan(60);
    const ranked = rankFound(
      [bare, { ...onYouTube, facts: { ...onYouTube.facts, followersCount: 900 } }, onLinkedIn],
      criteria,
      plan,
    );
    expect(ranked.map(({ found }) => found.person.name)).toEqual(['Maren Oduya', 'Maren Runs', 'A B']);
  });
});

describe('a channel', () => {
  test('has exact subscribers, the engagement of its newest videos, and evidence with links', () => {
    expect(onYouTube.facts).toMatchObject({ followersCount: 48_203, engagementRate: 4.1, industry: 'Fitness' });
    expect(onYouTube.person.country).toBe('united states');
    expect(onYouTube.person.evidence.find(({ field }) => field === 'recentWork')).toMatchObject({
      text: 'Running shoes that last',
      url: 'https://www.youtube.com/watch?v=v1',
      seenAt: SEEN,
    });
    expect(onYouTube.person.evidence.map(({ id }) => id)).toEqual(
      onYouTube.person.evidence.map((_, at) => `e${at + 1}`),
    );
  });

  test.each([
    ['People Data Labs', onLinkedIn, record.industry],
    ['YouTube', onYouTube, 'Physical fitness'],
  ])('the industry that %s names is evidence, in its own words', (_source, found, words) => {
    const named = found.person.evidence.find(({ field }) => field === 'industry');
    expect(named?.text).toBe(words);
    const supports = (industry: string) =>
      scoreFound(found, { ...criteria, industry }, { ...plan, topics: [] }).supports.filter(
        ({ evidence }) => evidence === named?.id,
      );
    expect(supports(String(found.facts.industry))).toEqual([{ part: 'topic', evidence: named?.id }]);
    expect(supports('Gaming')).toEqual([]);
  });

  test('what its owner hides is unknown, not zero', () => {
    const { subscriberCount: _, ...hidden } = channel.statistics;
    const found = foundChannel(
      {
        ...channel,
        snippet: { ...channel.snippet, country: null },
        statistics: { ...hidden, hiddenSubscriberCount: true },
      },
      [{ id: 'v1', statistics: { viewCount: '500' } }],
      SEEN,
    );
    expect(found?.facts).toMatchObject({ followersCount: null, engagementRate: null });
    expect(found?.person.country).toBeNull();
    expect(engagementOf([{ statistics: { viewCount: '200', likeCount: '10' } }])).toBe(5);
    expect(engagementOf([])).toBeNull();
  });
});

describe('links in the description of a channel', () => {
  const channelOf = (id: string, title: string, description: string, customUrl?: string) => {
    const named = { ...channel.snippet, customUrl: customUrl ?? `@${id}`, title, description };
    return foundChannel({ ...channel, id: `UC${id}`, snippet: named }, [], SEEN) as FoundPerson;
  };
  const linksOf = ({ person }: FoundPerson) =>
    person.socialProfiles.flatMap(({ platform, url }) => (platform === 'youtube' ? [] : [url]));

  test.each([
    ['a sponsor', 'Sponsored by https://www.instagram.com/salomon', []],
    ['a guest', 'Today with https://www.linkedin.com/in/kilian-aster', []],
    ['a post', 'https://www.instagram.com/p/marenruns https://x.com/marenruns/status/1', []],
    ['a company', 'https://www.linkedin.com/company/marenruns', []],
    ['two of one platform that do not fit', 'https://x.com/nike and https://x.com/adidas', []],
    [
      'the owner among others',
      'https://www.instagram.com/salomon https://instagram.com/maren.runs/ https://www.linkedin.com/in/maren-runs-4a1b',
      ['https://instagram.com/maren.runs/', 'https://www.linkedin.com/in/maren-runs-4a1b'],
    ],
    [
      'two of the owner',
      'https://tiktok.com/@marenruns https://tiktok.com/@marenrunsclips',
      ['https://tiktok.com/@marenruns'],
    ],
    ['a short name that only begins alike', 'https://instagram.com/mare', []],
  ])('%s', (_who, description, links) => {
    const found = channelOf('marenruns', 'Maren Runs', description);
    expect(linksOf(found)).toEqual(links);
    expect(found.facts.otherPlatforms).toHaveLength(links.length);
  });

  test('two channels that name one sponsor are two partners, and a guest does not take over a channel', () => {
    const text = 'Shoes: https://www.instagram.com/salomon Guest: https://www.linkedin.com/in/kilian-aster';
    const guest = describedPerson(
      { full_name: 'Kilian Aster', linkedin_url: 'linkedin.com/in/kilian-aster' },
      [],
      SEEN,
    ) as FoundPerson;
    const found = [channelOf('marenruns', 'Maren Runs', text), channelOf('uphillada', 'Uphill Ada', text), guest];
    expect(mergeSame(found, [])).toEqual(found);
  });
});

test.each([
  ['a page of several people', [{ platform: 'website', url: 'https://team.example/about' }]],
  ['an account of their company', [{ platform: 'instagram', url: 'https://instagram.com/greenmountain' }]],
])('two people who share %s stay two', (_what, shared) => {
  const found = ['ada', 'maren'].map((name) => {
    const profileUrl = `https://linkedin.com/in/${name}`;
    return aPerson({
      person: { name, profileUrl, socialProfiles: [{ platform: 'linkedin', url: profileUrl }, ...shared] },
    });
  });
  expect(mergeSame(found, [])).toHaveLength(2);
});

describe('somebody who has profiles of two people found before', () => {
  const named = (name: string, platform: 'youtube' | 'linkedin', ...urls: string[]) =>
    aPerson({
      facts: { platform, otherPlatforms: [], source: platform === 'youtube' ? 'youtube' : 'people_data_labs' },
      person: { name, profileUrl: urls[0] ?? null, socialProfiles: urls.map((url) => ({ platform: 'other', url })) },
    });
  const instagram = 'https://instagram.com/marenruns';
  const first = named('Maren Runs', 'youtube', 'https://youtube.com/@marenruns');
  const second = named('Maren Repairs', 'youtube', 'https://youtube.com/@marenrepairs', instagram);
  const both = named(
    ...(['Maren Oduya', 'linkedin', 'https://linkedin.com/in/marenruns'] as const),
    ...['https://youtube.com/@marenruns', instagram],
  );

  test.each([
    ['last', [first, second, both]],
    ['first', [both, first, second]],
    ['in between', [second, both, first]],
  ])('is one person with them, found %s', (_when, found) => {
    expect(mergeSame(found, []).map(({ person }) => person.name)).toEqual(['Maren Oduya']);
  });

  test('makes no one person of two with LinkedIn profiles of their own', () => {
    const other = named('Ada', 'linkedin', 'https://linkedin.com/in/ada', instagram);
    expect(mergeSame([other, first, second, both], [])).toHaveLength(2);
  });
});

describe('awkward people', () => {
  const long = '🏔️ Miles and more. '.repeat(600);
  test.each([
    [
      'People Data Labs',
      () => describedPerson({ ...record, full_name: RIGHT_TO_LEFT, summary: long }, ['linkedin'], SEEN),
    ],
    [
      'YouTube',
      () =>
        foundChannel(
          {
            ...channel,
            snippet: { ...channel.snippet, title: RIGHT_TO_LEFT, description: `${'x'.repeat(1_999)}${long}` },
          },
          [],
          SEEN,
        ),
    ],
  ])(
    'of %s: a bio of 10,000 characters is cut, never within an emoji, and a name stays as it is written',
    (_, find) => {
      const found = find() as FoundPerson;
      expect(found.person.name).toBe(RIGHT_TO_LEFT);
      expect(found.person.bio?.length).toBeGreaterThan(1_900);
      expect(found.person.bio?.length).toBeLessThanOrEqual(2_000);
      expect(JSON.stringify(found)).not.toMatch(/\\ud[89a-f]/);
      const { evidence } = found.person;
      expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(5_000);
      expect(rankFound([found], criteria, plan)).toHaveLength(1);
    },
  );
});

test('a person whom two sources found is one partner, with what both know', () => {
  const stranger = aPerson({
    person: { name: 'Another', profileUrl: 'https://linkedin.com/in/another', socialProfiles: [] },
  });
  const merged = mergeSame([onYouTube, stranger, onLinkedIn], criteria.platforms);
  expect(merged).toHaveLength(2);
  expect(merged[0]?.facts).toMatchObject({
    source: 'people_data_labs',
    platform: 'youtube',
    otherPlatforms: ['linkedin'],
    followersCount: 48_203,
    engagementRate: 4.1,
  });
  expect(merged[0]?.person).toMatchObject({ name: 'Maren Oduya', jobTitle: 'Running Coach', username: 'marenruns' });
  // a channel without a handle has no user name, and that of LinkedIn is not of YouTube
  const { customUrl: _, ...unnamed } = channel.snippet;
  const byId = foundChannel({ ...channel, snippet: unnamed }, videos, SEEN) as FoundPerson;
  const [withoutHandle] = mergeSame(
    [{ ...onLinkedIn, person: { ...onLinkedIn.person, username: 'marenruns' } }, byId],
    [],
  );
  expect(withoutHandle).toMatchObject({ facts: { platform: 'youtube' }, person: { username: null } });
  const seen = { address: 'maren@greenmountain.example', source: 'people_data_labs', seenAt: SEEN };
  const withAddress = describedPerson({ ...record, work_email: seen.address }, [], SEEN) as FoundPerson;
  for (const found of [
    [onYouTube, withAddress],
    [withAddress, onYouTube],
  ]) {
    expect(mergeSame(found, criteria.platforms)[0]?.person.knownEmail).toEqual(seen);
  }
  const sources = new Set(merged[0]?.person.evidence.map(({ source }) => source));
  expect(sources).toEqual(new Set(['people_data_labs', 'youtube']));
  expect(score(merged[0] as FoundPerson)).toBeGreaterThanOrEqual(80);
});

test('engagement does not mix views that are counted in two ways', () => {
  const video = (publishedAt: string, viewCount: string) => ({
    snippet: { publishedAt },
    statistics: { viewCount, likeCount: '90', commentCount: '10' },
  });
  const old = video('2026-08-23T23:00:00Z', '1000');
  const now = video('2026-08-24T00:00:00Z', '5000');
  expect(engagementOf([old, now])).toBe(2);
  expect(engagementOf([old])).toBe(10);
});

describe('what People Data Labs is asked', () => {
  type Query = { bool: { must: unknown[] } };
  const found = (query: Query) => {
    const fits = compileQuery(query);
    return entries.filter(({ lower }) => fits(lower)).map(({ person }) => person.slug);
  };

  test('the region, a topic and the audience, then one of them; never for people who are known', () => {
    const known = ['linkedin.com/in/ada', 'youtube.com/@ada'];
    const queries = searchQueries({ criteria: {}, plan, regions: plan.regions, known }) as Query[];
    expect(queries.map(({ bool }) => bool.must.length)).toEqual([3, 2, 2]);
    for (const query of queries) {
      expect(query.bool).toMatchObject({
        filter: [{ terms: { location_country: ['united states', 'canada'] } }],
        must_not: expect.arrayContaining([{ terms: { linkedin_username: ['ada'] } }]),
      });
      expect(JSON.stringify(query)).not.toContain('profiles.');
    }
  });

  test('nobody twice, because each record costs a credit', () => {
    const all = (searchQueries({ criteria: {}, plan, regions: plan.regions, known: [] }) as Query[]).flatMap(found);
    expect(all.length).toBeGreaterThan(5);
    expect(new Set(all).size).toBe(all.length);
  });

  test('the words of an audience find people when the name of the industry is in no profile', () => {
    const words = planFromWords({
      industry: 'Fitness',
      targetAudience: 'Trail runners between 25 and 45 who repair their gear',
    });
    const queries = searchQueries({
      criteria: {},
      plan: words,
      regions: ['united states', 'canada'],
      known: [],
    }) as Query[];
    expect(queries.flatMap(found).length).toBeGreaterThanOrEqual(2);
  });
});

test.each([
  [['USA', 'Germany'], ['united states', 'germany'], []],
  [['Atlantis', 'Germany', 'Atlantis'], ['germany'], ['Atlantis']],
  [['Atlantis'], ['united states', 'canada'], ['Atlantis']],
  [[], ['united states', 'canada'], []],
])('the regions %j are the countries %j; no countries: %j', (asked, countries, unknown) => {
  expect(regionsOf(asked)).toEqual(countries);
  expect(unknownRegions(asked)).toEqual(unknown);
});

test.each([
  ['Runners in Germany and the United Kingdom.', ['germany', 'united kingdom']],
  [
    'Cooks in the USA, in Côte d’Ivoire or in Bosnia & Herzegovina',
    ['united states', 'côte d’ivoire', 'bosnia & herzegovina'],
  ],
  ['People from canada and Atlantis', []],
  ['US-based and UK runners. They write to us. Us, too.', ['united states', 'united kingdom']],
  ["Germany's cooks and those of the U.S. and Hong Kong", ['germany', 'united states', 'hong kong']],
  ['Surfers of New South Wales, New England and New Jersey', ['australia', 'united states']],
])('%s names the countries %j', (text, countries) => {
  expect(countriesIn(text)).toEqual(countries);
});

test.each([
  ['hong kong', 'HK'],
  ['bosnia and herzegovina', 'BA'],
  ['UAE', 'AE'],
  ['turkey', 'TR'],
  ['Turkiye', 'TR'],
  ['czech republic', 'CZ'],
  ['ivory coast', 'CI'],
  ["Cote d'Ivoire", 'CI'],
  ['south korea', 'KR'],
  ['uk', 'GB'],
  ['England', 'GB'],
  ['U.S.A.', 'US'],
  ['us', 'US'],
  ['holland', 'NL'],
  ['The Netherlands', 'NL'],
  ['Saint Lucia', 'LC'],
  ['Macau', 'MO'],
  ['Burma', 'MM'],
])('%s is a country that we know', (name, code) => {
  expect(countryCode(name)).toBe(code);
  expect(unknownRegions([name])).toEqual([]);
});

test('People Data Labs is asked in its own spelling, and its answers are kept in ours', () => {
  const ours = regionsOf(['Hong Kong', 'Bosnia & Herzegovina', 'Turkey', 'Czechia', 'Germany']);
  const [query] = searchQueries({ criteria: {}, plan, regions: ours, known: [] });
  const spelled = ['hong kong', 'bosnia and herzegovina', 'turkey', 'czechia', 'germany'];
  expect(query).toMatchObject({ bool: { filter: [{ terms: { location_country: spelled } }] } });
  const kept = spelled.map((location_country) => describedPerson({ ...record, location_country }, [], SEEN));
  expect(kept.map((found) => found?.person.country)).toEqual(ours);
  for (const [code, name] of Object.entries(PDL_COUNTRIES)) expect(countryCode(name), name).toBe(code);
});

test('a country is the same by each of its names when a partner is scored', () => {
  const region = (country: string) =>
    scoreFound(aPerson({ person: { country } }), criteria, { ...plan, regions: ['hong kong'] }).parts.find(
      ({ part }) => part === 'region',
    )?.reason;
  expect(region('hong kong sar china')).toBe('In one of your regions');
  expect(region('china')).toBe('Outside the regions you look in');
});

test('a country in a sentence has its article', () => {
  expect(['united states', 'canada', 'Atlantis'].map(countryInText)).toEqual([
    'the United States',
    'Canada',
    'Atlantis',
  ]);
});

test('an empty audience asks for people of the region alone, and gives no score', () => {
  const words = planFromWords({ targetAudience: '' });
  const [query, ...others] = searchQueries({ criteria: {}, plan: words, regions: regionsOf([]), known: [] });
  expect(others).toEqual([]);
  expect(query).toMatchObject({
    bool: {
      must: [{ exists: { field: 'linkedin_url' } }],
      filter: [{ terms: { location_country: ['united states', 'canada'] } }],
    },
  });
  expect(scoreFound(onLinkedIn, { targetAudience: '' }, words)).toEqual({
    ...{ score: null, by: 'rules', parts: [], supports: [] },
  });
});
