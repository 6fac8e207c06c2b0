import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';
import { endProcess, postgresProcessesIn, startOf } from './process-identity.ts';

/** The server's own file about itself. `ready`: it accepts connections. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** Reads `postmaster.pid`; null when there is none (yet) or it is half written. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    return pid > 0 && port > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

/**
 * Ends the servers that an earlier process left in this cluster. The caller holds the lock of DATA_DIR, so none has a master. Stopping is simpler
 * than adopting: a process that is not our child cannot be watched. A postmaster gets a clean shutdown; backends that outlived theirs still hold its
 * shared memory and are killed. A pid in a stale postmaster.pid that belongs to a stranger is not touched.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const folder = realpathSync(cluster);
  const postmaster = readPostmaster(folder)?.pid ?? null;
  if (postmaster !== null && postgresProcessesIn(folder, postmaster).includes(postmaster)) {
    await end(postmaster, [
      ['SIGINT', 15_000],
      ['SIGQUIT', 3_000],
      ['SIGKILL', 2_000],
    ]);
  }
  await Promise.all(postgresProcessesIn(folder, postmaster).map((pid) => end(pid, [['SIGKILL', 5_000]])));
  const survivor = postgresProcessesIn(folder, postmaster)[0];
  if (survivor !== undefined) {
    throw new CannotStart(`process ${survivor} still works on the database in ${cluster} and cannot be ended; end it.`);
  }
  // PostgreSQL refuses to start when the pid in a stale file belongs to any living process of the same user.
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
}

async function end(pid: number, steps: [NodeJS.Signals, number][]): Promise<void> {
  const started = startOf(pid);
  if (started === null) return;
  await endProcess({ pid, started }, steps);
}
