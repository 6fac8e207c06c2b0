import { dayAfter, localDay } from '../../events/shared/zoned.ts';
import type { Counters } from '../lists/counters.ts';

/** The figures of a local day (`yyyy-mm-dd`). */
export type DayFigures = { day: string; found: number; approved: number; sent: number; replied: number };

/** Partners by how far they have come. Each step is part of the one before. */
export type Funnel = { found: number; approved: number; email: number; sent: number; replied: number };

/** The last days in a zone, the newest last. */
export function lastDays(now: number, zone: string, count: number): string[] {
  const first = new Date(Date.parse(`${localDay(now, zone)}T12:00:00Z`) - (count - 1) * 86_400_000);
  const days = [first.toISOString().slice(0, 10)];
  while (days.length < count) days.push(dayAfter(days.at(-1) ?? ''));
  return days;
}

/** The figures of the last days in a tenant's zone. `campaign` narrows to its messages. */
export function daysOf(counters: Counters, days: readonly string[], campaign?: string): DayFigures[] {
  const person = (day: string, name: string) => (campaign === undefined ? counters.on(day, name) : 0);
  const messages = (day: string, whole: string, own: string) =>
    campaign === undefined ? counters.on(day, whole) : counters.on(day, own, campaign);
  return days.map((day) => ({
    day,
    found: person(day, 'totalPartners'),
    approved: person(day, 'approvedPartners'),
    sent: messages(day, 'totalEmailsSent', 'sent'),
    replied: messages(day, 'replied', 'replied'),
  }));
}

export const funnelOf = (counters: Counters): Funnel => ({
  found: counters.of('totalPartners'),
  approved: counters.of('funnel.approved'),
  email: counters.of('funnel.email'),
  sent: counters.of('funnel.sent'),
  replied: counters.of('funnel.replied'),
});
