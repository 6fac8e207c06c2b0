import { z } from 'zod';
import { DASHBOARD_METRICS, type DashboardMetric } from '../../events/history/metrics.ts';
import { partnerSchema } from './partners.ts';
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

const day = z.strictObject({
  /** Local, `yyyy-mm-dd`. */
  day: z.string(),
  sent: z.number(),
  replied: z.number(),
});
export type ActivityDay = z.infer<typeof day>;

/** GET /api/dashboard/overview: the last days, and the next steps. */
export const overviewSchema = z.strictObject({
  /** The tenant's zone, for all days and times here. */
  timezone: z.string(),
  series: z.array(day.extend({ found: z.number(), approved: z.number() })),
  /** These days against as many before, in percent; null when there is nothing to compare. */
  trends: statsSchema.shape.trends,
  /** Partners by progress, each step a part of the one before. */
  funnel: z.strictObject({
    found: z.number(),
    approved: z.number(),
    email: z.number(),
    sent: z.number(),
    replied: z.number(),
  }),
  /** Totals of the deleted campaigns that have sent: they still count. null: there are none. */
  deletedCampaigns: z
    .strictObject({ partnersWrittenTo: z.number(), partnersReplied: z.number(), responseRate: z.number() })
    .nullable(),
  /** The best of the newest search. */
  matches: z.array(
    partnerSchema.pick({
      id: true,
      name: true,
      avatar: true,
      platform: true,
      industry: true,
      bio: true,
      followersCount: true,
      engagementRate: true,
      matchScore: true,
      roughScore: true,
    }),
  ),
  nextSends: z.array(
    z.strictObject({
      messageId: z.string(),
      campaignId: z.string(),
      campaignName: z.string().nullable(),
      partnerName: z.string().nullable(),
      at: z.string(),
    }),
  ),
});
export type OverviewView = z.infer<typeof overviewSchema>;
export type MatchView = OverviewView['matches'][number];

/** GET /api/campaigns/{id}/days: the emails and replies of a campaign by the tenant's local days. */
export const campaignDaysSchema = z.strictObject({ timezone: z.string(), series: z.array(day) });
export type CampaignDaysView = z.infer<typeof campaignDaysSchema>;
