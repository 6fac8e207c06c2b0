import { capitalised, counted } from '../shared/format.ts';
import { industryKey, PLATFORM_LABELS, type Platform, type RejectReason } from '../shared/options.ts';
import { LEARNED_POINTS, type Learned } from './matchParts.ts';

/** What decisions are compared by. */
export type LearnedSubject = {
  bio: string | null;
  jobTitle: string | null;
  industry: string | null;
  keywords: readonly string[];
  country: string | null;
  platform: Platform;
  followersCount: number | null;
};

export type DecidedSubject = LearnedSubject & { approved: boolean; rejectedFor: RejectReason | null };

/** With fewer decisions there is no pattern. */
const FEWEST_DECISIONS = 5;
/** One decision alone is no pattern, either. */
const FEWEST_OF_ONE = 2;
/** The usual rate counts as so many decisions: a sign of few weighs little. */
const CAUTION = 2;
/** A sign that moves the rate by less says nothing. */
const LEAST_SHIFT = 0.12;
/** Of the words only the strongest count. */
const MOST_WORDS = 4;
const MOST_TERMS = 60;
/** The points of a sign that decides alone, and the most of each kind together. */
const KINDS = {
  word: { points: 8, most: 7 },
  platform: { points: 4, most: 2 },
  size: { points: 4, most: 2 },
  country: { points: 6, most: 3 },
} as const;
type SignKind = keyof typeof KINDS;
type Sign = { kind: SignKind; key: string; text: string };

/** A reason speaks of these signs. Without a reason a rejection speaks of all. */
const MEANT: Readonly<Record<RejectReason, readonly SignKind[]>> = {
  topic: ['word'],
  audience: ['word'],
  region: ['country'],
  // a competitor has the right topics
  competitor: [],
  size: ['size'],
  other: [],
};

const speaksOf = ({ rejectedFor }: DecidedSubject, kind: SignKind): boolean =>
  rejectedFor === null || MEANT[rejectedFor].includes(kind);

const SIZES = [
  [1_000, 'under 1,000 followers'],
  [10_000, '1,000 to 10,000 followers'],
  [100_000, '10,000 to 100,000 followers'],
  [1_000_000, '100,000 to 1 million followers'],
  [Number.POSITIVE_INFINITY, 'over 1 million followers'],
] as const;

/** Words with the same beginning are the same: "Rezepte" and "Rezepten". */
const STEM = 6;
const stemsOf = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => word.slice(0, STEM))
    .join(' ');

/** Each sign once. Words of the bio have five letters or more: the short ones are grammar. */
function signsOf(subject: LearnedSubject): Sign[] {
  const { bio, jobTitle, industry, keywords, country, platform, followersCount } = subject;
  const longWords = (text: string | null, least: number) =>
    (text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(({ length }) => length >= least);
  const terms = new Set([
    ...keywords.map((word) => word.trim().toLowerCase()),
    ...(industry ? [industryKey(industry)] : []),
    ...longWords(jobTitle, 4),
    ...longWords(bio, 5),
  ]);
  terms.delete('');
  const size = followersCount === null ? undefined : SIZES.find(([below]) => followersCount < below)?.[1];
  return [
    ...[...terms].slice(0, MOST_TERMS).map((text): Sign => ({ kind: 'word', key: `word ${stemsOf(text)}`, text })),
    { kind: 'platform', key: `platform ${platform}`, text: PLATFORM_LABELS[platform] },
    ...(size ? [{ kind: 'size', key: `size ${size}`, text: size } satisfies Sign] : []),
    ...(country ? [{ kind: 'country', key: `country ${country}`, text: capitalised(country) } satisfies Sign] : []),
  ];
}

type Tally = { approved: Set<number>; rejected: Set<number> };

/**
 * What a user's decisions say of a person who waits. It compares how often people with a sign were approved with how often anybody was. null: too few
 * decisions, or none of their signs says anything.
 */
export function learnedFrom(decisions: readonly DecidedSubject[]): (subject: LearnedSubject) => Learned | null {
  if (decisions.length < FEWEST_DECISIONS) return () => null;
  const tallies = new Map<string, Tally>();
  for (const [index, decided] of decisions.entries()) {
    for (const { kind, key } of signsOf(decided)) {
      if (!speaksOf(decided, kind)) continue;
      const tally = tallies.get(key) ?? { approved: new Set(), rejected: new Set() };
      tally[decided.approved ? 'approved' : 'rejected'].add(index);
      tallies.set(key, tally);
    }
  }
  const usual = Object.fromEntries(
    (Object.keys(KINDS) as SignKind[]).map((kind) => {
      const counting = decisions.filter((decided) => speaksOf(decided, kind));
      return [kind, (counting.filter(({ approved }) => approved).length + 1) / (counting.length + 2)];
    }),
  ) as Record<SignKind, number>;
  const shiftOf = (kind: SignKind, { approved, rejected }: Tally): number => {
    const all = approved.size + rejected.size;
    return all < FEWEST_OF_ONE ? 0 : (approved.size + CAUTION * usual[kind]) / (all + CAUTION) - usual[kind];
  };

  return (subject) => {
    const telling = signsOf(subject)
      .flatMap((sign) => {
        const tally = tallies.get(sign.key);
        return tally ? [{ ...sign, tally, shift: shiftOf(sign.kind, tally) }] : [];
      })
      .filter(({ shift }) => Math.abs(shift) >= LEAST_SHIFT)
      .sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
    const counting = (Object.keys(KINDS) as SignKind[]).flatMap((kind) => {
      const own = telling.filter((sign) => sign.kind === kind).slice(0, kind === 'word' ? MOST_WORDS : 1);
      return own.length > 0 ? [{ kind, own }] : [];
    });
    const points = counting.reduce((sum, { kind, own }) => {
      const { points: each, most } = KINDS[kind];
      return (
        sum +
        clamp(
          own.reduce((total, { shift }) => total + each * 2 * shift, 0),
          most,
        )
      );
    }, 0);
    const rounded = Math.round(clamp(points, LEARNED_POINTS));
    if (rounded === 0) return null;
    const side = rounded > 0 ? 'approved' : 'rejected';
    const why = counting.flatMap(({ own }) => own).filter(({ shift }) => Math.sign(shift) === Math.sign(rounded));
    const people = new Set(why.flatMap(({ tally }) => [...tally[side]]));
    const signs = [...new Set(why.map(({ text }) => text))].slice(0, 3).join(', ');
    return { points: rounded, reason: `Like ${counted(people.size, 'person', 'people')} you ${side}: ${signs}` };
  };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
