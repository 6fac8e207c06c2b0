import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';
import { isAlive, type ProcessIdentity, thisProcess } from './process-identity.ts';

type Holder = ProcessIdentity & { stopping?: boolean };

/** Another living process works in this DATA_DIR. */
export class DataDirInUse extends CannotStart {
  override name = 'DataDirInUse';
}

export type DataDirLock = {
  /** Tells a start that waits for the folder that it will soon be free. */
  announceStop(): void;
  release(): void;
};

/** A start that follows a dying one (npm killed, its launcher still tidying up) waits instead of failing. */
const patienceMs = { living: 1_500, stopping: 25_000 };

/**
 * Takes DATA_DIR for this process. The lock is a file with pid and start time, so a `kill -9` leaves a lock that is known to be stale. Throws
 * DataDirInUse when its holder lives and does not let go within the patience above.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'lock');
  const me = thisProcess();
  const mine = `${file}.${randomUUID()}`;
  writeFileSync(mine, JSON.stringify(me), { mode: 0o600 });
  try {
    const begun = Date.now();
    while (!takeIfFree(mine, file)) {
      const holder = readHolder(file);
      if (holder === null) continue;
      if (!isAlive(holder)) {
        removeStale(file, holder);
        continue;
      }
      if (Date.now() - begun > (holder.stopping ? patienceMs.stopping : patienceMs.living)) {
        throw new DataDirInUse(
          `${dataDir}: this DATA_DIR is in use by process ${holder.pid}; stop it or set another DATA_DIR.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    unlinkSync(mine);
  }
  return {
    announceStop: () => {
      writeFileSync(mine, JSON.stringify({ ...me, stopping: true }), { mode: 0o600 });
      renameSync(mine, file);
    },
    release: () => removeStale(file, me),
  };
}

/** `link` creates the lock with its content in one step: no reader ever meets an empty lock. */
function takeIfFree(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return { pid: 0, started: 'unreadable' };
  }
}

/** Two starts may find the same stale lock. The rename lets one remove it, and a fresh lock is restored. */
function removeStale(file: string, stale: Holder): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  if (taken && (taken.pid !== stale.pid || taken.started !== stale.started)) takeIfFree(aside, file);
  unlinkSync(aside);
}
