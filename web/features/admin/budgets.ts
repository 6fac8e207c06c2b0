import type { QueryClient } from '@tanstack/react-query';
import { aiUsageQuery } from './aiUsage.ts';
import { healthQuery } from './health.ts';

/** What shows how AI budgets are used, after one of them or its user changed. */
export function refetchBudgets(queries: QueryClient): Promise<unknown> {
  return Promise.all([aiUsageQuery(), healthQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
}
