const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** "Nov 18, 2026, 10:02:03 AM", in the browser's zone: a history is read to the second. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** "10:02:03 AM", under the title of its day. */
export const clockTime = (iso: string): string => clock.format(new Date(iso));

/** The day of a moment in the browser's zone, to compare it with another. */
export const localDay = (iso: string): string => new Date(iso).toDateString();

const dayNames = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'short', day: 'numeric' });
const daysOfYears = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const DAY_MS = 86_400_000;

/** "Today, Nov 18", "Yesterday, Nov 17", "Monday, Nov 16"; with the year where it is another one. */
export function dayTitle(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const date = at.toLocaleDateString(undefined, { month: 'short', day: 'numeric' });
  if (localDay(iso) === now.toDateString()) return `Today, ${date}`;
  if (localDay(iso) === new Date(now.getTime() - DAY_MS).toDateString()) return `Yesterday, ${date}`;
  return (at.getFullYear() === now.getFullYear() ? dayNames : daysOfYears).format(at);
}

/** The first moment of a day (YYYY-MM-DD) of the browser's zone, or the last one, in UTC. */
export function dayStart(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}
export function dayEnd(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return new Date(next.getTime() - 1).toISOString();
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as a date-and-time field of the browser takes it: its own zone, to the second. */
export function localField(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
