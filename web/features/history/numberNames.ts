/** What a number counts, one and many. */
type Name = { one: string; many?: string };

/** The numbers of the screens that can be traced to their events (GET /api/history/number/{name}). */
const NUMBER_NAMES = {
  totalPartners: { one: 'partner found', many: 'partners found' },
  approvedPartners: { one: 'approved partner' },
  totalEmailsSent: { one: 'email sent', many: 'emails sent' },
  partnersWrittenTo: { one: 'partner written to', many: 'partners written to' },
  partnersReplied: { one: 'partner who replied', many: 'partners who replied' },
  partnerCount: { one: 'partner' },
  messageCount: { one: 'message' },
  wantedCount: { one: 'text wanted', many: 'texts wanted' },
  generatedCount: { one: 'text written', many: 'texts written' },
  reviewCount: { one: 'text to review', many: 'texts to review' },
  sentCount: { one: 'email sent', many: 'emails sent' },
  responseCount: { one: 'email replied to', many: 'emails replied to' },
  pendingCount: { one: 'pending email' },
  failedCount: { one: 'failed email' },
  unknownCount: { one: 'email of unknown fate', many: 'emails of unknown fate' },
  bouncedCount: { one: 'bounced email' },
  cancelledCount: { one: 'cancelled message' },
  runAskedCount: { one: 'text asked for', many: 'texts asked for' },
  runDoneCount: { one: 'text done', many: 'texts done' },
  runFailedCount: { one: 'failed text' },
} as const satisfies Record<string, Name>;

export type NumberName = keyof typeof NUMBER_NAMES;

/** "12 emails sent". */
export function numberInWords(name: NumberName, count: string, isOne: boolean): string {
  const { one, many = `${one}s` }: Name = NUMBER_NAMES[name];
  return `${count} ${isOne ? one : many}`;
}
