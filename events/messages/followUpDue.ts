import { daysLater, instantOf, localDay } from '../shared/zoned.ts';

/**
 * When a follow-up is due (ISO 8601): at the start of a local day of the sending window, so that all of its hours are open to the plan.
 * `dayMs`: how long a day is in a sandbox that hurries.
 */
export function followUpDue(
  sentAt: string,
  afterDays: number,
  { zone, dayMs }: { zone: string; dayMs?: number | undefined },
): string {
  const sent = Date.parse(sentAt);
  const due =
    dayMs === undefined ? instantOf(daysLater(localDay(sent, zone), afterDays), 0, zone) : sent + afterDays * dayMs;
  return new Date(due).toISOString();
}
