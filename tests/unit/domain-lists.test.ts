import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concludePartnerProfile,
  type ProfileEvent,
  profile,
  requestPartnerProfile,
  saveBusinessStep,
  updateProfile,
} from '../../events/accounts/profile.ts';
import { onPreferredPlatform } from '../../events/partners/partnerFilter.ts';
import { profileOn } from '../../events/partners/profileUrl.ts';
import {
  endStep,
  planSearch,
  recordFound,
  requestSearch,
  type SearchEvent,
  search,
  stopSearch,
} from '../../events/partners/search.ts';
import { formatFollowers, matchLabel, scoreTone } from '../../events/shared/format.ts';
import { industryKey, PLATFORMS } from '../../events/shared/options.ts';
import { given } from '../support/scenario.ts';

describe('followers', () => {
  test.each([
    [null, '–'],
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1050, '1.1K'],
    [48_203, '48.2K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [1_249_999, '1.2M'],
    [12_345_678, '12.3M'],
  ])('%s is %s', (count, text) => expect(formatFollowers(count)).toBe(text));
  test('never shows 1000.0 of anything', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_949_999 }), (count) => {
        expect(formatFollowers(count)).not.toMatch(/^1000\./);
      }),
    );
  });
});

test('labels turn at 75 and 90, card colours at 70 and 90', () => {
  expect([100, 90, 89, 75, 74, 0].map((score) => matchLabel(score).label)).toEqual([
    'Excellent',
    'Excellent',
    'Good',
    'Good',
    'Fair',
    'Fair',
  ]);
  expect([90, 89, 70, 69].map(scoreTone)).toEqual(['good', 'warn', 'warn', 'bad']);
});

test('a person whose main address is of another platform has one on theirs, too, if it is known', () => {
  const linkedin = 'https://www.linkedin.com/in/rohan';
  const youtube = { platform: 'youtube', url: 'https://www.youtube.com/@rohan' };
  expect(profileOn('youtube', linkedin, [{ platform: 'tiktok', url: 'https://tiktok.com/@r' }, youtube])).toBe(
    youtube.url,
  );
  expect(profileOn('youtube', null, [youtube])).toBe(youtube.url);
  expect(profileOn('youtube', 'https://youtube.com/@rohan', [youtube])).toBeNull();
  expect(profileOn('youtube', linkedin, [])).toBeNull();
});

describe('filters', () => {
  const maren = { platform: 'linkedin' as const };
  test('preferred platforms let only theirs through; none lets everyone through', () => {
    expect(PLATFORMS.every((platform) => onPreferredPlatform({ platform }, []))).toBe(true);
    expect(onPreferredPlatform(maren, ['tiktok'])).toBe(false);
    expect(onPreferredPlatform(maren, ['tiktok', 'linkedin'])).toBe(true);
  });
  test('the names of an industry are one', () => {
    expect(industryKey('Food & Beverage')).toBe(industryKey(' food'));
    expect(industryKey('Health & Wellness')).toBe(industryKey('Health'));
    expect(industryKey('E-commerce')).not.toBe(industryKey('Business'));
  });
});

describe('a search', () => {
  const request = { kind: 'criteria' as const, requested: 2, criteria: {}, profileUrl: null };
  const requested: SearchEvent = {
    type: 'SearchRequested',
    data: { kind: 'criteria', requested: 2 },
    personal: { criteria: {}, profileUrl: null },
  };
  const foundOne: SearchEvent = { type: 'PartnerFound', data: { partnerId: 'p1', source: 'pdl' } };
  const broken = { duplicates: 0, sources: [{ source: 'pdl', found: 0, error: { code: 'our_side' as const } }] };
  const plan = { topics: [], jobTitles: [], audienceTerms: [], regions: [] };

  test('runs once and is planned once', () => {
    given(search)
      .when((state) => requestSearch(state, request))
      .gives(requested);
    given(search, requested)
      .when((state) => requestSearch(state, request))
      .refuses('conflict');
    given(search)
      .when((state) => planSearch(state, 'ai', plan))
      .gives();
    const planned: SearchEvent = {
      type: 'SearchPlanned',
      data: { planner: 'ai' },
      personal: { plan, unknownRegions: [] },
    };
    given(search, requested)
      .when((state) => planSearch(state, 'ai', plan))
      .gives(planned);
    given(search, requested, planned)
      .when((state) => planSearch(state, 'words', plan))
      .gives();
  });

  test('that fails half-way keeps what it found and says that it is not complete', () => {
    given(search, requested, foundOne)
      .when((state) => endStep(state, 0, broken))
      .gives({
        type: 'SearchCompleted',
        data: { complete: false, duplicates: 0, sources: broken.sources.map((one) => ({ ...one, found: 1 })) },
      });
    given(search, requested)
      .when((state) => endStep(state, 0, broken))
      .gives({ type: 'SearchFailed', data: { reason: { code: 'our_side' }, sources: broken.sources } });
    given(search, requested, foundOne, { ...foundOne, data: { partnerId: 'p2', source: 'pdl' } })
      .when((state) => endStep(state, 0, { duplicates: 1, sources: [] }))
      .gives({ type: 'SearchCompleted', data: { complete: true, duplicates: 1, sources: [] } });
  });

  test('never records more people than were asked for, nor one of them twice', () => {
    const foundTwo: SearchEvent = { ...foundOne, data: { partnerId: 'p2', source: 'pdl' } };
    given(search, requested, foundOne)
      .when((state) => recordFound(state, 'p2', 'pdl'))
      .gives(foundTwo);
    given(search, requested, foundOne)
      .when((state) => recordFound(state, 'p1', 'pdl'))
      .gives();
    given(search, requested, foundOne, foundTwo)
      .when((state) => recordFound(state, 'p3', 'pdl'))
      .gives();
  });

  describe('for more people than one step finds', () => {
    const twelve: SearchEvent = {
      type: 'SearchRequested',
      data: { kind: 'criteria', requested: 12 },
      personal: { criteria: {}, profileUrl: null },
    };
    const people = (count: number): SearchEvent[] =>
      Array.from({ length: count }, (_, at) => ({ ...foundOne, data: { partnerId: `p${at}`, source: 'pdl' } }));
    const report = { duplicates: 1, sources: [{ source: 'pdl' }] };
    const unplanned = { source: 'ai_plan', error: { code: 'our_side' as const } };
    const stepEnded: SearchEvent = {
      type: 'SearchStepEnded',
      data: {
        duplicates: 1,
        sources: [
          { source: 'pdl', found: 10 },
          { ...unplanned, found: 0 },
        ],
      },
    };

    test('goes on in steps, each once, and tells the whole at its end', () => {
      const first = given(search, twelve, ...people(10));
      first.when((state) => recordFound(state, 'p10', 'pdl')).gives();
      first.when((state) => endStep(state, 0, { ...report, sources: [...report.sources, unplanned] })).gives(stepEnded);
      const second = given(search, twelve, ...people(10), stepEnded, ...people(12).slice(10));
      second.when((state) => endStep(state, 0, report)).gives();
      second
        .when((state) => endStep(state, 1, report))
        .gives({
          type: 'SearchCompleted',
          data: {
            complete: true,
            duplicates: 2,
            sources: [
              { source: 'pdl', found: 12 },
              { ...unplanned, found: 0 },
            ],
          },
        });
    });

    test('ends early when a step found no one or every source failed, or a user stops it', () => {
      const completed = (found: number, error = {}): SearchEvent => ({
        type: 'SearchCompleted',
        data: { complete: false, duplicates: 0, sources: [{ source: 'pdl', found, ...error }] },
      });
      const none = { duplicates: 0, sources: [{ source: 'pdl' }] };
      given(search, twelve)
        .when((state) => endStep(state, 0, none))
        .gives(completed(0));
      given(search, twelve, foundOne)
        .when((state) => endStep(state, 0, broken))
        .gives(completed(1, { error: { code: 'our_side' } }));
      given(search, twelve, foundOne).when(stopSearch).gives({ type: 'SearchStopped', data: {} }, completed(1));
    });
  });

  test('that has ended takes nothing more', () => {
    const ended = given(search, requested, {
      type: 'SearchFailed',
      data: { reason: { code: 'our_side' }, sources: [] },
    });
    ended.when((state) => recordFound(state, 'p1', 'pdl')).gives();
    ended.when((state) => endStep(state, 0, broken)).gives();
  });
});

describe('the business profile', () => {
  const step = { businessName: 'Shop', industry: 'Fitness' };
  const created: ProfileEvent = { type: 'BusinessProfileCreated', data: {}, personal: { ...step, description: null } };
  const inputs = { ...step, targetAudience: 'weekend hikers' };
  const asked: ProfileEvent = { type: 'PartnerProfileRequested', data: { requestId: 'r1' }, personal: inputs };
  const made = {
    description: 'd',
    industry: 'Fitness',
    minFollowers: 1000,
    minEngagement: 2,
    platforms: [],
    targetAudience: 'weekend hikers',
  };

  test('is created once; the same step again is an update, or nothing', () => {
    given(profile)
      .when((state) => saveBusinessStep(state, step))
      .gives(created);
    given(profile, created)
      .when((state) => saveBusinessStep(state, step))
      .gives();
    given(profile, created)
      .when((state) => saveBusinessStep(state, { ...step, businessName: 'Store' }))
      .gives({
        type: 'BusinessProfileUpdated',
        data: { fields: ['businessName', 'industry'] },
        personal: { ...step, businessName: 'Store' },
      });
  });
  test('merges what is sent; the top level wins over the criteria', () => {
    const update = { businessName: 'Top', partnerCriteria: { businessName: 'Inner', minFollowers: 10 } };
    const { state } = given(profile, created, ...updateProfile(given(profile, created).state, update));
    expect(state).toMatchObject({
      businessName: 'Top',
      industry: 'Fitness',
      criteria: { businessName: 'Top', minFollowers: 10 },
    });
    given(profile, created)
      .when((before) => updateProfile(before, {}))
      .gives();
  });
  test('the answers are replaced as a whole, and stay with any other change', () => {
    const answers = [{ about: 'price' as const, text: '€12 a month.' }];
    const history: ProfileEvent[] = [
      created,
      { type: 'BusinessProfileUpdated', data: { fields: ['answers'] }, personal: { answers } },
    ];
    given(profile, ...history)
      .when((state) => updateProfile(state, { answers }))
      .gives();
    const { state } = given(profile, ...history);
    const [event] = updateProfile(state, { jobTitle: 'Founder' });
    expect(event && profile.evolve(state, { ...event, at: '', actor: '' }).answers).toEqual(answers);
    const [emptied] = updateProfile(state, { answers: [] });
    expect(emptied && profile.evolve(state, { ...emptied, at: '', actor: '' }).answers).toEqual([]);
  });
  test('the same question joins the open one, another is refused', () => {
    given(profile, created)
      .when((state) => requestPartnerProfile(state, 'r1', inputs))
      .gives(asked);
    given(profile, created, asked)
      .when((state) => requestPartnerProfile(state, 'r2', inputs))
      .gives();
    given(profile, created, asked)
      .when((state) => requestPartnerProfile(state, 'r2', { ...inputs, targetAudience: 'someone else' }))
      .refuses('conflict');
  });
  test('criteria that were emptied are in force no more; a question without them leaves them as they are', () => {
    const question = (requestId: string, more: object): ProfileEvent => ({
      type: 'PartnerProfileRequested',
      data: { requestId },
      personal: { ...inputs, ...more },
    });
    const wished = question('r1', { additionalCriteria: 'over 40' });
    const criteria = (...events: ProfileEvent[]) =>
      given(profile, created, wished, ...events).state.criteria?.additionalCriteria;
    expect(criteria(question('r2', {}))).toBe('over 40');
    expect(criteria(question('r2', { additionalCriteria: '' }))).toBe('');
  });
  test('who is left out stays, until another question names none', () => {
    const question = (more: object): ProfileEvent => ({
      type: 'PartnerProfileRequested',
      data: { requestId: 'r1' },
      personal: { ...inputs, ...more },
    });
    const without = question({ exclusions: ['no competitors'] });
    const left = (...events: ProfileEvent[]) => given(profile, created, without, ...events).state.criteria?.exclusions;
    expect(left(question({}))).toEqual(['no competitors']);
    expect(left(question({ exclusions: [] }))).toEqual([]);
    const update: ProfileEvent = {
      type: 'BusinessProfileUpdated',
      data: { fields: ['partnerCriteria'] },
      personal: { partnerCriteria: { exclusions: ['no shops'] } },
    };
    expect(left(update)).toEqual(['no shops']);
  });
  test('only the open question is answered', () => {
    given(profile, created, asked)
      .when((state) => concludePartnerProfile(state, 'r1', { made }))
      .gives({ type: 'PartnerProfileGenerated', data: { requestId: 'r1' }, personal: made });
    given(profile, created, asked)
      .when((state) => concludePartnerProfile(state, 'r2', { made }))
      .gives();
    given(profile, created, asked)
      .when((state) => concludePartnerProfile(state, 'r1', { failed: { code: 'our_side' } }))
      .gives({ type: 'PartnerProfileFailed', data: { requestId: 'r1', reason: { code: 'our_side' } } });
  });
});
