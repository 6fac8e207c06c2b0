import { setTimeout as wait } from 'node:timers/promises';

/** The pause after a look that brought something, and the longest. */
const PAUSES_MS = { busy: 50, idle: 250 };
const STUCK_MS = 2_000;
const LONGEST_MS = 5_000;

/** `full`: more is there right now; `stuck`: nothing can be done until something else has changed. */
export type PollDepth = 'full' | 'some' | 'none' | 'stuck';

/** `healthy`: whether the last look succeeded. `stop` waits for the look that is under way. */
export type Polling = { stop(): Promise<void>; healthy(): boolean };

/**
 * Polls until stopped: soon while events come, and less often otherwise. A look that throws is reported to `onError` and tried again,
 * after up to 5 s. `again`: the look before it threw, too. `onRecovered`: a look succeeds after one that threw.
 */
export function pollLog(
  look: () => Promise<PollDepth>,
  onError: (error: unknown, again: boolean) => void,
  onRecovered: () => void = () => undefined,
  { busy, idle } = PAUSES_MS,
): Polling {
  const stopping = new AbortController();
  let failures = 0;

  async function run(): Promise<void> {
    let pause = busy;
    while (!stopping.signal.aborted) {
      try {
        const brought = await look();
        if (failures > 0) onRecovered();
        failures = 0;
        if (brought === 'full') continue;
        if (brought === 'stuck') pause = STUCK_MS;
        else pause = brought === 'some' ? busy : Math.min(idle, pause * 1.5);
      } catch (error) {
        if (!stopping.signal.aborted) onError(error, failures > 0);
        failures += 1;
        pause = Math.min(LONGEST_MS, idle * 2 ** Math.min(failures, 5));
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
