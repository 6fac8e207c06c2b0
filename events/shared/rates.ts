/** 100 × partners who replied ÷ partners sent to, one decimal, 0 if none (rulings). */
export const responseRate = (replied: number, sent: number): number =>
  sent === 0 ? 0 : Math.round((1000 * replied) / sent) / 10;

/** A span against the one before it, in whole percent; null when there was nothing before. */
export const trend = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before);

type Answered = { written: number; replied: number };

/** The same for the response rate; null also when nobody was written to in one of the spans, which says nothing of how people answer. */
export const rateTrend = (recent: Answered, before: Answered): number | null =>
  recent.written === 0 || before.written === 0
    ? null
    : trend(responseRate(recent.replied, recent.written), responseRate(before.replied, before.written));

/**
 * How many mails that came back or were reported as spam pause sending. Mailbox hosts judge a sender by these rates, and a bad one costs every
 * later mail.
 *
 *   bounces     5 %    Amazon SES puts an account under review then (at 10 % it pauses it); hard bounces alone count
 *   complaints  0.3 %  Google's and Yahoo's rules for bulk senders: never reach it; below 0.1 % is the goal
 *
 * Google counts complaints against delivered mails of a day, which takes thousands. Here a rate counts over 30 days, from 20 mails on, and one
 * mail alone never pauses. From 0.1 % complaints on it warns, and there one mail is enough: at these volumes the second one mostly pauses.
 */
export const RATE_LIMITS = [
  { rate: 'complaint_rate', report: 'complained', limit: 0.003, verb: 'reported as spam' },
  { rate: 'bounce_rate', report: 'bounced', limit: 0.05, verb: 'returned as undeliverable' },
] as const;
export const RATE_NAMES = ['complaint_rate', 'bounce_rate'] as const;
export type RateName = (typeof RATE_NAMES)[number];
const LEAST_SENT = 20;
const LEAST_COUNT = 2;
export const RATE_DAYS = 30;

/** Of so many mails (`sent`), this many. */
export type RateFigures = { sent: number; count: number };
/** `domain`: of all accounts of the domain. */
export type RateBreach = RateFigures & { rate: RateName; domain?: true | undefined };

/** The graver rate that is over its limit; null: none is. */
export function breachOf(counted: { sent: number; bounced: number; complained: number }): RateBreach | null {
  const { sent } = counted;
  if (sent < LEAST_SENT) return null;
  for (const { rate, report, limit } of RATE_LIMITS) {
    const count = counted[report];
    if (count >= LEAST_COUNT && count / sent >= limit) return { rate, sent, count };
  }
  return null;
}

export const percent = (share: number): string => `${Math.round(1000 * share) / 10}%`;

const OF_DOMAIN = ' from this domain';

/** Why sending is paused, as a sentence without its full stop. */
export function breachText({ rate, sent, count, domain }: RateBreach): string {
  const { limit, verb } = RATE_LIMITS.find((known) => known.rate === rate) ?? RATE_LIMITS[0];
  return `${count} of ${sent} emails${domain ? OF_DOMAIN : ''} were ${verb} (${percent(count / sent)}; the limit is ${percent(limit)})`;
}

const COMPLAINTS_WARN = 0.001;

/** A warning before complaints pause sending; null: none, or they do already. */
export function complaintWarning(
  counted: { sent: number; bounced: number; complained: number },
  domain = false,
): string | null {
  const { sent, complained: count } = counted;
  if (sent < LEAST_SENT || count === 0 || count / sent < COMPLAINTS_WARN || breachOf(counted)) return null;
  const emails = `${count} of ${sent} emails${domain ? OF_DOMAIN : ''} ${count === 1 ? 'was' : 'were'} reported as spam (${percent(count / sent)})`;
  return `${emails}. Stay below ${percent(COMPLAINTS_WARN)}: at ${percent(RATE_LIMITS[0].limit)}, from the second report on, sending pauses.`;
}

/** A warning to the other accounts of a domain while one is paused: the mails of the domain may be no breach yet. */
export const pausedBesideWarning = (address: string, breach: RateBreach): string =>
  `${address} is paused: ${breachText(breach)}. Mail hosts judge the whole domain, so emails from this account may land in spam, too.`;
