/** What a number counts, one and many, and how a list of it is headed. */
type Name = { title: string; one: string; many?: string };

/** The numbers of the screens that can be traced to their events (GET /api/history/number/{name}). */
export const NUMBER_NAMES = {
  totalPartners: { title: 'Total Partners Found', one: 'partner found', many: 'partners found' },
  approvedPartners: { title: 'Approved Partners', one: 'approved partner' },
  totalEmailsSent: { title: 'Emails Sent', one: 'email sent', many: 'emails sent' },
  partnersWrittenTo: { title: 'Partners written to', one: 'partner written to', many: 'partners written to' },
  partnersReplied: { title: 'Partners who replied', one: 'partner who replied', many: 'partners who replied' },
  partnerCount: { title: 'Partners', one: 'partner' },
  sentCount: { title: 'Sent', one: 'email sent', many: 'emails sent' },
  responseCount: { title: 'Replied', one: 'email replied to', many: 'emails replied to' },
  pendingCount: { title: 'Pending', one: 'pending email' },
  failedCount: { title: 'Failed', one: 'failed email' },
  unknownCount: { title: 'Unknown', one: 'email of unknown fate', many: 'emails of unknown fate' },
  bouncedCount: { title: 'Bounced', one: 'bounced email' },
} as const satisfies Record<string, Name>;

export type NumberName = keyof typeof NUMBER_NAMES;

/** "12 emails sent". */
export function numberInWords(name: NumberName, count: string, isOne: boolean): string {
  const { one, many = `${one}s` }: Name = NUMBER_NAMES[name];
  return `${count} ${isOne ? one : many}`;
}

export const isNumberName = (name: string): name is NumberName => name in NUMBER_NAMES;
