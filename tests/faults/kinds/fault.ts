import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRun, StageWish } from '../faultRun.ts';
import type { Child } from '../processes.ts';
import type { Random } from '../seeded.ts';
import type { FaultServer } from '../server.ts';

/** Faults strike for this long while a campaign sends. */
export const STRIKING_MS = 3_000;

/** A fault waits this long for its moment, since a slow machine sends its first email late. */
export const PATIENCE_MS = 4 * STRIKING_MS;

/** One thing that goes wrong. It strikes while the campaigns send, and answers when it is over. */
export type Fault = {
  name: string;
  /** Why it cannot strike on this machine; null: it can. */
  missing?: (server: FaultServer) => Promise<string | null>;
  /** The conditions that it needs. */
  wish?: Partial<StageWish> | ((random: Random) => Partial<StageWish>);
  /** The workers that it needs at least. */
  workers?: number;
  /** Nothing else strikes in its runs. */
  alone?: true;
  /** Real windows may hold in its runs, too. */
  inWindows?: true;
  /** The clock of the run is not put forward while it strikes. */
  waitsItOut?: true;
  /** It starts the first campaign itself. */
  startsFirst?: true;
  /** Before the campaigns are started. */
  prepare?: (faultRun: FaultRun, random: Random) => Promise<void>;
  /** Throws CouldNotStrike. */
  strike(faultRun: FaultRun, random: Random): Promise<void>;
  /** Mends what it did; the messages that it held back must get their fate only then. */
  heal?: (faultRun: FaultRun) => Promise<void>;
  /** The messages (ids) that cannot go on until it is healed. */
  holdsBack?: (faultRun: FaultRun) => readonly string[];
};

/** A random moment of the time in which the faults strike. */
export const aMoment = (random: Random, share = 0.7): Promise<void> => wait(random.between(100, STRIKING_MS * share));

export const aWorker = (faultRun: FaultRun, random: Random): Child | undefined => {
  const alive = faultRun.workers.filter((worker) => worker.alive());
  return alive[random.whole(0, alive.length - 1)];
};

/** Waits until the worker is gone (or `frozen`), at most so long; answers whether it is. */
export async function until(happened: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (happened()) return true;
    await wait(15);
  }
  return false;
}
