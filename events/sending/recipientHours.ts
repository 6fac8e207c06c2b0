/** When a recipient is at work, beside the hours of the account. All times in ms since 1970. */
import { dayAfter, localDay } from '../shared/zoned.ts';
import type { Stretch } from './sendDraw.ts';
import { DEFAULT_HOURS, type SendWindow, windowIn, windowOn } from './sendWindow.ts';

/** The main zones in which a recipient may be; none: it is not known where they are. */
export type RecipientZones = readonly string[];

/** Where nobody has said otherwise, people work from Monday to Friday, from nine to five. */
export const RECIPIENT_HOURS = DEFAULT_HOURS;

const intersect = (a: readonly Stretch[], b: readonly Stretch[]): Stretch[] =>
  a.flatMap((one) =>
    b
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );

/** The working hours of a zone that touch a stretch: a day of one zone lies in up to two days of another. */
function workingHours(zone: string, { from, to }: Stretch): Stretch[] {
  const hours: Stretch[] = [];
  const last = localDay(to, zone);
  for (let day = localDay(from, zone); day <= last; day = dayAfter(day)) {
    const open = windowOn(day, windowIn(zone, RECIPIENT_HOURS));
    if (open) hours.push(open);
  }
  return hours;
}

/** The parts of a stretch in which all of the zones are at work. */
const sharedHours = (open: Stretch, zones: RecipientZones): Stretch[] =>
  zones.reduce<Stretch[]>((left, zone) => (left.length > 0 ? intersect(left, workingHours(zone, open)) : left), [open]);

const DAYS_A_WEEK = 7;

/**
 * When a mail to a recipient may leave on a local day of the account: in the hours that both share. If they share none in the week from that
 * day on, the hours of the account win (`kept` is false), because the mail would never leave.
 */
export function hoursFor(day: string, window: SendWindow, zones: RecipientZones): { open: Stretch[]; kept: boolean } {
  const own = windowOn(day, window);
  if (zones.length === 0) return { open: own ? [own] : [], kept: false };
  let next = day;
  for (let ahead = 0; ahead < DAYS_A_WEEK; ahead += 1, next = dayAfter(next)) {
    const open = windowOn(next, window);
    const shared = open ? sharedHours(open, zones) : [];
    if (shared.length > 0) return { open: ahead === 0 ? shared : [], kept: true };
  }
  return { open: own ? [own] : [], kept: false };
}

/** Whether an instant is in the working hours of all of the zones; false where none is known. */
export const inRecipientHours = (at: number, zones: RecipientZones): boolean =>
  zones.length > 0 && sharedHours({ from: at, to: at + 1 }, zones).length > 0;
