import type { AiOperation } from '../../events/aiCall.ts';
import type { Store } from '../store.ts';

/** What one kind of AI call came to, all tenants together. Costs in US dollars. */
export type OperationUsage = {
  operation: AiOperation;
  calls: number;
  /** Calls of a model without a price: they are in `calls`, but cost nothing here. */
  unpriced: number;
  tokens: number;
  costUsd: number;
  /** Calls with an answer and a price, and what they cost. */
  answered: number;
  answeredCostUsd: number;
};

/** The AI calls of the whole installation from a moment on, summed by operation, the dearest first. */
export async function readAiUsage(store: Store, since: Date): Promise<OperationUsage[]> {
  return store.sql<OperationUsage[]>`
    select operation, calls, unpriced, tokens, cost_usd as "costUsd", answered, answered_cost_usd as "answeredCostUsd"
    from read.ai_usage(${since.toISOString()})`;
}
