import { setMaxListeners } from 'node:events';

const MAX_LISTENERS = 10_000;

/**
 * Does `work` with a signal that aborts after `ms`, or with one of `signals`. On Node 20, AbortSignal.any loses a timeout to the garbage collector,
 * so the timer is a plain one.
 */
export async function withDeadline<T>(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = signals.filter((signal) => signal !== undefined);
  const deadline = new AbortController();
  const end = () => deadline.abort();
  const timer = setTimeout(end, ms);
  for (const signal of given) {
    // many calls wait for one signal. Without a signal this call would set the default of all; 0 makes undici refuse the signal
    setMaxListeners(MAX_LISTENERS, signal);
    signal.addEventListener('abort', end);
  }
  if (given.some(({ aborted }) => aborted)) end();
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of given) signal.removeEventListener('abort', end);
  }
}
