import { DASHBOARD_METRICS, type DashboardMetric, type Span } from '../../events/history/metrics.ts';
import { type Counters, readCounters } from '../lists/counters.ts';
import { ref, type Store } from '../store.ts';
import { lastDays } from './overview.ts';

type Figures = Record<Exclude<DashboardMetric, 'creditsUsed'>, number>;

/** The dashboard's metrics, and what they gained in the last days and in as many before. */
export type Stats = Figures & Record<Span, Figures>;

const { creditsUsed: _, ...METRICS } = DASHBOARD_METRICS;
const figures = (count: (name: keyof Figures) => number): Figures =>
  Object.fromEntries((Object.keys(METRICS) as (keyof Figures)[]).map((name) => [name, count(name)])) as Figures;

/** The length of a span if none is named. */
export const SPAN_DAYS = 30;

/** The emails and replies of a tenant's deleted campaigns together. */
export const deletedCampaigns = (counters: Counters): Pick<Figures, 'partnersWrittenTo' | 'partnersReplied'> => ({
  partnersWrittenTo: counters.of('deleted.partnersWrittenTo'),
  partnersReplied: counters.of('deleted.partnersReplied'),
});

/** `days`: of a span, today included. */
export async function readStats(store: Store, tenant: string, days = SPAN_DAYS): Promise<Stats> {
  const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
  const spans = lastDays(store.now().getTime(), timezone ?? 'UTC', 2 * days);
  const counters = await readCounters(store, tenant, { campaigns: [''] });
  const [before = '', recent = ''] = [spans[0], spans[days]];
  return {
    ...figures((name) => counters.of(name)),
    recent: figures((name) => counters.between(name, recent, '~')),
    before: figures((name) => counters.between(name, before, recent)),
  };
}
