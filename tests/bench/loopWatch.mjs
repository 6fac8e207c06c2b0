/**
 * Loaded into a process with `--import`: writes each stall of its event loop to LOOP_FILE, as `ms since 1970, ms of the processor, ms of the clock`.
 * Plain JavaScript, because it is loaded before what reads TypeScript.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const file = process.env.LOOP_FILE;

/** Of the main thread alone: parser threads and the garbage collector's own work beside it. */
const processorMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;

if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
  delay.enable();
  let before = processorMs();
  setInterval(() => {
    const now = processorMs();
    const clockMs = Math.max(0, delay.max / 1e6 - EVERY_MS);
    delay.reset();
    if (now - before > EVERY_MS || clockMs > EVERY_MS)
      appendFileSync(file, `${Date.now()} ${(now - before).toFixed(1)} ${clockMs.toFixed(1)}\n`);
    before = now;
  }, EVERY_MS).unref();
}
