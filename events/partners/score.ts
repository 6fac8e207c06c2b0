import type { ScoredBy } from './matchParts.ts';

/** The best first; those without a score come last. */
export const byScore = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1);

/** By rules: the AI has not judged. */
export const isRough = (partner: { score: number | null; scoredBy: ScoredBy }): boolean =>
  partner.score !== null && partner.scoredBy === 'rules';

type WithPartner = { partner: { score: number | null } | null };

/**
 * In the order in which emails get their places: the best match first, for a limit or a pause may stop those behind it; equal ones in the
 * order in which they are given.
 */
export const bestFirst = <Row extends WithPartner>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => byScore(a.partner?.score ?? null, b.partner?.score ?? null));
