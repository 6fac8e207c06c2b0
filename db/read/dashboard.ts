import { rateTrend, responseRate, trend } from '../../events/sending/rates.ts';
import type { Store } from '../store.ts';
import { readStats } from './stats.ts';

/** The dashboard's numbers by the names of the screen; trends in percent, null when there is nothing to compare. */
export async function readDashboard(store: Store, tenant: string) {
  const { recent, before, ...stats } = await readStats(store, tenant);
  return {
    totalPartners: stats.partners,
    approvedPartners: stats.approved,
    totalEmailsSent: stats.sent,
    responseRate: responseRate(stats.replied, stats.written),
    partnersWrittenTo: stats.written,
    partnersReplied: stats.replied,
    trends: {
      totalPartners: trend(recent.partners, before.partners),
      approvedPartners: trend(recent.approved, before.approved),
      totalEmailsSent: trend(recent.sent, before.sent),
      responseRate: rateTrend(recent, before),
    },
  };
}
