import type { ScoredBy } from './matchParts.ts';

/** The best first; those without a score come last. */
export const byScore = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1);

/** By rules: the AI has not judged. */
export const isRough = (partner: { score: number | null; scoredBy: ScoredBy }): boolean =>
  partner.score !== null && partner.scoredBy === 'rules';
