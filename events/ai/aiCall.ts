import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';

export const AI_OPERATIONS = [
  'partnerGeneration',
  'partnerDiscovery',
  'messageGeneration',
  'profileGeneration',
  'contactEnhancement',
  'replyClassification',
  'replyDraft',
  'textJudgment',
  'partnerJudgment',
  'embedding',
] as const;
export type AiOperation = (typeof AI_OPERATIONS)[number];

const started = z.object({
  operation: z.enum(AI_OPERATIONS),
  model: z.string(),
  promptVersion: z.string(),
  /** The stream that the call was made for. */
  about: z.string(),
  /** US dollars reserved for it; they count while its cost is unknown. */
  estimateUsd: z.number(),
});

const call = started.omit({ estimateUsd: true }).extend({
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  /** Input tokens that the provider keeps for later calls. */
  cacheWriteTokens: z.number(),
  /** The model's thinking included. */
  outputTokens: z.number(),
  /** The provider counted more tokens than any model can take: they were cut to that (prices.ts). */
  tokensCut: z.literal(true).optional(),
  /** Searches of the web that are billed. */
  webSearches: z.number(),
  /** US dollars. null: unknown. The model is not in the price list, the answer had no usable token count, or the call was cut off. */
  costUsd: z.number().nullable(),
  priceDate: z.string(),
  durationMs: z.number(),
  outcome: z.enum(['ok', 'refused', 'error']),
  errorCode: z.string().nullable(),
});

/** One call to the AI provider: its cost and its end, never its content. It is recorded before it is made. */
export const aiCallDefinitions = {
  AiCallStarted: { version: 1, data: started },
  AiCallMade: { version: 1, data: call },
} as const;
export type AiCallEvent = EventOf<typeof aiCallDefinitions>;
/** `at`: when it was started. A call without an outcome is in progress, or its worker died. */
export type AiCallState =
  | { operation: null }
  | (z.infer<typeof started> & { at: string; outcome: null; costUsd: null })
  | (z.infer<typeof call> & { at: string; estimateUsd: number | null });

export const aiCall: Aggregate<AiCallState, AiCallEvent> = {
  kind: 'aicall',
  definitions: aiCallDefinitions,
  projectionVersion: 1,
  initial: { operation: null },
  evolve(state, event: Recorded<AiCallEvent>) {
    switch (event.type) {
      case 'AiCallStarted':
        return { ...event.data, at: event.at, outcome: null, costUsd: null };
      case 'AiCallMade': {
        const known = state.operation === null ? { at: event.at, estimateUsd: null } : state;
        return { ...event.data, at: known.at, estimateUsd: known.estimateUsd };
      }
    }
  },
};

export type AiCallStart = z.infer<typeof started>;

export function startAiCall(state: AiCallState, start: AiCallStart): AiCallEvent[] {
  return state.operation === null ? [{ type: 'AiCallStarted', data: start }] : [];
}

export function recordAiCall(state: AiCallState, made: z.infer<typeof call>): AiCallEvent[] {
  const open = state.operation === null || state.outcome === null;
  return open ? [{ type: 'AiCallMade', data: made }] : [];
}
