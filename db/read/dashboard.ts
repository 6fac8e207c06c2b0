import { rateTrend, responseRate, trend } from '../../events/shared/rates.ts';
import type { Store } from '../store.ts';
import { readStats, type Stats } from './stats.ts';

const answered = (figures: Stats['recent']) => ({
  written: figures.partnersWrittenTo,
  replied: figures.partnersReplied,
});

/** The dashboard's numbers by the names of the screen. */
export async function readDashboard(store: Store, tenant: string) {
  const { recent, before, ...stats } = await readStats(store, tenant);
  return {
    ...stats,
    responseRate: responseRate(stats.partnersReplied, stats.partnersWrittenTo),
    trends: trendsOf({ recent, before }),
  };
}

/** In percent, null when there is nothing to compare. */
export const trendsOf = ({ recent, before }: Pick<Stats, 'recent' | 'before'>) => ({
  totalPartners: trend(recent.totalPartners, before.totalPartners),
  approvedPartners: trend(recent.approvedPartners, before.approvedPartners),
  totalEmailsSent: trend(recent.totalEmailsSent, before.totalEmailsSent),
  responseRate: rateTrend(answered(recent), answered(before)),
});
