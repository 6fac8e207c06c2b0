import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { OverviewView } from '../../../api/views.ts';
import { type DashboardDays, isDashboardDays, USUAL_DASHBOARD_DAYS } from '../../../events/history/dashboardDays.ts';
import { client, unwrap } from '../../lib/client.ts';
import { useUrlParams } from '../../lib/urlParams.ts';

/** What happened in the last days, and what is next. GET /api/dashboard/overview */
export function fetchOverview(days: DashboardDays): Promise<OverviewView> {
  return unwrap(client.api.dashboard.overview.$get({ query: { days: String(days) } }));
}

export function overviewQuery(days: DashboardDays) {
  return queryOptions({
    queryKey: ['dashboard', 'overview', days],
    queryFn: () => fetchOverview(days),
    // the pictures stay while another range is looked up
    placeholderData: keepPreviousData,
  });
}

export const useOverview = (days: DashboardDays) => useQuery(overviewQuery(days));

/** Over how many days an address asks to look back. */
export function daysIn(params: URLSearchParams): DashboardDays {
  const asked = Number(params.get('days'));
  return isDashboardDays(asked) ? asked : USUAL_DASHBOARD_DAYS;
}

/** Over how many days the dashboard looks back, kept in the address. */
export function useRange(): [DashboardDays, (days: DashboardDays) => void] {
  const [params, set] = useUrlParams();
  const change = (days: DashboardDays): void => set({ days: days === USUAL_DASHBOARD_DAYS ? null : days });
  return [daysIn(params), change];
}
