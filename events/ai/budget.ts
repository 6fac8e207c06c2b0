/** The AI budget of a calendar month in UTC: of the installation, and of each user. All amounts are US dollars. */

import type { Reason } from '../shared/reasons.ts';

/** Both of the same month. null: there is no budget. */
export type AiBudgets = { installation: number | null; user: number | null };
/** The spent sum. Calls in progress and calls of unknown cost count with their estimates. */
export type AiSpent = { installation: number; user: number };

/** Admins are warned from this part of a budget on, in tenths. */
const WARN_AT = 8;

export type BudgetStanding = 'ok' | 'near' | 'used_up';

export function budgetStanding(budget: number | null, spent: number): BudgetStanding {
  if (budget === null) return 'ok';
  if (spent >= budget) return 'used_up';
  return 10 * spent >= WARN_AT * budget ? 'near' : 'ok';
}

export const percentUsed = (budget: number, spent: number): number =>
  budget === 0 ? 100 : Math.min(100, Math.floor((100 * spent) / budget));

/** The budget without room for one more call; null: both have room. */
export function exhaustedBudget(budgets: AiBudgets, spent: AiSpent, estimate: number): keyof AiBudgets | null {
  const full = (scope: keyof AiBudgets): boolean => {
    const budget = budgets[scope];
    return budget !== null && spent[scope] + estimate > budget;
  };
  return full('installation') ? 'installation' : full('user') ? 'user' : null;
}

/** Why work stopped that one of the budgets has no room for. */
export const budgetReason = (scope: keyof AiBudgets): Reason => ({ code: `ai_budget_${scope}` });

export const isBudgetCode = (code: string | null | undefined): code is 'ai_budget_installation' | 'ai_budget_user' =>
  code === 'ai_budget_installation' || code === 'ai_budget_user';

/** The month of an instant in UTC, `yyyy-mm`. */
export const budgetMonth = (at: string): string => at.slice(0, 7);

/** When every budget begins again. */
export const nextBudgetMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));

/** A setting or an account that holds a budget: blank is none. */
export const budgetOf = (value: string | null): number | null => (value ? Number(value) : null);
