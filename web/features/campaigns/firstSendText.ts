import { dayIn, timeIn, withZone } from '../../lib/dates.ts';

const SOON_MS = 120_000;

/**
 * The time of a first email in the user's zone: "within two minutes", "today between 10:02 AM and 05:00 PM (Europe/Berlin)", …
 * `now`: ms since 1970.
 */
export function firstSendText(
  { from, until }: { from: string; until: string },
  zone: string,
  now: number = Date.now(),
): string {
  if (Date.parse(until) - now < SOON_MS) return 'within two minutes';
  const hours = withZone(`between ${timeIn(zone, from)} and ${timeIn(zone, until)}`, zone);
  const day = dayIn(zone, from, now);
  return day === 'today' ? `today ${hours}` : `on ${day}, ${hours}`;
}
