import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** `cpuMs`: main-thread CPU between two turns of the event loop. `wallMs`: the clock's time, which a busy machine lengthens. */
export type Stalls = { cpuMs: number; wallMs: number };

/** A program of the product in a process of its own, with its event loop watched (loopWatch.mjs). */
export type Program = {
  pid: number;
  /** The longest ones since a moment (ms since 1970). */
  stallsSince(moment: number): Stalls;
  stop(): Promise<void>;
};

export async function startProgram(name: 'api' | 'worker', env: NodeJS.ProcessEnv, folder: string): Promise<Program> {
  const file = path.join(folder, `${name}.stalls`);
  writeFileSync(file, '');
  const watch = `--import ${new URL('./loopWatch.mjs', import.meta.url).href}`;
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', name], {
    env: { ...process.env, ...env, NODE_OPTIONS: watch, LOOP_FILE: file },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise<void>((resolve) => child.once('message', () => resolve())),
    ended.then(() => Promise.reject(new Error(`${name} ended before it was ready:\n${errors}`))),
  ]);
  return {
    pid: child.pid ?? 0,
    stallsSince(moment) {
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      // each start has stalls
      if (lines[0] === '') throw new Error(`The event loop of ${name} is not watched.`);
      const recent = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at >= moment);
      return {
        cpuMs: Math.max(0, ...recent.map(([, cpuMs = 0]) => cpuMs)),
        wallMs: Math.max(0, ...recent.map(([, , wallMs = 0]) => wallMs)),
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, wait(10_000)]);
      child.kill('SIGKILL');
    },
  };
}
