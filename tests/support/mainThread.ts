import { readFileSync } from 'node:fs';

/** Processor time of the main thread in ms, without other threads. null: this system does not tell. */
export function mainThreadMs(): number | null {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Processor time in ms that this thread, or else the process, has spent so far. Other work on the machine does not count. */
export const spentMs = (): number => mainThreadMs() ?? process.cpuUsage().user / 1000;

/** A measure under `limit`, or the least of three: other work on the machine makes even processor time longer now and then. */
export async function leastOfThree(limit: number, measure: () => number | Promise<number>): Promise<number> {
  let least = await measure();
  for (let left = 2; left > 0 && least >= limit; left -= 1) least = Math.min(least, await measure());
  return least;
}

/** The longest processor time, in ms, that the event loop was busy without a pause during `run`. */
export async function longestStall(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = mainThreadMs() ?? 0;
  const beat = () => {
    const now = mainThreadMs() ?? 0;
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(beat, 1);
  try {
    await run();
  } finally {
    clearInterval(timer);
    beat();
  }
  return longest;
}

/** Processor time in ms of some passes of a simple expression over a megabyte: a measure of linear time on any machine. */
export function passesMs(passes: number): number {
  const text = 'a@b.example, '.repeat(80_000);
  const before = process.cpuUsage();
  for (let pass = 0; pass < passes; pass += 1)
    if (/[b-e]@@/.test(text)) throw new Error('The expression fits nothing.');
  return process.cpuUsage(before).user / 1000;
}
