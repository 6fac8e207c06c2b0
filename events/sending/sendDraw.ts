/** Where on the clock mails fall: random instants that keep their distance. All times in ms since 1970. */

/** No two planned mails of a mailbox leave within this many minutes of each other. */
export const MIN_GAP_MINUTES = 6;
/** And no more than this many in any 60 minutes. */
export const MAILS_AN_HOUR = 6;

const GAP_MS = MIN_GAP_MINUTES * 60_000;
const HOUR_MS = 3_600_000;

/** A small seeded generator (mulberry32), uniform in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Stretch = { from: number; to: number };

/**
 * What a mail must keep out of: the gap around every other one, and around each six within an hour whatever would make them seven. The
 * ends of a stretch are allowed. `others` in ascending order.
 */
function closedStretches(others: readonly number[]): Stretch[] {
  const closed = others.map((at) => ({ from: at - GAP_MS, to: at + GAP_MS }));
  for (let last = MAILS_AN_HOUR - 1; last < others.length; last += 1) {
    const [from = 0, to = 0] = [others[last - MAILS_AN_HOUR + 1], others[last]];
    if (to - from < HOUR_MS) closed.push({ from: to - HOUR_MS, to: from + HOUR_MS });
  }
  return closed.sort((a, b) => a.from - b.from);
}

function openStretches({ from, to }: Stretch, others: readonly number[]): Stretch[] {
  const near = others.filter((at) => at > from - HOUR_MS && at < to + HOUR_MS).sort((a, b) => a - b);
  const open: Stretch[] = [];
  let start = from;
  for (const closed of closedStretches(near)) {
    if (closed.from >= to) break;
    if (closed.from >= start) open.push({ from: start, to: closed.from });
    start = Math.max(start, closed.to);
  }
  return start < to ? [...open, { from: start, to: to - 1 }] : open;
}

/**
 * Up to `wanted` random instants in some stretches, each anywhere that is open beside the others: no rhythm, whatever is there already.
 * Ascending; fewer than wanted when no more fit.
 */
export function drawBetween(
  within: readonly Stretch[],
  wanted: number,
  occupied: readonly number[],
  random: () => number,
): number[] {
  const drawn: number[] = [];
  while (drawn.length < wanted) {
    const open = within.flatMap((one) => openStretches(one, [...occupied, ...drawn]));
    let place = random() * open.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const stretch = open.find(({ from, to }) => {
      if (place < to - from + 1) return true;
      place -= to - from + 1;
      return false;
    });
    if (!stretch) break;
    drawn.push(stretch.from + Math.floor(place));
  }
  return drawn.sort((a, b) => a - b);
}

/** Those of some instants, in ascending order, that lie between two others. */
export function between(instants: readonly number[], from: number, to: number): readonly number[] {
  return instants.slice(firstFrom(instants, from), firstFrom(instants, to));
}

/** The index of the first instant that is not before `from`. */
function firstFrom(instants: readonly number[], from: number): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Instants one after the other, each a random gap (ms) after the last and at least the smallest one from the occupied ones. */
export function* drawAfter(
  start: number,
  gap: { min: number; max: number },
  occupied: readonly number[],
  random: () => number,
): Generator<number> {
  const others = [...occupied].sort((a, b) => a - b);
  const draw = () => Math.round(gap.min + random() * (gap.max - gap.min));
  let passed = 0;
  for (let at = start; ; ) {
    at += draw();
    while ((others[passed] ?? Number.POSITIVE_INFINITY) <= at - gap.min) passed += 1;
    for (let next = passed; (others[next] ?? Number.POSITIVE_INFINITY) < at + gap.min; next += 1) {
      const other = others[next] ?? at;
      if (Math.abs(other - at) < gap.min) at = other + draw();
    }
    yield at;
  }
}
