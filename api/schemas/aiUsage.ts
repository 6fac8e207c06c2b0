import { z } from 'zod';
import { AI_OPERATIONS } from '../../events/ai/aiCall.ts';

/** GET /api/admin/openai-usage/stats: what AI cost the whole installation. Costs in US dollars. */
export const aiUsageSchema = z.strictObject({
  daysAgo: z.number(),
  totalUsage: z.strictObject({
    totalCostUsd: z.number(),
    totalCalls: z.number(),
    averageCostPerCall: z.number(),
    totalTokens: z.number(),
  }),
  /** Every day of the window (`yyyy-mm-dd` in UTC, today the last one), also those without a call. */
  daily: z.array(
    z.strictObject({
      date: z.string(),
      costUsd: z.number(),
      calls: z.number(),
      unpricedCalls: z.number(),
    }),
  ),
  usageByOperation: z.array(
    z.strictObject({
      operation: z.enum(AI_OPERATIONS),
      totalCostUsd: z.number(),
      callCount: z.number(),
      unpricedCalls: z.number(),
    }),
  ),
  /** Credits that sources of partners took for searches. They are no dollars: what one costs depends on the plan. */
  sourceCredits: z.array(z.strictObject({ source: z.string(), searches: z.number(), credits: z.number() })),
  /** This calendar month in UTC (`yyyy-mm`). Calls in progress and calls of unknown cost count with their estimates. null: no budget is set. */
  budget: z.strictObject({
    month: z.string(),
    installation: z.strictObject({ limitUsd: z.number().nullable(), spentUsd: z.number() }),
    /** Every user who spent something. `limitUsd`: their own budget, else that of every user. */
    users: z.array(z.strictObject({ userId: z.string(), limitUsd: z.number().nullable(), spentUsd: z.number() })),
  }),
  /** Calls of unknown cost: it is in no figure here, also not in the average. */
  unpricedCalls: z.number(),
  /** The provider counted more tokens than any model takes: these calls count with that most. */
  cutCalls: z.number(),
  pricingInfo: z.strictObject({
    models: z.array(z.string()),
    priceDate: z.string(),
    /** One call: its average cost here, else the list price of a usual one; null when neither is known. */
    estimatedCostPerOperation: z.record(z.enum(AI_OPERATIONS), z.number().nullable()),
  }),
});
export type AiUsageView = z.infer<typeof aiUsageSchema>;

/**
 * GET /api/ai-estimates: about what one call of each kind costs, in US dollars. `costUsd`: null when unknown. `stopped`: why no such call can be
 * made this month, as a sentence; null when it can. `configured`: whether there is an AI.
 */
export const aiEstimatesSchema = z.strictObject({
  configured: z.boolean(),
  operations: z.record(
    z.enum(AI_OPERATIONS),
    z.strictObject({ costUsd: z.number().nullable(), stopped: z.string().nullable() }),
  ),
});
export type AiEstimatesView = z.infer<typeof aiEstimatesSchema>;
