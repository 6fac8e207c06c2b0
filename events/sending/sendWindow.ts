import { instantOf, localDay, minutesOf, weekdayOf } from '../shared/zoned.ts';

/** When mails of a plan leave, as people set it: local times `HH:MM` (up to `24:00`) and weekdays, 1 Monday … 7 Sunday. */
export type SendHours = { from: string; to: string; weekdays: readonly number[] };

export const DEFAULT_HOURS: SendHours = { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] };

/** The same in a zone; minutes since local midnight. */
export type SendWindow = { zone: string; fromMinutes: number; toMinutes: number; weekdays: readonly number[] };

export const windowIn = (zone: string, { from, to, weekdays }: SendHours): SendWindow => ({
  zone,
  fromMinutes: minutesOf(from),
  toMinutes: minutesOf(to),
  weekdays,
});

/** The window of a local day, as instants (ms since 1970); null on a weekday without one. */
export function windowOn(
  day: string,
  { zone, weekdays, fromMinutes, toMinutes }: SendWindow,
): { from: number; to: number } | null {
  if (!weekdays.includes(weekdayOf(day))) return null;
  return { from: instantOf(day, fromMinutes, zone), to: instantOf(day, toMinutes, zone) };
}

/** Whether an instant (ms) lies in the window. */
export function insideWindow(instant: number, window: SendWindow): boolean {
  const open = windowOn(localDay(instant, window.zone), window);
  return open !== null && instant >= open.from && instant < open.to;
}
