/**
 * The metrics: every number of the screens that can be traced to its events. To add one, add an entry here. A new set also needs its rule
 * in events/lists/messageSets.ts; the compiler asks for it. Counts, drill-downs, titles and the API's documentation follow.
 */

import type { Variant } from '../campaigns/variants.ts';

/** `title` heads the card, names the link and heads the list of events. */
type Words = { title: string; explanation: string };

/** `set` names what is counted. `people` counts each partner of the messages once. `trend` is the moment by which a trend takes them. */
type Counts =
  | { of: 'partners'; set: string; trend?: TrendMoment }
  | { of: 'messages'; set: string; people?: true; trend?: TrendMoment }
  | { of: 'credits'; set: string };

export type TrendMoment = 'found' | 'decided' | 'sent';

/** By their names in StatsView. */
export const DASHBOARD_METRICS = {
  totalPartners: {
    of: 'partners',
    set: 'all',
    trend: 'found',
    title: 'Total Partners Found',
    explanation: 'Partners found or added, not deleted.',
  },
  approvedPartners: {
    of: 'partners',
    set: 'approved',
    trend: 'decided',
    title: 'Approved Partners',
    explanation: 'Partners that are approved now.',
  },
  totalEmailsSent: {
    of: 'messages',
    set: 'sent',
    trend: 'sent',
    title: 'Emails Sent',
    explanation: 'Emails sent by all campaigns, deleted ones too.',
  },
  partnersWrittenTo: {
    of: 'messages',
    set: 'sent',
    people: true,
    trend: 'sent',
    title: 'Partners written to',
    explanation: 'Partners with a sent email, deleted ones too.',
  },
  partnersReplied: {
    of: 'messages',
    set: 'replied',
    people: true,
    trend: 'sent',
    title: 'Partners who replied',
    explanation: 'Partners with a reply, deleted ones too.',
  },
  creditsUsed: {
    of: 'credits',
    set: 'reserved',
    title: 'Credits used',
    explanation: 'Credits spent or reserved this month.',
  },
} as const satisfies Record<string, Counts & Words>;

const { partnersWrittenTo, partnersReplied } = DASHBOARD_METRICS;

/** By their names in CampaignView. The three of a run are in its `generation`. */
export const CAMPAIGN_METRICS = {
  partnerCount: {
    of: 'messages',
    set: 'messages',
    people: true,
    title: 'Partners',
    explanation: 'Partners with a message, not cancelled.',
  },
  messageCount: {
    of: 'messages',
    set: 'kept',
    title: 'Messages',
    explanation: 'Messages, not cancelled or sent again.',
  },
  wantedCount: {
    of: 'messages',
    set: 'messages',
    title: 'Texts wanted',
    explanation: 'Messages with or without a text.',
  },
  generatedCount: {
    of: 'messages',
    set: 'withText',
    title: 'Texts written',
    explanation: 'Messages with a text.',
  },
  missingCount: {
    of: 'messages',
    set: 'withoutText',
    title: 'Texts missing',
    explanation: 'Messages without a text.',
  },
  unfitCount: {
    of: 'messages',
    set: 'unfit',
    title: 'No email',
    explanation: 'Messages that the AI advised against.',
  },
  reviewCount: {
    of: 'messages',
    set: 'toReview',
    title: 'Texts to review',
    explanation: 'Texts, not approved yet.',
  },
  pendingCount: {
    of: 'messages',
    set: 'pending',
    title: 'Pending',
    explanation: 'Emails, not sent yet.',
  },
  sentCount: {
    of: 'messages',
    set: 'sent',
    title: 'Sent',
    explanation: 'Emails sent.',
  },
  responseCount: {
    of: 'messages',
    set: 'replied',
    title: 'Replied',
    explanation: 'Emails with a reply.',
  },
  failedCount: {
    of: 'messages',
    set: 'failed',
    title: 'Failed',
    explanation: 'Emails that failed, not sent again.',
  },
  unknownCount: {
    of: 'messages',
    set: 'unknown',
    title: 'Unknown',
    explanation: 'Emails that the provider did not confirm.',
  },
  bouncedCount: {
    of: 'messages',
    set: 'bounced',
    title: 'Bounced',
    explanation: 'Emails sent that came back.',
  },
  unsubscribedCount: {
    of: 'messages',
    set: 'unsubscribed',
    title: 'Unsubscribed',
    explanation: 'Emails sent to people who then unsubscribed.',
  },
  complainedCount: {
    of: 'messages',
    set: 'complained',
    title: 'Reported as spam',
    explanation: 'Emails sent that were reported as spam.',
  },
  cancelledCount: {
    of: 'messages',
    set: 'cancelled',
    title: 'Cancelled',
    explanation: 'Messages cancelled, in no other count.',
  },
  runAskedCount: {
    of: 'messages',
    set: 'runAsked',
    title: 'Texts requested',
    explanation: 'Texts requested in the running generation.',
  },
  runDoneCount: {
    of: 'messages',
    set: 'runDone',
    title: 'Texts done',
    explanation: 'Texts of the running generation, written or failed.',
  },
  runFailedCount: {
    of: 'messages',
    set: 'runFailed',
    title: 'Texts that failed',
    explanation: 'Texts of the running generation that failed.',
  },
  partnersWrittenTo,
  partnersReplied,
} as const satisfies Record<string, Counts & Words>;

export type DashboardMetric = keyof typeof DASHBOARD_METRICS;
export type CampaignMetric = keyof typeof CAMPAIGN_METRICS;
export type MetricName = DashboardMetric | CampaignMetric;
export type Metric = ((typeof DASHBOARD_METRICS)[DashboardMetric] | (typeof CAMPAIGN_METRICS)[CampaignMetric]) & Words;

/** The metrics that are counted over projections; the credits are counted from events alone. */
export type CountedMetric = Exclude<Metric, { of: 'credits' }>;
export type MessageSet = Extract<Metric, { of: 'messages' }>['set'];

/** The parts of the response rate. */
export const RATE_METRICS = ['partnersReplied', 'partnersWrittenTo'] as const satisfies MetricName[];

/** The two sides of a trend: the last 30 days, and the 30 before them. */
export const SPANS = ['recent', 'before'] as const;
export type Span = (typeof SPANS)[number];

/** `variant`: only partners whose first email had that version of an A/B test, each once. */
export type MetricScope = { campaign?: string | undefined; span?: Span | undefined; variant?: Variant | undefined };

/** The metrics of a campaign, or of the dashboard; with a span those that have a trend. */
const metricsIn = ({ campaign, span }: MetricScope): [string, Metric][] =>
  Object.entries<Metric>(campaign === undefined ? DASHBOARD_METRICS : CAMPAIGN_METRICS).filter(
    ([, metric]) => span === undefined || (campaign === undefined && 'trend' in metric),
  );

export const metricNames = (scope: MetricScope): string[] => metricsIn(scope).map(([name]) => name);

export const metricOf = (name: string, scope: MetricScope): Metric | undefined =>
  metricsIn(scope).find(([known]) => known === name)?.[1];

const ALL_METRICS: Readonly<Record<MetricName, Metric>> = { ...DASHBOARD_METRICS, ...CAMPAIGN_METRICS };

export const titleOf = (name: MetricName): string => ALL_METRICS[name].title;
