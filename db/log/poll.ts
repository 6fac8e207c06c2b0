import { setTimeout as wait } from 'node:timers/promises';

const BUSY_MS = 50;
const IDLE_MS = 250;
const STUCK_MS = 2_000;
const LONGEST_MS = 5_000;

/** `full`: more is there right now; `stuck`: nothing can be done until something else has changed. */
export type PollDepth = 'full' | 'some' | 'none' | 'stuck';

/** `healthy`: whether the last look succeeded. `stop` waits for the look that is under way. */
export type Polling = { stop(): Promise<void>; healthy(): boolean };

/**
 * Polls until stopped: every 50 ms while events come, up to every 250 ms otherwise. A look that throws is reported to `onError` and tried again,
 * after up to 5 s.
 */
export function pollLog(look: () => Promise<PollDepth>, onError: (error: unknown) => void): Polling {
  const stopping = new AbortController();
  let failures = 0;

  async function run(): Promise<void> {
    let pause = BUSY_MS;
    while (!stopping.signal.aborted) {
      try {
        const brought = await look();
        failures = 0;
        if (brought === 'full') continue;
        if (brought === 'stuck') pause = STUCK_MS;
        else pause = brought === 'some' ? BUSY_MS : Math.min(IDLE_MS, pause * 1.5);
      } catch (error) {
        failures += 1;
        if (!stopping.signal.aborted) onError(error);
        pause = Math.min(LONGEST_MS, IDLE_MS * 2 ** Math.min(failures, 5));
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
    healthy: () => failures === 0,
  };
}
