import type { NumberName } from './numberNames.ts';

/** How the list of a number's events is headed. */
const TITLES: Readonly<Record<NumberName, string>> = {
  totalPartners: 'Total Partners Found',
  approvedPartners: 'Approved Partners',
  totalEmailsSent: 'Emails Sent',
  partnersWrittenTo: 'Partners written to',
  partnersReplied: 'Partners who replied',
  partnerCount: 'Partners',
  messageCount: 'Messages',
  wantedCount: 'Texts wanted',
  generatedCount: 'Texts written',
  reviewCount: 'Texts to review',
  sentCount: 'Sent',
  responseCount: 'Replied',
  pendingCount: 'Pending',
  failedCount: 'Failed',
  unknownCount: 'Unknown',
  bouncedCount: 'Bounced',
  cancelledCount: 'Cancelled',
  runAskedCount: 'Texts asked for',
  runDoneCount: 'Texts done',
  runFailedCount: 'Texts that failed',
};

/** A name that a link misspelt is its own title. */
export const titleOf = (name: string): string => (name in TITLES ? TITLES[name as NumberName] : name);

export type Span = 'recent' | 'before';

export const SPAN_TITLES: Readonly<Record<Span, string>> = { recent: 'Last 30 days', before: '30 days before' };

/** Of what a response rate is made. */
export const RATE = ['partnersReplied', 'partnersWrittenTo'] as const;
