import { AI_OPERATIONS, type AiOperation } from '../../events/ai/aiCall.ts';
import { usualCost } from '../../events/ai/prices.ts';
import type { Store } from '../store.ts';

/** From so many calls on their average says more than the price list with a usual call. */
const ENOUGH = 5;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** The approximate cost of a call of each kind, in US dollars: the average here, else the price list. null: unknown. */
export type AiEstimates = Record<AiOperation, number | null>;

export async function readAiEstimates({ sql, now }: Pick<Store, 'sql' | 'now'>, model: string): Promise<AiEstimates> {
  const since = new Date(now().getTime() - DAYS * DAY_MS).toISOString();
  const rows = await sql<{ operation: string; calls: number; cost: number }[]>`
    select operation, calls, cost_usd as cost from read.ai_averages(${model}, ${since})`;
  const costs = new Map(rows.filter(({ calls }) => calls >= ENOUGH).map(({ operation, cost }) => [operation, cost]));
  const estimates = AI_OPERATIONS.map((operation) => [operation, costs.get(operation) ?? usualCost(model, operation)]);
  return Object.fromEntries(estimates) as AiEstimates;
}
