import { daysLater, instantOf, localDay } from '../shared/zoned.ts';

/**
 * The moment from which the plan may send a follow-up (ISO 8601): the start of a local day, so that all its hours are open. `dayMs`: how long a day
 * is in a sandbox that hurries. `awayUntil`: the person wrote that they are away so long.
 */
export function followUpDue(
  sentAt: string,
  afterDays: number,
  { zone, dayMs, awayUntil }: { zone: string; dayMs?: number | undefined; awayUntil?: string | null },
): string {
  const sent = Date.parse(sentAt);
  const instant =
    dayMs === undefined ? instantOf(daysLater(localDay(sent, zone), afterDays), 0, zone) : sent + afterDays * dayMs;
  const due = new Date(instant).toISOString();
  return awayUntil && awayUntil > due ? awayUntil : due;
}
