/**
 * Loaded into a process with `--import`: writes each stall of its event loop to LOOP_FILE, as `ms since 1970, ms of the processor`.
 * Plain JavaScript, because it is loaded before what reads TypeScript.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const file = process.env.LOOP_FILE;

/** Of the main thread alone: parser threads and the garbage collector's own work beside it. */
const processorMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;

if (file && isMainThread) {
  let before = processorMs();
  setInterval(() => {
    const now = processorMs();
    if (now - before > EVERY_MS) appendFileSync(file, `${Date.now()} ${(now - before).toFixed(1)}\n`);
    before = now;
  }, EVERY_MS).unref();
}
