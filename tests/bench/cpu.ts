import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Of /proc/PID/stat, what comes after the name: from the third field on. */
function fieldsOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

const ticks = (fields: string[], from: number, count: number) =>
  fields.slice(from, from + count).reduce((sum, field) => sum + Number(field), 0);

/** CPU time that a process has used, ms. */
export const cpuOf = (pid: number): number => ticks(fieldsOf(pid), 11, 2) * TICK_MS;

/** CPU time of PostgreSQL, ms: its first process, those that have ended, and those that run. */
export function cpuOfServer(pid: number): number {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter(([, parent]) => parent === String(pid));
  return (ticks(fieldsOf(pid), 11, 4) + running.reduce((sum, fields) => sum + ticks(fields, 11, 2), 0)) * TICK_MS;
}
