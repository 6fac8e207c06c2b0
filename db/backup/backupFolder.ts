import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const NAME = /^partner-pilot-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** The backups of BACKUP_DIR, the oldest first. Their names have their times. */
const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();

/** The file of a backup that is taken now, in a folder that is made if it is not there. */
export function nextBackup(folder: string, now: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `partner-pilot-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`);
}

/** When the newest backup was taken, in ms; null: there is none. */
export function newestBackupAt(folder: string): number | null {
  try {
    return Date.parse(backupsIn(folder).at(-1)?.replace(NAME, '$1$2:$3:$4Z') ?? '') || null;
  } catch {
    return null;
  }
}

/** Deletes the oldest backups. Other files stay. Answers the names of the deleted. */
export function dropOldBackups(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const name of old) rmSync(path.join(folder, name));
  return old;
}
