import { setTimeout as wait } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';

const PAUSE_MS = 1_000;

/** A runner of the queue that is replaced when it ends. */
export type Lane = Pick<Runner, 'addJob'> & { stop(): Promise<void> };

/**
 * Keeps a runner running. The queue ends a runner whose outcome of a job it could not store, as when PostgreSQL restarts. `restarting` hears of it and
 * gives back the jobs that the old runner holds.
 */
export async function keepRunning(start: () => Promise<Runner>, restarting: () => Promise<void>): Promise<Lane> {
  let runner = await start();
  let stopping = false;
  async function watch(): Promise<void> {
    while (!stopping) {
      await runner.promise.catch(() => undefined);
      while (!stopping) {
        await wait(PAUSE_MS);
        const next = await restarting()
          .then(start)
          .catch(() => null);
        if (!next) continue;
        runner = next;
        break;
      }
    }
    await runner.stop().catch(() => undefined);
  }
  const watching = watch();
  return {
    addJob: (...job) => runner.addJob(...job),
    async stop() {
      stopping = true;
      await runner.stop().catch(() => undefined);
      await watching;
    },
  };
}
