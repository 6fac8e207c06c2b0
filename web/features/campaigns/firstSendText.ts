import { shortDate } from '../../lib/dates.ts';

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const SOON_MS = 120_000;

/** "within a minute", "today between 10:02 AM and 05:00 PM", "on Monday, Jun 8, between …": when a first mail leaves, in the browser's zone. */
export function firstSendText(first: { from: string; until: string }, now: Date = new Date()): string {
  const from = new Date(first.from);
  const until = new Date(first.until);
  if (until.getTime() - now.getTime() < SOON_MS) return 'within two minutes';
  const hours = `between ${time.format(from)} and ${time.format(until)}`;
  if (from.toDateString() === now.toDateString()) return `today ${hours}`;
  return `on ${weekday.format(from)}, ${shortDate(first.from, now)}, ${hours}`;
}
