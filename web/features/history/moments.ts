import { dayAfter, instantOf, localDay } from '../../../events/shared/zoned.ts';

/** One format a zone: a list asks for it in each row. */
function perZone(options: Intl.DateTimeFormatOptions): (zone: string, iso: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone, iso) => {
    const known = formats.get(zone) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone });
    formats.set(zone, known);
    return known.format(new Date(iso));
  };
}

/** "Nov 18, 2026, 10:02:03 AM": a history is read to the second. */
export const exactTime = perZone({ dateStyle: 'medium', timeStyle: 'medium' });

/** "10:02:03 AM", under the title of its day. */
export const clockTime = perZone({ timeStyle: 'medium' });

export const dayOf = (zone: string, iso: string): string => localDay(Date.parse(iso), zone);

const shortDay = perZone({ month: 'short', day: 'numeric' });
const dayName = perZone({ weekday: 'long', month: 'short', day: 'numeric' });
const dayOfYear = perZone({ dateStyle: 'full' });
const DAY_MS = 86_400_000;

/** "Today, Nov 18", "Yesterday, Nov 17", "Monday, Nov 16"; with the year where it is another one. */
export function dayTitle(zone: string, iso: string, now = Date.now()): string {
  const day = dayOf(zone, iso);
  if (day === localDay(now, zone)) return `Today, ${shortDay(zone, iso)}`;
  if (day === localDay(now - DAY_MS, zone)) return `Yesterday, ${shortDay(zone, iso)}`;
  return (day.slice(0, 4) === localDay(now, zone).slice(0, 4) ? dayName : dayOfYear)(zone, iso);
}

/** The first moment of a day (YYYY-MM-DD) of a zone, or the last one, in UTC. */
export const dayStart = (zone: string, day: string): string => new Date(instantOf(day, 0, zone)).toISOString();
export const dayEnd = (zone: string, day: string): string =>
  new Date(instantOf(dayAfter(day), 0, zone) - 1).toISOString();

const field = perZone({ hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A moment as a date-and-time field takes it, to the second. */
export const toField = (zone: string, iso: string): string => `${dayOf(zone, iso)}T${field(zone, iso)}`;

/** The moment (ms since 1970) of a date-and-time field; NaN: it is not whole. */
export function fromField(zone: string, typed: string): number {
  const [, day, hours, minutes, seconds = '0'] = /^(\d{4,}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(typed) ?? [];
  if (day === undefined) return Number.NaN;
  return instantOf(day, Number(hours) * 60 + Number(minutes), zone) + Number(seconds) * 1000;
}
