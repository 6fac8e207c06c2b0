import { isBudgetCode, nextBudgetMonth } from '../../events/ai/budget.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { ProviderFailed } from '../http/errors.ts';

/**
 * Answers a request that the AI did not fulfill. 429 until the next month: a budget is used up. Anything else: 503. `reason`: why the worker stopped;
 * `text`: the words if no budget is used up; `messages`: messages were asked for.
 */
export function aiRefusal(reason: Reason | null | undefined, text: string, now: Date, messages = false): Error {
  const code = reason?.code;
  if (!isBudgetCode(code)) return new ProviderFailed(text, 503, code && { code });
  const retryAfterSeconds = (nextBudgetMonth(now).getTime() - now.getTime()) / 1000;
  return new Refused({ code, messages, retryAfterSeconds });
}
