import { keepPreviousData } from '@tanstack/react-query';
import { type DashboardDays, isDashboardDays, USUAL_DASHBOARD_DAYS } from '../../../events/history/dashboardDays.ts';
import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { useUrlParams } from '../../lib/urlParams.ts';
import { campaignsQuery } from '../campaigns/campaignsQuery.ts';
import { sendingAccountsQuery } from '../sending/api.ts';
import { todayCountQuery } from '../today/count.ts';

export const [useStats, statsQuery] = query(() => ({
  key: ['dashboard', 'stats'],
  call: () => unwrap(client.api.dashboard.stats.$get()),
}));

export const [useOverview, overviewQuery] = query((days: DashboardDays) => ({
  key: ['dashboard', 'overview', days],
  call: () => unwrap(client.api.dashboard.overview.$get({ query: { days: String(days) } })),
  // the pictures stay while another range is looked up
  placeholderData: keepPreviousData,
}));

function daysIn(params: URLSearchParams): DashboardDays {
  const asked = Number(params.get('days'));
  return isDashboardDays(asked) ? asked : USUAL_DASHBOARD_DAYS;
}

/** Over how many days the dashboard looks back, kept in the address. */
export function useRange(): [DashboardDays, (days: DashboardDays) => void] {
  const [params, set] = useUrlParams();
  const change = (days: DashboardDays): void => set({ days: days === USUAL_DASHBOARD_DAYS ? null : days });
  return [daysIn(params), change];
}

/** Asks for what the dashboard shows first, beside the question who is here. Not the partners, who may be many. */
export function fetchDashboard(): void {
  void queryClient.prefetchQuery(campaignsQuery());
  void queryClient.prefetchQuery(todayCountQuery());
  void queryClient.prefetchQuery(sendingAccountsQuery());
  void queryClient.prefetchQuery(overviewQuery(daysIn(new URLSearchParams(window.location.search))));
  void queryClient.prefetchQuery(statsQuery());
}
