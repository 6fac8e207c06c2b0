import type { ScheduleView } from '../../../api/views.ts';
import { timeIn } from '../../lib/dates.ts';

/** "In their working hours, 10:15 AM there"; of a country with several zones, between the first and the last. */
export function recipientText(
  at: string,
  { zones, atWork }: NonNullable<ScheduleView['sends'][number]['recipient']>,
): string {
  const offset = (zone: string): number => Date.parse(`${wallClock(zone, at)}Z`);
  const [first = '', ...others] = zones.toSorted((a, b) => offset(a) - offset(b)).map((zone) => timeIn(zone, at));
  const last = others.at(-1) ?? first;
  const there = first === last ? `${first} there` : `${first} to ${last} there`;
  return atWork ? `In their working hours, ${there}` : `${there}: their hours do not overlap yours`;
}

const wallClock = (zone: string, at: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    .format(new Date(at))
    .replace(' ', 'T');

export type ScheduledDay = ScheduleView['days'][number] & { id: string; sends: ScheduleView['sends'] };

/** The sends of a schedule's pages by their local day, in order. `more`: another page follows, which may have the rest of the last day. */
export function daysOf(pages: readonly ScheduleView[], more: boolean): ScheduledDay[] {
  const days = new Map(
    pages
      .flatMap((page) => page.days)
      .map((day) => [day.day, { ...day, id: day.day, sends: [] as ScheduledDay['sends'] }]),
  );
  for (const send of pages.flatMap(({ sends }) => sends)) days.get(send.day)?.sends.push(send);
  const all = [...days.values()];
  return more && all.length > 1 ? all.slice(0, -1) : all;
}

const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const inZone = (zone: string) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });

/** "Today", "Tomorrow" or "Monday, Nov 23" for a local day (`yyyy-mm-dd`) of a zone. */
export function dayName(day: string, zone: string, now: number): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const today = Date.parse(`${inZone(zone).format(now)}T12:00:00Z`);
  const ahead = Math.round((noon - today) / 86_400_000);
  if (ahead === 0) return 'Today';
  return ahead === 1 ? 'Tomorrow' : weekday.format(noon);
}
