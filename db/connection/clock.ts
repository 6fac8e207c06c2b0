import { clockOffset } from '../process/processMetrics.ts';
import type { Sql } from './connect.ts';

/** A clock that differs from the database's by more is wrong, in ms. */
const TOLERANCE_MS = 5_000;
const EVERY_MS = 30_000;
const WRONG_EVERY_MS = 2_000;

/** This process's clock differs from the database's, so it commits nothing. */
export class ClockWrong extends Error {
  readonly code = 'clock_wrong';
  constructor() {
    super('The clock of this process differs from that of the database.');
    this.name = 'ClockWrong';
  }
}

/** Ahead: more than 0. `database`: its own clock was set, as a process saw. */
export type ClockReport = { step: 'process' | 'database'; aheadMs: number } | { step: 'right' };

export type Clock = {
  /** Throws ClockWrong if this process must commit nothing. It measures again before it says so. */
  assertRight(): Promise<void>;
  /** How far this process is ahead of the database, in ms; null: not measured yet. */
  aheadMs(): number | null;
  isRight(): boolean;
  /** The time of the database, as well as this process knows it. */
  databaseNow(): Date;
  /** Measures for the first time, and from then on. */
  start(): Promise<void>;
  stop(): void;
};

type Measured = {
  /** Add `performance.now()` to get the time of the database. */
  base: number;
  /** Half of the round trip: the measurement may be wrong by that. */
  doubt: number;
};

/**
 * Compares the clock of this process with the database's. Between two measurements the monotonic clock shows at once that
 * this clock was set. `tell` hears of each change.
 */
export function watchClock(sql: Sql, tell: (report: ClockReport) => void, wallNow: () => number = Date.now): Clock {
  let last: Measured | null = null;
  let wasRight = true;
  let under: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const aheadMs = () => (last ? wallNow() - last.base - performance.now() : null);
  const isRight = () => !last || Math.abs(aheadMs() ?? 0) <= TOLERANCE_MS + last.doubt;

  async function measureOnce(): Promise<void> {
    const start = performance.now();
    const [row] = await sql<{ now: number; behind: number }[]>`select now, behind from log.clock()`;
    const end = performance.now();
    if (!row) return;
    const doubt = (end - start) / 2;
    const now = { base: row.now - (end - doubt), doubt };
    // at the start, the newest seal remembers a later time
    const moved = last ? now.base - last.base : -row.behind;
    const isStep = Math.abs(moved) > TOLERANCE_MS + doubt + (last?.doubt ?? 0);
    last = now;
    clockOffset.set((aheadMs() ?? 0) / 1000);
    if (isStep) tell({ step: 'database', aheadMs: moved });
    const right = isRight();
    if (right !== wasRight) tell(right ? { step: 'right' } : { step: 'process', aheadMs: aheadMs() ?? 0 });
    wasRight = right;
  }
  const measure = () => {
    under ??= measureOnce().finally(() => {
      under = null;
    });
    return under;
  };
  function plan(): void {
    if (stopped) return;
    timer = setTimeout(
      () =>
        void measure()
          .catch(() => undefined)
          .then(plan),
      wasRight ? EVERY_MS : WRONG_EVERY_MS,
    );
    timer.unref();
  }
  return {
    async start() {
      await measure();
      plan();
    },
    aheadMs,
    isRight,
    databaseNow: () => new Date(last ? last.base + performance.now() : wallNow()),
    async assertRight() {
      if (isRight()) return;
      // this clock was set, or the machine slept, or the database's clock was set, too
      await measure();
      if (!isRight()) throw new ClockWrong();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
