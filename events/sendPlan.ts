import { dayAfter, instantOf, localDay, weekdayOf } from './zoned.ts';

export type SendWindow = { zone: string; fromMinutes: number; toMinutes: number; weekdays: readonly number[] };

export const DEFAULT_WINDOW = { fromMinutes: 9 * 60, toMinutes: 17 * 60, weekdays: [1, 2, 3, 4, 5] } as const;
/** No two planned mails of a mailbox leave within this many minutes of each other. */
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
  /** When other mails of the same mailbox leave or have just left, ms since 1970: the gap holds from them, too. */
  occupied?: readonly number[];
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

type Stretch = { from: number; to: number };

/** What is left between two instants when every occupied one keeps `gap` on both sides. */
function freeStretches({ from, to }: Stretch, occupied: readonly number[], gap: number): Stretch[] {
  const free: Stretch[] = [];
  let start = from;
  for (const at of occupied.filter((other) => other > from - gap && other < to + gap).sort((a, b) => a - b)) {
    if (at - gap >= start) free.push({ from: start, to: at - gap });
    start = Math.max(start, at + gap);
  }
  return start <= to ? [...free, { from: start, to }] : free;
}

/**
 * Random instants, at least `gap` apart from each other and from the occupied ones, never in a rhythm; fewer than asked when they do not
 * fit.
 */
function drawBetween(
  within: Stretch,
  wanted: number,
  gap: number,
  occupied: readonly number[],
  random: () => number,
): number[] {
  if (within.to <= within.from) return [];
  const stretches = freeStretches(within, occupied, gap).map((stretch) => ({ ...stretch, taken: 0 }));
  // each mail takes one of the places that are left, wherever it is
  const places = stretches.flatMap((stretch) =>
    Array.from({ length: Math.floor((stretch.to - stretch.from) / gap) + 1 }, () => stretch),
  );
  for (let left = wanted; left > 0; left -= 1) {
    const [stretch] = places.splice(Math.floor(random() * places.length), 1);
    if (stretch) stretch.taken += 1;
  }
  return stretches.flatMap(({ from, to, taken }) => {
    const slack = to - from - (taken - 1) * gap;
    return Array.from({ length: taken }, () => random() * slack)
      .sort((a, b) => a - b)
      .map((offset, index) => Math.round(from + offset + index * gap));
  });
}

/** Instants one after the other, each a random gap (ms) after the last and at least the smallest one from the occupied ones. */
function* drawAfter(
  start: number,
  gap: { min: number; max: number },
  occupied: readonly number[],
  random: () => number,
): Generator<number> {
  const others = [...occupied].sort((a, b) => a - b);
  const draw = () => Math.round(gap.min + random() * (gap.max - gap.min));
  for (let at = start; ; ) {
    at += draw();
    for (const other of others) if (Math.abs(other - at) < gap.min) at = other + draw();
    yield at;
  }
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
    const occupied = [...(input.occupied ?? []), ...planned.map(({ at }) => at)];
    if (input.gapSeconds) {
      const gap = { min: input.gapSeconds.min * 1000, max: input.gapSeconds.max * 1000 };
      const dayEnd = instantOf(dayAfter(day), 0, zone);
      let left = free;
      for (const at of drawAfter(Math.max(input.now, instantOf(day, 0, zone)), gap, occupied, random)) {
        // what a long gap carries past midnight belongs to the next day, and to its limit
        if (left === 0 || at >= dayEnd) break;
        left -= 1;
        planned.push({ at, day });
      }
      continue;
    }
    if (!weekdays.includes(weekdayOf(day))) continue;
    const window = {
      from: Math.max(instantOf(day, fromMinutes, zone), input.now + 60_000),
      to: instantOf(day, toMinutes, zone),
    };
    for (const at of drawBetween(window, free, MIN_GAP_MINUTES * 60_000, occupied, random)) planned.push({ at, day });
  }
  return planned;
}
