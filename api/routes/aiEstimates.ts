import { Hono } from 'hono';
import { budgetsOf, readAiSpent, sumOf } from '../../db/read/aiBudget.ts';
import { readAiEstimates } from '../../db/read/aiEstimates.ts';
import { AI_OPERATIONS, type AiOperation } from '../../events/ai/aiCall.ts';
import { budgetReason, exhaustedBudget } from '../../events/ai/budget.ts';
import { dearestCost } from '../../events/ai/prices.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { type AiEstimatesView, aiEstimatesSchema } from '../views.ts';

/** Estimates the cost of AI work and checks the budgets, for the user who is about to start it. */
export function aiEstimateRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().get('/ai-estimates', answers(aiEstimatesSchema), async (c) => {
    const { tenant } = c.get('user');
    const [estimates, budgets, spent] = await Promise.all([
      readAiEstimates(store, deps.aiModels),
      budgetsOf(store, tenant),
      readAiSpent(store.sql, store.now()),
    ]);
    const soFar = { installation: sumOf(spent), user: spent.get(tenant) ?? 0 };
    const operations = AI_OPERATIONS.map((operation) => {
      const costUsd = estimates[operation];
      // as the worker decides for the next call
      const full = exhaustedBudget(budgets, soFar, costUsd ?? dearestCost(operation));
      return [operation, { costUsd, stopped: full && reasonSentence(budgetReason(full)) }] as const;
    });
    const view: AiEstimatesView = {
      configured: deps.configured.ai,
      operations: Object.fromEntries(operations) as Record<AiOperation, (typeof operations)[number][1]>,
    };
    return c.json(view, 200);
  });
}
