import { z } from 'zod';
import { AGAINST_SIGNS } from './judgment.ts';

/** The parts of a score and their points. `against` only takes points away. `learned` moves by at most LEARNED_POINTS, either way. */
export const MATCH_PARTS = {
  topic: 40,
  audience: 25,
  region: 10,
  reach: 15,
  quality: 10,
  against: 0,
  learned: 0,
} as const;
export type MatchPartName = keyof typeof MATCH_PARTS;
export const MATCH_PART_NAMES = Object.keys(MATCH_PARTS) as [MatchPartName, ...MatchPartName[]];
export const LEARNED_POINTS = 10;

/** `rules`: a rough score by words. `rubric`: the AI judged topic, audience, region and quality. */
export const SCORED_BY = ['rules', 'rubric'] as const;
export type ScoredBy = (typeof SCORED_BY)[number];

/** Why a part counts for nothing: nothing known says it, or the business asks for nothing there. */
const GAPS = ['unknown', 'not_asked'] as const;
export type MatchGap = (typeof GAPS)[number];

/** `sign`: what speaks against them; each sign is a part of its own. `gap`: only of a part with max 0. */
export const matchPart = z.object({
  part: z.enum(MATCH_PART_NAMES),
  points: z.number(),
  max: z.number(),
  reason: z.string(),
  sign: z.enum(AGAINST_SIGNS).optional(),
  gap: z.enum(GAPS).optional(),
});
export type MatchPart = z.infer<typeof matchPart>;

/** `score`: 0–100; null: no audience is described, so no one can be judged. */
export type Match = { score: number | null; by: ScoredBy; parts: MatchPart[] };

/** What the user's own decisions say of a person: points from -LEARNED_POINTS to LEARNED_POINTS, and the reason that is shown. */
export type Learned = { points: number; reason: string };

/** The score of 0–100: the sum of its parts. It never falls when a part rises. */
export function totalScore(parts: readonly Pick<MatchPart, 'points'>[]): number {
  const sum = parts.reduce((total, { points }) => total + (Number.isFinite(points) ? points : 0), 0);
  return Math.round(Math.min(100, Math.max(0, sum)));
}
