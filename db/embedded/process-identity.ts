import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process, for all time. A pid alone may belong to a stranger after a crash or a reboot. */
export type ProcessIdentity = { pid: number; started: string };

/** Boot and start time distinguish this life of a pid from another. Null when no such process lives. */
export function startOf(pid: number): string | null {
  return readProc('/proc/self/stat') === null ? startByPs(pid) : startByProc(pid);
}

/** The identity of this process, to be written down for the next start. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '' };
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started;
}

/**
 * Ends a process that is no child of ours: sends each signal in turn and waits up to its milliseconds. Returns
 * whether it is gone. A pid that now belongs to another process is left alone.
 */
export async function endProcess(target: ProcessIdentity, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, patience] of steps) {
    if (!isAlive(target)) return true;
    try {
      process.kill(target.pid, signal);
    } catch {
      return !isAlive(target);
    }
    const deadline = Date.now() + patience;
    while (isAlive(target) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return !isAlive(target);
}

/**
 * Pids of the `postgres` processes whose working folder is `folder` (a real path): the server and its backends.
 * Where there is no /proc only `candidate` is looked at, by its command line.
 */
export function postgresProcessesIn(folder: string, candidate: number | null): number[] {
  if (readProc('/proc/self/stat') === null) {
    const command = candidate === null ? '' : (ps('command=', candidate) ?? '');
    return candidate !== null && command.includes('postgres') && command.includes(folder) ? [candidate] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProc(`/proc/${pid}/comm`)?.trim() === 'postgres' && workingFolder(pid) === folder)
    .filter((pid) => startOf(pid) !== null);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function startByProc(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in parentheses may hold spaces; state is the first field after it, the start time the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A container without an init never reaps: a zombie stays listed though it holds nothing any more.
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}`;
}

function startByPs(pid: number): string | null {
  const start = ps('lstart=', pid);
  if (start !== null) return start || null;
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : null;
  }
}

function ps(column: string, pid: number): string | null {
  const { error, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return error ? null : stdout.trim();
}
