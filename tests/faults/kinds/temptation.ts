import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRun } from '../faultRun.ts';
import { type Fault, STRIKING_MS } from './fault.ts';

/** On a busy machine mails come late. */
const PATIENCE_MS = 8 * STRIKING_MS;

/** Every mail that may leave today has left. */
async function leftToday(faultRun: FaultRun): Promise<boolean> {
  const soon = new Date(faultRun.now() + 60_000).toISOString();
  const [row] = await faultRun.owner().sql<{ left: number }[]>`
    select count(*)::int as left from read.messages
    where status in ('drafted', 'approved', 'claimed', 'dispatching', 'deferred') or (status = 'scheduled' and state->>'scheduledAt' < ${soon})`;
  return row?.left === 0;
}

/**
 * The temptation of each mutant: every answer is lost, several workers do the same work, there are more people than a day's emails, and workers start
 * again while later emails wait.
 */
export const temptation: Fault = {
  name: 'temptation',
  workers: 2,
  waitsItOut: true,
  async prepare(faultRun) {
    await faultRun.fault('accept-then-reset', 1_000);
  },
  async strike(faultRun) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !(await leftToday(faultRun)); ) await wait(50);
    for (const worker of faultRun.workers.filter((one) => one.alive())) {
      await worker.kill();
      faultRun.kills += 1;
      await faultRun.addWorker();
    }
  },
};
