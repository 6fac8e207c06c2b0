import { queryClient } from '../../lib/queryClient.ts';
import { campaignsQuery } from '../campaigns/campaigns.ts';
import { undecidedQuery } from '../campaigns/undecided.ts';
import { unreadQuery } from '../inbox/unread.ts';
import { sendingAccountsQuery } from '../sending/sendingAccounts.ts';
import { daysIn, overviewQuery } from './overview.ts';
import { statsQuery } from './stats.ts';

/** Asks for what the dashboard shows first, beside the question who is here. Not the partners, who may be many. */
export function fetchDashboard(): void {
  void queryClient.prefetchQuery(campaignsQuery());
  void queryClient.prefetchQuery(undecidedQuery());
  void queryClient.prefetchQuery(unreadQuery());
  void queryClient.prefetchQuery(sendingAccountsQuery());
  void queryClient.prefetchQuery(overviewQuery(daysIn(new URLSearchParams(window.location.search))));
  void queryClient.prefetchQuery(statsQuery());
}
