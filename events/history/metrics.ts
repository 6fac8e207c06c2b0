/**
 * The metrics: every number of the screens that can be traced to its events. To add one, add an entry here. A new set also needs its SQL
 * condition in db/read/metrics.ts; the compiler asks for it. Counts, drill-downs, titles and the API's documentation follow.
 */

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
    explanation: 'Partners that were found or added and not deleted.',
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
    explanation: 'Emails of all campaigns that left, also of deleted ones.',
  },
  partnersWrittenTo: {
    of: 'messages',
    set: 'sent',
    people: true,
    trend: 'sent',
    title: 'Partners written to',
    explanation: 'Partners who were sent at least one email.',
  },
  partnersReplied: {
    of: 'messages',
    set: 'replied',
    people: true,
    trend: 'sent',
    title: 'Partners who replied',
    explanation: 'Partners who replied to at least one email.',
  },
  creditsUsed: {
    of: 'credits',
    set: 'reserved',
    title: 'Credits used',
    explanation: 'Credits of this month that were spent or are reserved.',
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
    explanation: 'Partners with a message that is not cancelled.',
  },
  messageCount: {
    of: 'messages',
    set: 'kept',
    title: 'Messages',
    explanation: 'Messages that were neither cancelled nor sent again.',
  },
  wantedCount: {
    of: 'messages',
    set: 'messages',
    title: 'Texts wanted',
    explanation: 'Messages that have a text or need one.',
  },
  generatedCount: {
    of: 'messages',
    set: 'withText',
    title: 'Texts written',
    explanation: 'Messages that have a text.',
  },
  missingCount: {
    of: 'messages',
    set: 'withoutText',
    title: 'Texts missing',
    explanation: 'Messages that have no text yet.',
  },
  reviewCount: {
    of: 'messages',
    set: 'toReview',
    title: 'Texts to review',
    explanation: 'Texts that are not approved yet.',
  },
  pendingCount: {
    of: 'messages',
    set: 'pending',
    title: 'Pending',
    explanation: 'Emails that have not left yet.',
  },
  sentCount: {
    of: 'messages',
    set: 'sent',
    title: 'Sent',
    explanation: 'Emails that left.',
  },
  responseCount: {
    of: 'messages',
    set: 'replied',
    title: 'Replied',
    explanation: 'Sent emails that got a reply.',
  },
  failedCount: {
    of: 'messages',
    set: 'failed',
    title: 'Failed',
    explanation: 'Emails that failed and were not sent again.',
  },
  unknownCount: {
    of: 'messages',
    set: 'unknown',
    title: 'Unknown',
    explanation: 'Emails that may have left: the provider did not confirm them.',
  },
  bouncedCount: {
    of: 'messages',
    set: 'bounced',
    title: 'Bounced',
    explanation: 'Sent emails that came back or were turned away.',
  },
  cancelledCount: {
    of: 'messages',
    set: 'cancelled',
    title: 'Cancelled',
    explanation: 'Messages that were cancelled. No other count includes them.',
  },
  runAskedCount: {
    of: 'messages',
    set: 'runAsked',
    title: 'Texts requested',
    explanation: 'Texts that the running generation was asked for.',
  },
  runDoneCount: {
    of: 'messages',
    set: 'runDone',
    title: 'Texts done',
    explanation: 'Texts of the running generation that are finished, written or failed.',
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
export type PartnerSet = Extract<Metric, { of: 'partners' }>['set'];
export type MessageSet = Extract<Metric, { of: 'messages' }>['set'];

/** What the response rate is made of. */
export const RATE_METRICS = ['partnersReplied', 'partnersWrittenTo'] as const satisfies MetricName[];

/** What a trend compares: the last 30 days with the 30 before them. */
export const SPANS = ['recent', 'before'] as const;
export type Span = (typeof SPANS)[number];

export type MetricScope = { campaign?: string | undefined; span?: Span | undefined };

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
