import { isBudgetReason, nextBudgetMonth } from '../events/ai/budget.ts';
import { Refused } from '../events/shared/refused.ts';
import { ProviderFailed } from './errors.ts';

/**
 * How a request that the AI did not fulfill is answered, in these words: 429 until the next month where a budget is used up, else 503.
 * `reason`: why the worker stopped.
 */
export function aiRefusal(reason: string | null | undefined, text: string, now: Date): Error {
  if (!isBudgetReason(reason)) return new ProviderFailed(text);
  const retryAfterSeconds = (nextBudgetMonth(now).getTime() - now.getTime()) / 1000;
  return new Refused('limit', text, { retryAfterSeconds });
}
