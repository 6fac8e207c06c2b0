import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StatsView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';

/** The four numbers and their trends. GET /api/dashboard/stats */
export function fetchStats(): Promise<StatsView> {
  return answer(client.api.dashboard.stats.$get());
}

export function statsQuery() {
  return queryOptions({ queryKey: ['dashboard', 'stats'], queryFn: fetchStats });
}

export function useStats() {
  return useQuery(statsQuery());
}
