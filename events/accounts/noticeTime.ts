import { dayAfter, daysLater, instantOf, localDay, minutesOf } from '../shared/zoned.ts';
import type { NotificationRules } from './notificationsInput.ts';

const HOUR_MS = 3_600_000;
/** The daily email leaves at this local time. */
const DAILY = 8 * 60;

/** The end of the quiet hours that hold at a moment, or the moment. Times are in ms since 1970. */
export function afterQuiet(at: number, quiet: NotificationRules['quiet'], zone: string): number {
  if (!quiet) return at;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const today = localDay(at, zone);
  for (const day of [daysLater(today, -1), today]) {
    const end = instantOf(from < to ? day : dayAfter(day), to, zone);
    if (instantOf(day, from, zone) <= at && at < end) return end;
  }
  return at;
}

function digestAt(now: number, digest: NotificationRules['digest'], zone: string): number {
  if (digest === 'at_once') return now;
  if (digest === 'hourly') return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const today = localDay(now, zone);
  const next = instantOf(today, DAILY, zone);
  return next > now ? next : instantOf(dayAfter(today), DAILY, zone);
}

/** When a notice of this moment leaves. Only emails are collected. */
export const noticeDue = (
  now: number,
  { digest, quiet }: Pick<NotificationRules, 'digest' | 'quiet'>,
  isEmail: boolean,
  zone: string,
): number => afterQuiet(isEmail ? digestAt(now, digest, zone) : now, quiet, zone);
