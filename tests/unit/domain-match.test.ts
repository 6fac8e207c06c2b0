import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MATCH_PARTS,
  type MatchPartName,
  planFromWords,
  scoreMatch,
  totalScore,
  words,
} from '../../events/partners/match.ts';
import { INDUSTRIES, PLATFORMS } from '../../events/shared/options.ts';

const names = Object.keys(MATCH_PARTS) as MatchPartName[];
const anyParts = fc.array(
  fc.record({ part: fc.constantFrom(...names), points: fc.oneof(fc.double(), fc.double({ min: -10, max: 60 })) }),
  { maxLength: 8 },
);
const onePart = fc.tuple(...names.map((name) => fc.double({ min: 0, max: MATCH_PARTS[name], noNaN: true })));

const text = fc.lorem({ maxCount: 12 });
const term = fc.oneof(fc.lorem({ maxCount: 2 }), fc.string());
const subject = fc.record({
  bio: fc.option(fc.oneof(text, fc.string())),
  jobTitle: fc.option(text),
  industry: fc.option(fc.constantFrom(...INDUSTRIES)),
  keywords: fc.array(term, { maxLength: 4 }),
  country: fc.option(fc.constantFrom('germany', 'united states', 'France')),
  platform: fc.constantFrom(...PLATFORMS),
  otherPlatforms: fc.uniqueArray(fc.constantFrom(...PLATFORMS)),
  followersCount: fc.option(fc.integer({ min: -5, max: 1_000_000_000 })),
  engagementRate: fc.option(fc.double({ min: -1, max: 200, noNaN: true })),
});
const criteria = fc.record(
  {
    industry: fc.constantFrom(...INDUSTRIES),
    minFollowers: fc.nat(1_000_000_000),
    minEngagement: fc.double({ min: 0, max: 100, noNaN: true }),
    platforms: fc.uniqueArray(fc.constantFrom(...PLATFORMS)),
    targetAudience: fc.constant('Weekend hikers'),
  },
  { requiredKeys: ['targetAudience'] },
);
const plan = fc.record({
  topics: fc.array(term, { maxLength: 6 }),
  jobTitles: fc.array(term, { maxLength: 3 }),
  audienceTerms: fc.array(term, { maxLength: 5 }),
  regions: fc.array(fc.constantFrom('Germany', 'france', ''), { maxLength: 3 }),
});

describe('the total', () => {
  test('is a whole number of 0–100, whatever the parts', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const score = totalScore(parts);
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('never falls when one part rises', () => {
    fc.assert(
      fc.property(
        onePart,
        fc.nat(names.length - 1),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (points, which, rise) => {
          const parts = names.map((part, index) => ({ part, points: points[index] ?? 0 }));
          const risen = parts.map((part, index) => (index === which ? { ...part, points: part.points + rise } : part));
          expect(totalScore(risen)).toBeGreaterThanOrEqual(totalScore(parts));
        },
      ),
    );
  });

  test('is 100 when every part is full and 0 when none has a point', () => {
    expect(totalScore(names.map((part) => ({ part, points: MATCH_PARTS[part] })))).toBe(100);
    expect(totalScore([])).toBe(0);
  });
});

const described = { targetAudience: 'Weekend hikers' };

describe('a match', () => {
  test('has every part once, within 0 and its maximum, and a score that is their total', () => {
    fc.assert(
      fc.property(subject, criteria, plan, (who, wanted, search) => {
        const { score, parts } = scoreMatch(who, wanted, search);
        expect(parts.map(({ part }) => part)).toEqual(names);
        for (const { points, max, part, reason } of parts) {
          // where a figure is not known the other parts weigh more
          if (reason !== 'Engagement not known, so it does not count')
            expect(max).toBeGreaterThanOrEqual(MATCH_PARTS[part]);
          else expect(max).toBe(0);
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(max);
          expect(reason).not.toBe('');
        }
        expect(score).toBe(totalScore(parts));
        expect(parts.reduce((sum, { max }) => sum + max, 0)).toBe(100);
        // what the screen shows must add up
        expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(score);
      }),
    );
  });

  test('is the same for the same profile', () => {
    fc.assert(
      fc.property(subject, criteria, plan, (who, wanted, search) => {
        expect(scoreMatch(who, wanted, search)).toEqual(scoreMatch({ ...who }, wanted, search));
      }),
    );
  });

  test('never falls when followers or engagement rise', () => {
    fc.assert(
      fc.property(subject, criteria, plan, fc.nat(1_000_000), (who, wanted, search, more) => {
        const before = {
          ...who,
          followersCount: Math.max(0, who.followersCount ?? 0),
          engagementRate: Math.max(0, who.engagementRate ?? 0),
        };
        const after = {
          ...before,
          followersCount: before.followersCount + more,
          engagementRate: before.engagementRate + more / 1e4,
        };
        const scoreOf = (subject: typeof before) => scoreMatch(subject, wanted, search).score ?? -1;
        expect(scoreOf(after)).toBeGreaterThanOrEqual(scoreOf(before));
      }),
    );
  });

  const coach = {
    bio: 'Trail-running coach in Vermont. Repairs packs for hikers.',
    jobTitle: 'Running coach',
    industry: 'Fitness',
    keywords: ['trail running'],
    country: 'united states',
    platform: 'linkedin' as const,
    otherPlatforms: ['instagram' as const],
    followersCount: 48_203,
    engagementRate: 4.1,
  };
  test('tells a fitting person from another', () => {
    const wanted = {
      ...described,
      industry: 'Fitness',
      minFollowers: 5000,
      minEngagement: 2,
      platforms: ['linkedin' as const],
    };
    const search = {
      topics: ['trail running'],
      jobTitles: ['coach'],
      audienceTerms: ['hikers'],
      regions: ['United States'],
    };
    const fits = scoreMatch(coach, wanted, search);
    expect(fits.score).toBe(100);
    const other = scoreMatch(
      {
        ...coach,
        bio: 'I review lipsticks.',
        jobTitle: null,
        industry: 'Beauty',
        keywords: [],
        platform: 'tiktok',
        otherPlatforms: [],
      },
      wanted,
      search,
    );
    expect(other.score).toBeLessThan(50);
  });

  test.each([{}, { targetAudience: '  ' }])('is none without a described audience: %j', (wanted) => {
    const search = { topics: ['trail running'], jobTitles: [], audienceTerms: [], regions: [] };
    expect(scoreMatch(coach, wanted, search)).toEqual({ score: null, parts: [] });
  });

  test('too few followers weigh on the whole audience, and the reason says how many there are', () => {
    const wanted = { ...described, minFollowers: 2500 };
    const search = { topics: [], jobTitles: [], audienceTerms: ['hikers'], regions: [] };
    const audience = scoreMatch({ ...coach, followersCount: 402 }, wanted, search).parts[1];
    expect(audience?.points).toBe(3);
    expect(audience?.reason).toBe('Profile names hikers; 402 followers, you look for 2,500');
  });

  test.each([
    ['the profile does not mention it', ['knitters'], 'Their profile does not mention your target audience'],
    ['it has no words', [], 'Your target audience has no words to look for'],
  ])('about the target audience the reason says that %s', (_what, audienceTerms, text) => {
    const search = { topics: [], jobTitles: [], audienceTerms, regions: [] };
    const audience = scoreMatch({ ...coach, followersCount: 402 }, described, search).parts[1];
    expect(audience?.reason).toBe(`${text}; enough followers`);
  });

  test('an unknown engagement does not count, and an unknown reach costs a little; a part that nothing was asked of is earned in full', () => {
    const nothingAsked = { topics: [], jobTitles: [], audienceTerms: [], regions: [] };
    const unknown = scoreMatch(
      { ...coach, engagementRate: null, followersCount: null },
      { ...described, minEngagement: 2, minFollowers: 5000 },
      nothingAsked,
    );
    const points = Object.fromEntries(unknown.parts.map((part) => [part.part, part.points]));
    expect(points).toEqual({ topic: 46, audience: 20, engagement: 0, platform: 18, region: 12 });
    expect(unknown.parts.map(({ reason }) => reason)).toContain('Engagement not known, so it does not count');
    expect(unknown.parts[0]?.reason).toBe('No topics to look for, so everyone gets these points');
    expect(unknown.parts[1]?.reason).toContain('number of followers not known');
  });
});

test('a plan without AI looks in the countries that the criteria name', () => {
  const named = { targetAudience: 'Hikers in Germany', additionalCriteria: 'or the UK' };
  expect(planFromWords(named).regions).toEqual(['germany', 'united kingdom']);
  expect(planFromWords({ targetAudience: 'Hikers' }).regions).toEqual([]);
});

test('words drop stop words and plain endings; a plan falls back to the words of the criteria', () => {
  expect(words('The Runners are running for trails')).toEqual(['runn', 'runn', 'trail']);
  expect(planFromWords({ industry: 'Fitness', targetAudience: 'weekend hikers who repair their gear' })).toMatchObject({
    topics: ['fitness'],
    audienceTerms: expect.arrayContaining(['weekend', 'hikers']),
  });
});
