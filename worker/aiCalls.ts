import { inTransaction } from '../db/connection/inTransaction.ts';
import type { Cause } from '../db/log/commit.ts';
import { aiBudgetLock } from '../db/log/locks.ts';
import { newId } from '../db/log/newId.ts';
import { logOf } from '../db/process/logger.ts';
import { budgetsOf, readAiSpent, sumOf } from '../db/read/aiBudget.ts';
import { type AiEstimates, readModelEstimates } from '../db/read/aiEstimates.ts';
import { ref, type Store } from '../db/store.ts';
import { type AiCallStart, recordAiCall, startAiCall } from '../events/ai/aiCall.ts';
import { budgetReason, exhaustedBudget } from '../events/ai/budget.ts';
import { dearestCost } from '../events/ai/prices.ts';
import { ProviderError } from './providers/providerError.ts';

const log = logOf('worker');

/** An average of costs is reused this long. */
const ESTIMATES_MS = 60_000;

type Scope = { tenant: string; cause: Cause };
type Made = Parameters<typeof recordAiCall>[1];

/** A call that may be made. */
export type StartedCall = { end(made: Made): Promise<void> };

/** Records every AI call, before it is made and after. */
export type AiCalls = {
  /** Reserves the estimated cost of the call. Throws ProviderError where a budget of this month has no room for it. */
  start(scope: Scope, call: Omit<AiCallStart, 'estimateUsd'>): Promise<StartedCall>;
};

export function aiCalls(store: Store): AiCalls {
  const known = new Map<string, { at: number; estimates: Promise<AiEstimates> }>();

  function estimatesOf(model: string): Promise<AiEstimates> {
    const before = known.get(model);
    if (before && performance.now() - before.at < ESTIMATES_MS) return before.estimates;
    const estimates = readModelEstimates(store, model);
    known.set(model, { at: performance.now(), estimates });
    // what failed is not kept
    estimates.catch(() => known.delete(model));
    return estimates;
  }

  return {
    async start({ tenant, cause }, call) {
      const estimate = (await estimatesOf(call.model))[call.operation] ?? dearestCost(call.operation);
      const stream = ref('aicall', newId());
      const command = {
        tenant,
        cause,
        streams: { call: stream },
        decide: ({ call: state }: { call: Parameters<typeof startAiCall>[0] }) => ({
          call: startAiCall(state, { ...call, estimateUsd: estimate }),
        }),
      };
      const budgets = await budgetsOf(store, tenant);
      if (budgets.installation === null && budgets.user === null) await store.run(command);
      else {
        await inTransaction(store, async (tx) => {
          // the calls that are started beside this one have committed by now, or wait for it
          await tx`select pg_advisory_xact_lock(${String(aiBudgetLock())}::bigint)`;
          const all = await readAiSpent(tx, store.now());
          const full = exhaustedBudget(budgets, { installation: sumOf(all), user: all.get(tenant) ?? 0 }, estimate);
          if (full) throw new ProviderError(budgetReason(full), 'ai_budget', false);
          await store.runIn(tx, command);
        });
      }
      return {
        async end(made) {
          // a failed record must not discard a good answer, or it would be paid for twice
          await store
            .decide({ tenant, cause }, stream, (state) => recordAiCall(state, made))
            .catch((error: { code?: string }) => log.error({ code: error.code }, 'a call of OpenAI was not recorded'));
        },
      };
    },
  };
}
