import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Judgment } from '../../events/partners/judgment.ts';
import { mentions, planFromWords, scoreMatch } from '../../events/partners/match.ts';
import { MATCH_PART_NAMES, MATCH_PARTS, totalScore } from '../../events/partners/matchParts.ts';
import { INDUSTRIES, PLATFORMS } from '../../events/shared/options.ts';

const counted = MATCH_PART_NAMES.filter((name) => MATCH_PARTS[name] > 0);
const anyParts = fc.array(fc.record({ points: fc.oneof(fc.double(), fc.double({ min: -60, max: 60 })) }), {
  maxLength: 8,
});
const someParts = fc.array(fc.record({ points: fc.double({ min: -60, max: 60, noNaN: true }) }), { minLength: 1 });

const text = fc.lorem({ maxCount: 12 });
const term = fc.oneof(fc.lorem({ maxCount: 2 }), fc.string());
const subject = fc.record({
  name: fc.option(text),
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
      fc.property(someParts, fc.nat(), fc.double({ min: 0, max: 50, noNaN: true }), (parts, which, rise) => {
        const risen = parts.map(({ points }, index) => ({
          points: index === which % parts.length ? points + rise : points,
        }));
        expect(totalScore(risen)).toBeGreaterThanOrEqual(totalScore(parts));
      }),
    );
  });

  test('is 100 when every part is full and 0 when none has a point', () => {
    expect(totalScore(counted.map((part) => ({ points: MATCH_PARTS[part] })))).toBe(100);
    expect(totalScore([])).toBe(0);
  });
});

const described = { targetAudience: 'Weekend hikers' };

describe('a match', () => {
  test('has every counted part once, within 0 and its maximum, and a score that is their total', () => {
    fc.assert(
      fc.property(subject, criteria, plan, (who, wanted, search) => {
        const { score, parts } = scoreMatch(who, wanted, search);
        const positive = parts.filter(({ part }) => part !== 'against');
        expect(positive.map(({ part }) => part)).toEqual(counted);
        for (const { points, max, reason } of positive) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(max);
          expect(reason).not.toBe('');
        }
        for (const { points, max, sign } of parts.filter(({ part }) => part === 'against')) {
          expect(sign).toBeDefined();
          expect(points).toBeLessThan(0);
          expect(max).toBe(0);
        }
        expect(score).toBe(totalScore(parts));
        expect(parts.reduce((sum, { max }) => sum + max, 0)).toBe(100);
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
    name: 'Maren Oduya',
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
    expect(fits.score).toBeGreaterThan(90);
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
    expect(scoreMatch(coach, wanted, search)).toEqual({ score: null, by: 'rules', parts: [] });
  });

  const nothingAsked = { topics: [], jobTitles: [], audienceTerms: [], regions: [] };
  const partOf = (name: string, ...of: Parameters<typeof scoreMatch>) =>
    scoreMatch(...of).parts.find(({ part }) => part === name);

  test('of what nobody asked for there are no points: the other parts weigh more', () => {
    const { parts } = scoreMatch(coach, described, { ...nothingAsked, topics: ['trail running'] });
    expect(parts.find(({ part }) => part === 'reach')).toMatchObject({ points: 0, max: 0 });
    expect(parts.find(({ part }) => part === 'region')).toMatchObject({ points: 0, max: 0 });
    expect(parts.find(({ part }) => part === 'topic')?.max).toBeGreaterThan(MATCH_PARTS.topic);
  });

  test('an unknown figure does not count, and the reason says so', () => {
    const wanted = { ...described, minFollowers: 5000 };
    expect(partOf('reach', { ...coach, followersCount: null }, wanted, nothingAsked)).toMatchObject({
      ...{ points: 0, max: 0 },
      reason: 'Number of followers not known',
    });
    expect(partOf('reach', { ...coach, followersCount: 402 }, wanted, nothingAsked)?.reason).toBe(
      '402 followers, you look for 5,000',
    );
  });

  test('a person of whom nothing is known has no points', () => {
    const unknown = { ...coach, bio: null, jobTitle: null, industry: null, keywords: [], country: null };
    expect(scoreMatch(unknown, described, { ...nothingAsked, topics: ['trail running'] }).score).toBe(0);
  });

  const judgment: Judgment = {
    ...{ criteriaHash: 'c', inputHash: 'i', model: 'm', promptVersion: 'p', similarity: null },
    ...{ marks: { topic: 4, audience: 4, region: 4, quality: 4 }, against: [], reason: 'Fits.', quotes: [] },
  };
  const search = { ...nothingAsked, topics: ['knitting'] };

  test("the AI's marks take the place of the words", () => {
    const accountants = { targetAudience: 'Accountants and their tax advisers' };
    const taxes = { ...nothingAsked, topics: ['tax'] };
    const rules = scoreMatch(coach, accountants, taxes);
    const rubric = scoreMatch(coach, accountants, taxes, { judgment });
    expect(rules).toMatchObject({ by: 'rules' });
    expect(rules.score).toBeLessThan(30);
    expect(rubric).toMatchObject({ by: 'rubric', score: 100 });
    const low = { ...judgment, marks: { topic: 0, audience: 0, region: null, quality: null } };
    expect(scoreMatch(coach, accountants, taxes, { judgment: low }).score).toBe(0);
  });

  test('a mark that the AI could not give earns nothing of topic and audience, and does not count elsewhere', () => {
    const marks = { topic: null, audience: 4, region: null, quality: 4 } as const;
    const { parts } = scoreMatch(coach, described, search, { judgment: { ...judgment, marks } });
    const [topic, audience, region] = parts;
    expect(topic).toMatchObject({ points: 0, reason: 'Nothing known says it' });
    expect(topic?.max).toBeGreaterThan(40);
    expect(audience?.points).toBe(audience?.max);
    expect(region).toMatchObject({ points: 0, max: 0 });
  });

  test('similar meaning orders people of the same marks, and never lifts one over a higher mark', () => {
    const scoreOf = (topic: 2 | 3, similarity: number) => {
      const marks = { ...judgment.marks, topic };
      return scoreMatch(coach, described, search, { judgment: { ...judgment, marks, similarity } }).score ?? 0;
    };
    expect(scoreOf(2, 0.6)).toBeGreaterThan(scoreOf(2, 0.1));
    expect(scoreOf(3, 0)).toBeGreaterThan(scoreOf(2, 1));
  });

  test.each(['excluded', 'declines', 'stuffed'] as const)(
    '%s by the AI is below any threshold of Accept All',
    (sign) => {
      const { score, parts } = scoreMatch(coach, described, search, { judgment: { ...judgment, against: [sign] } });
      expect(score).toBeLessThan(50);
      expect(parts.at(-1)).toMatchObject({ part: 'against', sign, max: 0 });
    },
  );

  test("the user's decisions move a score by ten points at most", () => {
    const marks = { topic: 2, audience: 2, region: 2, quality: 2 } as const;
    const scoreOf = (points: number) =>
      scoreMatch(coach, described, search, {
        judgment: { ...judgment, marks },
        learned: { points, reason: 'Like 6 you approved' },
      });
    expect(scoreOf(6).score).toBe((scoreOf(0).score ?? 0) + 6);
    expect(scoreOf(-90).score).toBe((scoreOf(0).score ?? 0) - 10);
    expect(scoreOf(6).parts.at(-1)).toEqual({ part: 'learned', points: 6, max: 0, reason: 'Like 6 you approved' });
  });
});

test('a plan without AI looks in the countries that the criteria name', () => {
  const named = { targetAudience: 'Hikers in Germany', additionalCriteria: 'or the UK' };
  expect(planFromWords(named).regions).toEqual(['germany', 'united kingdom']);
  expect(planFromWords({ targetAudience: 'Hikers' }).regions).toEqual([]);
});

test('a plan without AI has telling words, and none of what is not wanted', () => {
  const plan = planFromWords({
    industry: 'Fitness',
    targetAudience: 'weekend hikers who repair their gear. No fast fashion.',
    additionalCriteria: 'no recruiters',
  });
  expect(plan.topics).toEqual(['fitness']);
  expect(plan.audienceTerms).toEqual(expect.arrayContaining(['hikers', 'repair', 'gear']));
  expect(plan.audienceTerms).not.toEqual(expect.arrayContaining(['fashion']));
});

test.each([
  ['Steuerkanzleien', 'Ich berate jede Kanzlei und bin für sie da.', true],
  ['Lohn', 'Die Lohnabrechnung ist für mich und für Sie kein Rätsel.', true],
  ['hikers', 'I am a hiker and you are not.', true],
  ['trail', 'I am the trailer king, and this is my yard.', false],
  ['料理教室', '私は料理が好きです。料理教室をしています。', true],
])('whether %s is in "%s": %s', (term, text, is) => {
  expect(mentions(text, [term])).toBe(is);
});
