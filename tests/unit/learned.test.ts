import { describe, expect, test } from 'vitest';
import { type DecidedSubject, type LearnedSubject, learnedFrom } from '../../events/partners/learned.ts';
import type { RejectReason } from '../../events/shared/options.ts';

const someone = (more: Partial<LearnedSubject> = {}): LearnedSubject => ({
  ...{ bio: null, jobTitle: null, industry: null, keywords: [], country: null, platform: 'linkedin' },
  followersCount: null,
  ...more,
});
const yes = (more: Partial<LearnedSubject>): DecidedSubject => ({
  ...someone(more),
  approved: true,
  rejectedFor: null,
});
const no = (more: Partial<LearnedSubject>, rejectedFor: RejectReason | null = null): DecidedSubject => ({
  ...{ ...someone(more), approved: false },
  rejectedFor,
});
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const runner = { keywords: ['trail running', 'hiking'], jobTitle: 'Running coach' };
const trader = { keywords: ['crypto', 'trading'], jobTitle: 'Day trader' };

describe('what decisions say of those who wait', () => {
  const learned = learnedFrom([...times(6, yes(runner)), ...times(4, no(trader))]);

  test('people like the approved rise, people like the rejected fall, others stay, and the reason says so', () => {
    const up = learned(someone({ keywords: ['trail running'], jobTitle: 'Baker' }));
    expect(up?.points).toBeGreaterThanOrEqual(3);
    expect(up?.reason).toBe('Like 6 people you approved: trail running');
    const down = learned(someone({ keywords: ['crypto'] }));
    expect(down?.points).toBeLessThanOrEqual(-3);
    expect(down?.reason).toBe('Like 4 people you rejected: crypto');
    expect(learned(someone({ keywords: ['knitting'] }))).toBeNull();
  });

  test('at most ten points, whatever fits', () => {
    const all = { ...runner, country: 'canada', platform: 'youtube' as const, followersCount: 20_000 };
    const sure = learnedFrom([...times(60, yes(all)), ...times(60, no({ ...trader, country: 'france' }))]);
    expect(sure(someone(all))?.points).toBe(10);
    expect(sure(someone({ ...trader, country: 'france' }))?.points).toBe(-10);
  });

  test('four decisions, or one person with a sign, are no pattern', () => {
    expect(learnedFrom([...times(2, yes(runner)), ...times(2, no(trader))])(someone(runner))).toBeNull();
    const once = learnedFrom([yes(runner), ...times(5, no(trader)), ...times(5, yes({ keywords: ['food'] }))]);
    expect(once(someone({ keywords: ['hiking'] }))).toBeNull();
  });

  test('what approved and rejected have in common says nothing', () => {
    const common = learnedFrom([...times(5, yes({ keywords: ['life'] })), ...times(5, no({ keywords: ['life'] }))]);
    expect(common(someone({ keywords: ['life'] }))).toBeNull();
  });
});

describe('a reason says which sign was meant', () => {
  const far = { ...runner, country: 'brazil', followersCount: 900 };
  const near = { ...runner, country: 'canada', followersCount: 20_000 };
  const learnedBy = (reason: RejectReason | null) =>
    learnedFrom([...times(5, yes(near)), ...times(5, no(far, reason))]);

  test.each([
    ['region', someone({ country: 'brazil' }), 'Like 5 people you rejected: Brazil'],
    ['region', someone({ followersCount: 800 }), undefined],
    ['size', someone({ followersCount: 800 }), 'Like 5 people you rejected: under 1,000 followers'],
    ['size', someone({ country: 'brazil' }), undefined],
    ['competitor', someone({ country: 'brazil', followersCount: 800 }), undefined],
    [null, someone({ country: 'brazil' }), 'Like 5 people you rejected: Brazil'],
  ] as const)('%s', (reason, person, said) => {
    expect(learnedBy(reason)(person)?.reason).toBe(said);
  });

  test('a runner who was rejected for the region takes nothing from other runners', () => {
    expect(learnedBy('region')(someone(runner))).toBeNull();
    expect(learnedBy('topic')(someone({ keywords: ['hiking'], country: 'brazil' }))).toBeNull();
    const strict = learnedFrom([...times(5, yes(near)), ...times(9, no(far))]);
    expect(strict(someone(far))?.points).toBeLessThan(0);
  });
});

/** Other businesses, languages and writing systems: each decided as their owner would. */
test.each<[string, DecidedSubject[], LearnedSubject, LearnedSubject]>([
  [
    'payroll software, German bios',
    [
      ...times(4, yes({ bio: 'Steuerberaterin aus Kassel, schreibt über Lohnabrechnung und Digitalisierung.' })),
      ...times(3, no({ bio: 'Kochkanal mit einfachen Rezepten für jeden Tag.' })),
    ],
    someone({ bio: 'Erklärt Lohnabrechnung in kurzen Videos.' }),
    someone({ bio: 'Rezepte aus dem Ofen.' }),
  ],
  [
    'cosmetics, French keywords',
    [...times(4, yes({ keywords: ['soins naturels'] })), ...times(4, no({ keywords: ['gaming'], platform: 'tiktok' }))],
    someone({ keywords: ['soins naturels', 'voyage'] }),
    someone({ keywords: ['gaming'] }),
  ],
  [
    'tea, Japanese keywords',
    [...times(3, yes({ keywords: ['日本茶'] })), ...times(3, no({ keywords: ['競馬'] }))],
    someone({ keywords: ['日本茶', '旅'] }),
    someone({ keywords: ['競馬'] }),
  ],
])('%s', (_business, decisions, fits, doesNot) => {
  const learned = learnedFrom(decisions);
  expect(learned(fits)?.points).toBeGreaterThan(0);
  expect(learned(doesNot)?.points).toBeLessThan(0);
});
