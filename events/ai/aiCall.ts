import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';

export const AI_OPERATIONS = [
  'partnerGeneration',
  'messageGeneration',
  'profileGeneration',
  'contactEnhancement',
  'replyClassification',
  'replyDraft',
] as const;
export type AiOperation = (typeof AI_OPERATIONS)[number];

const call = z.object({
  operation: z.enum(AI_OPERATIONS),
  model: z.string(),
  promptVersion: z.string(),
  /** The stream that the call was made for. */
  about: z.string(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  /** Those of the input that the provider keeps for later calls. */
  cacheWriteTokens: z.number(),
  /** The model's thinking included. */
  outputTokens: z.number(),
  /** Searches of the web that are billed. */
  webSearches: z.number(),
  /** US dollars; null when nobody knows: the model is not in the price list, or the call was cut off. */
  costUsd: z.number().nullable(),
  priceDate: z.string(),
  durationMs: z.number(),
  outcome: z.enum(['ok', 'refused', 'error']),
  errorCode: z.string().nullable(),
});

/** One call to the AI provider: what it cost and how it ended; never what was said. */
export const aiCallDefinitions = {
  AiCallMade: { version: 1, data: call },
} as const;
export type AiCallEvent = EventOf<typeof aiCallDefinitions>;
export type AiCallState = (z.infer<typeof call> & { at: string }) | { operation: null };

export const aiCall: Aggregate<AiCallState, AiCallEvent> = {
  kind: 'aicall',
  definitions: aiCallDefinitions,
  projectionVersion: 1,
  initial: { operation: null },
  evolve: (_state, event: Recorded<AiCallEvent>) => ({ ...event.data, at: event.at }),
};

export function recordAiCall(state: AiCallState, made: z.infer<typeof call>): AiCallEvent[] {
  return state.operation === null ? [{ type: 'AiCallMade', data: made }] : [];
}
