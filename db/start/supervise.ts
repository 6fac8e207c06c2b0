import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export type Program = {
  /** As a person would call it: "the worker". */
  name: string;
  /** What follows `node` on the command line. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** It sends `{ready: true}` over IPC when it is; without, it counts as ready once started. */
  reports: boolean;
  /** The wait before the first restart (restartLimit). */
  restartMs?: number | undefined;
};

export type Supervised = {
  /** Settles when the program first reports ready; never rejects (see `gaveUp`). */
  ready: Promise<void>;
  /** Ends it and starts it again, with another environment if one is given. */
  restart(env?: NodeJS.ProcessEnv): void;
  /** SIGTERM, and SIGKILL after `graceMs`; called again with less patience, it hastens. */
  stop(graceMs: number): Promise<void>;
};

type Watcher = {
  /** The pid that runs now, or null. */
  changed(pid: number | null): void;
  /** It died before it was ever ready, or too often. */
  gaveUp(reason: string): void;
  say(line: string): void;
};

export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** Restarts within a minute before we give up, and the wait before each in ms: 250, 500, 1000, 2000, 4000. */
export function restartLimit(firstMs = 250): () => number | null {
  let deaths: number[] = [];
  return () => {
    const now = Date.now();
    deaths = [...deaths.filter((time) => now - time < 60_000), now];
    return deaths.length > 5 ? null : firstMs * 2 ** (deaths.length - 1);
  };
}

/**
 * Runs a program as a child and starts it again when it dies. The child gets a session of its own, so that Ctrl-C in
 * the terminal reaches only us and things stop in order; it ends itself when our end of the IPC channel closes.
 */
export function supervise(program: Program, { changed, gaveUp, say }: Watcher): Supervised {
  let env = program.env;
  let child: ChildProcess | null = null;
  let exited: Promise<void> = Promise.resolve();
  let wasReady = !program.reports;
  let stopping = false;
  let restarting = false;
  let waiting: NodeJS.Timeout | undefined;
  let settleReady = () => {};
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });
  const nextDelay = restartLimit(program.restartMs);

  function start(): void {
    const started = spawn(process.execPath, program.args, {
      cwd: projectFolder,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    changed(started.pid ?? null);
    started.on('message', (message) => {
      if ((message as { ready?: unknown } | null)?.ready !== true) return;
      wasReady = true;
      settleReady();
    });
    if (!program.reports) settleReady();
    exited = new Promise((resolve) => {
      const done = (outcome: string, killed: boolean) => {
        if (child !== started) return;
        child = null;
        changed(null);
        resolve();
        if (!stopping) goOn(outcome, killed);
      };
      started.on('error', (error) => done(error.message, false));
      started.on('exit', (code, signal) => done(signal ?? `code ${code}`, signal !== null));
    });
  }

  function goOn(outcome: string, killed: boolean): void {
    if (restarting) {
      restarting = false;
      start();
      return;
    }
    const delay = nextDelay();
    if ((!wasReady && !killed) || delay === null) {
      const when = wasReady ? 'too often within a minute' : 'before it was ready';
      gaveUp(`${program.name} ended ${when} (${outcome}); its own message is above.`);
      return;
    }
    say(`${program.name} ended unexpectedly (${outcome}); starting it again.`);
    waiting = setTimeout(start, delay);
  }

  start();
  return {
    ready,
    restart(changedEnv) {
      env = changedEnv ?? env;
      if (child === null || stopping) return;
      restarting = true;
      child.kill('SIGTERM');
    },
    async stop(graceMs) {
      stopping = true;
      clearTimeout(waiting);
      child?.kill(graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
      const impatience = setTimeout(() => child?.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(impatience);
    },
  };
}
