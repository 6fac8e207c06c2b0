import { z } from 'zod';
import { DASHBOARD_METRICS, type DashboardMetric } from '../../events/history/metrics.ts';
import { numbersOf } from './parts.ts';

export const creditsSchema = z.strictObject({
  remainingCredits: z.number(),
  monthlyLimit: z.number(),
  used: z.number(),
  resetsAt: z.string(),
});
export type CreditsView = z.infer<typeof creditsSchema>;

type CountedMetric = Exclude<DashboardMetric, 'creditsUsed'>;

const counts = numbersOf(
  (Object.keys(DASHBOARD_METRICS) as DashboardMetric[]).filter((name): name is CountedMetric => name !== 'creditsUsed'),
);

export const statsSchema = z.strictObject({
  ...counts,
  responseRate: z.number(),
  /** This 30 days against the 30 before, in percent; null when there is nothing to compare. */
  trends: z.strictObject({
    totalPartners: z.number().nullable(),
    approvedPartners: z.number().nullable(),
    totalEmailsSent: z.number().nullable(),
    responseRate: z.number().nullable(),
  }),
});
export type StatsView = z.infer<typeof statsSchema>;
