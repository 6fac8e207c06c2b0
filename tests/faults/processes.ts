import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, isFresh, SERVER } from '../../db/start/build.mjs';

/** A Node process of ours that a fault may kill or stop. */
export type Child = {
  readonly pid: number;
  alive(): boolean;
  /** Stopped by SIGSTOP, as the kernel says. */
  frozen(): boolean;
  send(message: Serializable): void;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  readonly gone: Promise<void>;
  /** Resolves with the first message that `suits`; rejects when the process ends before. */
  message<T>(suits: (message: T) => boolean): Promise<T>;
  /** The last lines that it wrote to stderr. */
  complaints(): string;
};

const living = new Set<ChildProcess>();
process.on('exit', endAll);

/** Kills every process that was started here and still lives, by its id. */
export function endAll(): void {
  for (const child of living) child.kill('SIGKILL');
}

const PROGRAMS = {
  folder: 'dist.faults',
  root: 'tests/faults',
  sources: [...SERVER.sources, 'tests/faults'],
};
if (!isFresh(PROGRAMS)) build(PROGRAMS);

/** Starts a program of the server, or the harness's worker, as a process of its own. */
export function startChild(file: string, env: NodeJS.ProcessEnv = {}): Child {
  const child = fork(path.resolve(PROGRAMS.folder, file.replaceAll('/', '-').replace(/\.ts$/, '.js')), {
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  living.add(child);
  let running = true;
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-4_000);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running = false;
      living.delete(child);
      resolve();
    });
  });
  // a message to a process that was just killed is lost, as it would be in life
  child.on('error', () => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    gone,
    alive: () => running,
    frozen: () => running && /^State:\s+T/m.test(statusOf(pid)),
    send(message) {
      if (running && child.connected) child.send(message, () => undefined);
    },
    signal(name) {
      if (running) child.kill(name);
    },
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
    message<T>(suits: (message: T) => boolean) {
      return new Promise<T>((resolve, reject) => {
        const hear = (message: unknown) => {
          if (!suits(message as T)) return;
          child.off('message', hear);
          resolve(message as T);
        };
        child.on('message', hear);
        void gone.then(() => reject(new Error(`${file} ended before it was ready:\n${written}`)));
      });
    },
    complaints: () => written,
  };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
