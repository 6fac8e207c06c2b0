import { dayAfter, instantOf, localDay, weekdayOf } from './zoned.ts';

export type SendWindow = { zone: string; fromMinutes: number; toMinutes: number; weekdays: readonly number[] };

export const DEFAULT_WINDOW = { fromMinutes: 9 * 60, toMinutes: 17 * 60, weekdays: [1, 2, 3, 4, 5] } as const;
/** No two mails of a campaign leave within this many minutes of each other. */
export const MIN_GAP_MINUTES = 6;
/** Looked ahead at least; and a week for each mail, which one a week on a single weekday needs. */
const HORIZON_DAYS = 400;

/** Whether an instant (ms) lies in the window. */
export function insideWindow(instant: number, window: SendWindow): boolean {
  const day = localDay(instant, window.zone);
  return (
    window.weekdays.includes(weekdayOf(day)) &&
    instant >= instantOf(day, window.fromMinutes, window.zone) &&
    instant < instantOf(day, window.toMinutes, window.zone)
  );
}

export type SendPlanInput = {
  /** ms since 1970 */
  now: number;
  count: number;
  dailyLimit: number;
  /** Sent or already planned, by local day. */
  usedByDay: Readonly<Record<string, number>>;
  window: SendWindow;
  /** Decides every draw: the same input gives the same plan. */
  seed: number;
  /** Sandbox only: this gap instead of the window and the usual spacing. Seconds. */
  gapSeconds?: { min: number; max: number } | undefined;
};

export type PlannedSend = { at: number; day: string };

/** A small seeded generator (mulberry32), uniform in [0, 1). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random instants between two, at least `gap` apart and never in a rhythm; fewer than asked when they do not fit. */
function drawBetween(from: number, to: number, wanted: number, gap: number, random: () => number): number[] {
  if (to <= from) return [];
  const fits = Math.min(wanted, Math.floor((to - from) / gap) + 1);
  const slack = to - from - (fits - 1) * gap;
  return Array.from({ length: fits }, () => random() * slack)
    .sort((a, b) => a - b)
    .map((offset, index) => Math.round(from + offset + index * gap));
}

/**
 * When the next `count` mails of a campaign leave: on each local day at most the daily limit, inside the window, at random irregular
 * times, from now on. Times come in ascending order. Pure: drawn once, stored, and never drawn again.
 */
export function planSends(input: SendPlanInput): PlannedSend[] {
  const random = generator(input.seed);
  const { zone, weekdays, fromMinutes, toMinutes } = input.window;
  const planned: PlannedSend[] = [];
  let day = localDay(input.now, zone);
  for (
    let ahead = 0;
    ahead < HORIZON_DAYS + 7 * input.count && planned.length < input.count;
    ahead += 1, day = dayAfter(day)
  ) {
    const free = Math.min(input.dailyLimit - (input.usedByDay[day] ?? 0), input.count - planned.length);
    if (free <= 0) continue;
    if (input.gapSeconds) {
      const { min, max } = input.gapSeconds;
      const dayEnd = instantOf(dayAfter(day), 0, zone);
      let at = Math.max(input.now, instantOf(day, 0, zone));
      for (let index = 0; index < free; index += 1) {
        at += Math.round((min + random() * (max - min)) * 1000);
        // what a long gap carries past midnight belongs to the next day, and to its limit
        if (at >= dayEnd) break;
        planned.push({ at, day });
      }
      continue;
    }
    if (!weekdays.includes(weekdayOf(day))) continue;
    const from = Math.max(instantOf(day, fromMinutes, zone), input.now + 60_000);
    const to = instantOf(day, toMinutes, zone);
    for (const at of drawBetween(from, to, free, MIN_GAP_MINUTES * 60_000, random)) planned.push({ at, day });
  }
  return planned;
}
