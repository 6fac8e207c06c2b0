const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** "Nov 18, 2026, 10:02:03 AM", in the browser's zone: a history is read to the second. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));

/** The browser's IANA zone, in which the days of a history begin. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

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
