import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StatsView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The four numbers and their trends. GET /api/dashboard/stats */
export function fetchStats(): Promise<StatsView> {
  return unwrap(client.api.dashboard.stats.$get());
}

export function statsQuery() {
  return queryOptions({ queryKey: ['dashboard', 'stats'], queryFn: fetchStats });
}

export function useStats() {
  return useQuery(statsQuery());
}
