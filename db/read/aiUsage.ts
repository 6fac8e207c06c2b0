import type { AiOperation } from '../../events/ai/aiCall.ts';
import type { Store } from '../store.ts';

/** The sum of one kind of AI call over all tenants. Costs in US dollars. */
export type OperationUsage = {
  operation: AiOperation;
  calls: number;
  /** Calls of unknown cost: they are in `calls`, but cost nothing here. */
  unpriced: number;
  /** Calls with more tokens than a model can take. They count with the most that it can. */
  cut: number;
  tokens: number;
  costUsd: number;
};

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The last so many days in UTC, today included, oldest first (`yyyy-mm-dd`). */
export function lastDays(now: Date, days: number): string[] {
  return Array.from({ length: days }, (_, ago) => dayOf(new Date(now.getTime() - ago * DAY_MS))).reverse();
}

/** AI calls of the installation since the beginning of a UTC day, summed by operation, the dearest first. */
export async function readAiUsage(store: Store, since: string): Promise<OperationUsage[]> {
  return store.sql<OperationUsage[]>`
    select operation, calls, unpriced, cut, tokens, cost_usd as "costUsd"
    from read.ai_usage(${since})`;
}

/** The same calls on each of some days that follow each other, also on those without any. */
export async function readDailyAiUsage(
  store: Store,
  days: readonly string[],
): Promise<{ date: string; calls: number; unpricedCalls: number; costUsd: number }[]> {
  const rows = await store.sql<{ day: string; calls: number; unpricedCalls: number; costUsd: number }[]>`
    select day, calls, unpriced as "unpricedCalls", cost_usd as "costUsd" from read.ai_usage_by_day(${days[0] ?? ''})`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((date) => ({
    date,
    calls: byDay.get(date)?.calls ?? 0,
    unpricedCalls: byDay.get(date)?.unpricedCalls ?? 0,
    costUsd: byDay.get(date)?.costUsd ?? 0,
  }));
}

/** The credits that sources took since the beginning of a UTC day, over all tenants. */
export async function readSourceCredits(
  store: Store,
  since: string,
): Promise<{ source: string; searches: number; credits: number }[]> {
  return store.sql<{ source: string; searches: number; credits: number }[]>`
    select source, searches, credits from read.source_credits(${since})`;
}
