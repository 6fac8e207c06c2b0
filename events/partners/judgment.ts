/** What the AI says of how a person fits the business, by a fixed rubric. Code makes the score of it (match.ts). */
import { z } from 'zod';

/** What speaks against a person, seen by the rules or by the AI. */
export const AGAINST_SIGNS = [
  'excluded',
  'competitor',
  'declines',
  'stuffed',
  'organization',
  'bought_followers',
  'no_audience',
] as const;
export type AgainstSign = (typeof AGAINST_SIGNS)[number];

/** 0: not at all, 4: as wanted. null: nothing known says it. */
export const mark = z.int().min(0).max(4).nullable();
export const marks = z.object({ topic: mark, audience: mark, region: mark, quality: mark });

/**
 * `criteriaHash`: of what the business looks for. `inputHash`: of what the AI read of the person. `similarity`: cosine of the two embeddings; null:
 * there were none.
 */
export const judgmentData = z.object({
  criteriaHash: z.string(),
  inputHash: z.string(),
  model: z.string(),
  promptVersion: z.string(),
  similarity: z.number().nullable(),
  marks,
  against: z.array(z.enum(AGAINST_SIGNS)),
  /** Nobody could judge: the profile orders the AI about, or the provider declines it. The rules score, and it is not paid for again. */
  refused: z.literal(true).optional(),
});

/** `reason`: one sentence to the user. `quotes`: words of the profile that show it. */
export const judgmentPersonal = z.object({ reason: z.string(), quotes: z.array(z.string()) });

export type Judgment = z.infer<typeof judgmentData> & z.infer<typeof judgmentPersonal>;
