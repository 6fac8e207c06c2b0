import { spawn } from 'node:child_process';
import path from 'node:path';
import { newestBackupAt } from '../backup/backupFolder.ts';
import { nodeArgs } from '../process/built.ts';
import { projectFolder } from './supervise.ts';

const LOOK_MS = 60_000;
const RETRY_MS = 600_000;

type Schedule = {
  folder: string;
  everyHours: number;
  /** Of the command, as it is at the time of a backup. */
  env(): NodeJS.ProcessEnv;
  say(line: string): void;
};

/** Runs `backup` whenever the newest one in the folder is old enough. A failed one is tried again. Answers how to end it. */
export function scheduleBackups({ folder, everyHours, env, say }: Schedule): () => void {
  let notBefore = 0;
  let isRunning = false;
  const look = () => {
    const due = (newestBackupAt(folder) ?? 0) + everyHours * 3_600_000;
    if (isRunning || Date.now() < Math.max(due, notBefore)) return;
    isRunning = true;
    const args = [...nodeArgs(path.join(projectFolder, 'db/audit/main.ts')), 'backup'];
    const child = spawn(process.execPath, args, {
      cwd: projectFolder,
      env: env(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = (code: number | null) => {
      isRunning = false;
      if (code === 0) return;
      notBefore = Date.now() + RETRY_MS;
      say(`The backup into BACKUP_DIR did not succeed (exit code ${code}). It is tried again in ten minutes.`);
    };
    child.once('exit', ended).once('error', () => ended(null));
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => clearInterval(timer);
}
