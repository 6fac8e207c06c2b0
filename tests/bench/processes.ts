/** What Linux tells about processes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux counts in these. */
const MS_A_TICK = 10;

/** The fields of /proc/PID/stat from the third one on; null: it has ended. */
function statOf(pid: number | string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}

const ticks = (stat: readonly string[], fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field - 3]), 0);
const OWN = [14, 15];
const OF_ENDED_CHILDREN = [16, 17];

/** The CPU time of a process, in ms. */
export const cpuMs = (pid: number): number => ticks(statOf(pid) ?? [], OWN) * MS_A_TICK;

/** The CPU time of a PostgreSQL server and all its processes, also of those that have ended, in ms. */
export function postgresCpuMs(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.[1] === String(postmaster));
  const own = ticks(statOf(postmaster) ?? [], [...OWN, ...OF_ENDED_CHILDREN]);
  return children.reduce((sum, stat) => sum + ticks(stat ?? [], OWN), own) * MS_A_TICK;
}

/** Forgets the most memory that a process had so far. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process had since its last resetPeak(), in MB. */
export const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
