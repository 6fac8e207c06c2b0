import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endProcess, isAlive, type ProcessIdentity, startOf } from '../embedded/process-identity.ts';

/** The children that run now, on disk: a launcher that is killed cannot end them, the next one can. */
export type ProcessRecord = { set(name: string, pid: number | null): void };

const fileOf = (dataDir: string) => path.join(dataDir, 'processes.json');

export function recordProcesses(dataDir: string): ProcessRecord {
  const alive = new Map<string, ProcessIdentity>();
  return {
    set(name, pid) {
      const started = pid === null ? null : startOf(pid);
      if (pid === null || started === null) alive.delete(name);
      else alive.set(name, { pid, started });
      writeFileSync(`${fileOf(dataDir)}.new`, JSON.stringify(Object.fromEntries(alive)), { mode: 0o600 });
      renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir));
    },
  };
}

/** Ends the recorded processes that outlived their launcher (same pid and start time only). Returns how many there were. */
export async function endSurvivors(dataDir: string): Promise<number> {
  const survivors = readRecord(dataDir).filter(isAlive);
  await Promise.all(
    survivors.map((survivor) =>
      endProcess(survivor, [
        ['SIGTERM', 10_000],
        ['SIGKILL', 5_000],
      ]),
    ),
  );
  return survivors.length;
}

function readRecord(dataDir: string): ProcessIdentity[] {
  try {
    return Object.values(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<string, ProcessIdentity>);
  } catch {
    return [];
  }
}
