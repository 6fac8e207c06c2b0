import { dayAfter, localDay, weekdayOf } from '../shared/zoned.ts';
import { quotaDayAt, type Today } from './quota.ts';
import { type SendHours, windowIn, windowOn } from './sendWindow.ts';

/** Why a mail leaves when it does, or why none leaves: a word for the program, and a sentence for the user. */
export const SEND_WHYS = [
  'window',
  'daily_limit',
  'mailbox_cap',
  'workspace_limit',
  'other_campaign',
  'gap',
  'hold',
  'paused',
  'review',
  'texts',
  'planning',
  'question',
  'unread',
  'follow_up',
  'leaving',
] as const;
export type SendWhy = { kind: (typeof SEND_WHYS)[number]; text: string };

/** How full a day is, with all that is planned and has left. */
export type DayLoad = { campaign: number; mailbox: number; cap: number; workspace: number; workspaceLimit: number };

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `Monday to Friday, 09:00–17:00`; days that do not follow each other are listed. */
export function hoursText({ from, to, weekdays }: SendHours): string {
  const names = weekdays.map((day) => WEEKDAYS[day - 1]);
  const [first = 1] = weekdays;
  const inRow = weekdays.length > 2 && weekdays.every((day, index) => day === first + index);
  return `${inRow ? `${names[0]} to ${names.at(-1)}` : names.join(', ')}, ${from}–${to}`;
}

/**
 * Why the first mail of a campaign on `day` leaves then and not earlier: what kept it from the last day before on which there are sending
 * hours still to come. `now`: ms since 1970; `loadOn`: how full a day is.
 */
export function whyOnDay(input: {
  day: string;
  today: Today;
  now: number;
  zone: string;
  hours: SendHours;
  dailyLimit: number;
  recipientHours?: boolean | undefined;
  loadOn: (day: string) => DayLoad;
}): SendWhy {
  const { day, today, now, zone, hours, dailyLimit, recipientHours, loadOn } = input;
  const theirs = recipientHours ? ', in the working hours of the recipients' : '';
  const outside: SendWhy = { kind: 'window', text: `Emails leave ${hoursText(hours)} (${zone})${theirs}` };
  const window = windowIn(zone, hours);
  const localToday = localDay(now, zone);
  if (day <= localToday) {
    const open = windowOn(day, window);
    return recipientHours || (open && now < open.from) ? outside : GAP;
  }
  let before: string | null = null;
  for (let at = localToday; at < day; at = dayAfter(at)) {
    const open = windowOn(at, window);
    const counted = open && now < open.to ? quotaDayAt(open.to - 1, today, zone) : day;
    if (counted < day) before = counted;
  }
  if (before === null) return outside;
  const { campaign, mailbox, cap, workspace, workspaceLimit } = loadOn(before);
  const begun = today.zone === zone ? 'Today' : `The day that began in ${today.zone}`;
  const when = before === today.day ? begun : (WEEKDAYS[weekdayOf(before) - 1] ?? before);
  if (campaign >= dailyLimit)
    return { kind: 'daily_limit', text: `${when} is full: this campaign sends ${dailyLimit} a day` };
  if (mailbox >= cap)
    return { kind: 'mailbox_cap', text: `${when} is full: your mailbox sends ${cap} a day over all campaigns` };
  if (workspace >= workspaceLimit)
    return { kind: 'workspace_limit', text: `${when} is full: your account sends ${workspaceLimit} a day` };
  return outside;
}

/** Why another mail of the same day leaves later than the one before it. */
export const GAP: SendWhy = { kind: 'gap', text: 'Emails leave one by one, some time apart' };

/** Why one leaves later than other emails of its campaign could. */
export const keptApartBy = (days: number): SendWhy => ({
  kind: 'other_campaign',
  text: `Another campaign writes to this partner: emails of different campaigns are ${days} ${days === 1 ? 'day' : 'days'} apart`,
});
