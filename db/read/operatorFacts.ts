import { isClockWrong, type OperatorLine, operatorLines } from '../../events/accounts/operatorLines.ts';
import type { Store } from '../store.ts';
import { leastDisk, logStanding, queueDepth, recordStanding, stoppedAccounts, workerProcesses } from './health.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The lines of health that the installation calls for now. */
export async function failingLines(store: Store): Promise<OperatorLine[]> {
  const [queue, log, workers, accounts, record, [database]] = await Promise.all([
    queueDepth(store),
    logStanding(store),
    workerProcesses(store),
    stoppedAccounts(store),
    recordStanding(store),
    store.sql<{ now: Date }[]>`select clock_timestamp() as now`,
  ]);
  const alive = workers.filter((worker) => worker.alive);
  const sealedAt = log.sealedAt ?? log.newestAt;
  return operatorLines({
    diskFree: leastDisk(workers),
    unreadMs: log.unreadAge * 1000,
    holder: log.horizonHolder,
    wrongClocks: alive.flatMap(({ id, clockOffset }) =>
      isClockWrong(clockOffset) ? { process: id, seconds: clockOffset } : [],
    ),
    unsealedMs: log.unsealed > 0 && sealedAt && database ? database.now.getTime() - sealedAt.getTime() : null,
    record,
    failedJobs: queue.failed,
    heldAccounts: accounts.paused + sum(Object.values(accounts.stopped)),
  });
}
