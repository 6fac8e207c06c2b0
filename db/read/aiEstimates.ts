import { AI_OPERATIONS, type AiOperation } from '../../events/ai/aiCall.ts';
import { type AiModels, modelFor } from '../../events/ai/aiTasks.ts';
import { usualCost } from '../../events/ai/prices.ts';
import type { Store } from '../store.ts';

/** From so many calls on their average says more than the price list with a usual call. */
const ENOUGH = 5;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** The approximate cost of a call of each kind, in US dollars: the average here, else the price list. null: unknown. */
export type AiEstimates = Record<AiOperation, number | null>;

export async function readAiEstimates(store: Pick<Store, 'sql' | 'now'>, models: AiModels): Promise<AiEstimates> {
  const names = [...new Set(Object.values(models))];
  const ofModels = new Map(
    await Promise.all(names.map(async (model) => [model, await readModelEstimates(store, model)] as const)),
  );
  const estimates = AI_OPERATIONS.map((operation) => [
    operation,
    ofModels.get(modelFor(models, operation))?.[operation] ?? null,
  ]);
  return Object.fromEntries(estimates) as AiEstimates;
}

/** What each kind of call would cost with one model. */
export async function readModelEstimates(
  { sql, now }: Pick<Store, 'sql' | 'now'>,
  model: string,
): Promise<AiEstimates> {
  const since = new Date(now().getTime() - DAYS * DAY_MS).toISOString();
  const rows = await sql<{ operation: string; calls: number; cost: number }[]>`
    select operation, calls, cost_usd as cost from read.ai_averages(${model}, ${since})`;
  const costs = new Map(rows.filter(({ calls }) => calls >= ENOUGH).map(({ operation, cost }) => [operation, cost]));
  const estimates = AI_OPERATIONS.map((operation) => [operation, costs.get(operation) ?? usualCost(model, operation)]);
  return Object.fromEntries(estimates) as AiEstimates;
}
