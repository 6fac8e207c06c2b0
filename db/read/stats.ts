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
const SPAN_DAYS = 30;

/** The emails and replies of a tenant's deleted campaigns together. */
export const deletedCampaigns = (counters: Counters): Pick<Figures, 'partnersWrittenTo' | 'partnersReplied'> => ({
  partnersWrittenTo: counters.of('deleted.partnersWrittenTo'),
  partnersReplied: counters.of('deleted.partnersReplied'),
});

/** The days of the two sides of a trend, today included; `before`: their end, null when there is none. Days are those of the tenant's zone. */
export async function readSpans(
  store: Store,
  tenant: string,
  days = SPAN_DAYS,
): Promise<Record<Span, { from: string; before: string | null }> & { zone: string }> {
  const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
  const zone = timezone ?? 'UTC';
  const spans = lastDays(store.now().getTime(), zone, 2 * days);
  const [before = '', recent = ''] = [spans[0], spans[days]];
  return { zone, recent: { from: recent, before: null }, before: { from: before, before: recent } };
}

export async function readStats(store: Store, tenant: string): Promise<Stats> {
  const { recent, before } = await readSpans(store, tenant);
  return statsOf(await readCounters(store, tenant, { campaigns: [''] }), { recent, before });
}

export function statsOf(counters: Counters, spans: Record<Span, { from: string; before: string | null }>): Stats {
  const gained = ({ from, before }: { from: string; before: string | null }) =>
    figures((name) => counters.between(name, from, before ?? '~'));
  return { ...figures((name) => counters.of(name)), recent: gained(spans.recent), before: gained(spans.before) };
}
