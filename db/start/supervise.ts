import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export type Program = {
  /** As a person would call it: "the worker". */
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** It calls reportReady when it is ready. If not, it counts as ready once started, and sends no heartbeat. */
  reports: boolean;
  /** The wait before the first restart (restartDelay). */
  restartMs?: number | undefined;
  /** The interval between checks of the heartbeat. */
  tickMs?: number | undefined;
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
  /** It died before it was ever ready. */
  gaveUp(reason: string): void;
  say(line: string): void;
};

export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** A hung program ends after this many ticks without a heartbeat, by SIGTERM and then by SIGKILL. */
const HUNG_TICKS = 10;
const KILL_TICKS = 15;
const TICK_MS = 1_000;
const STOP_MS = 15_000;
/** A program that is killed before it was ever ready gets this many starts. */
const MAX_FIRST_STARTS = 5;
const MAX_DELAY_MS = 15_000;
const STEADY_MS = 60_000;

/** The wait before each restart in ms. It doubles, and begins again after a minute of life. */
export function restartDelay(firstMs = 250): () => number {
  let delay = 0;
  let diedAt = 0;
  return () => {
    const now = Date.now();
    const isSteady = now - diedAt - delay > STEADY_MS;
    delay = isSteady ? firstMs : Math.min(MAX_DELAY_MS, 2 * delay);
    diedAt = now;
    return delay;
  };
}

/**
 * Runs a program as a child and starts it again when it dies or hangs. One hostile input must not end the installation. The child gets its own
 * session, so Ctrl-C reaches only us and things stop in order. It ends when our end of the IPC channel closes.
 */
export function supervise(program: Program, { changed, gaveUp, say }: Watcher): Supervised {
  let env = program.env;
  let child: ChildProcess | null = null;
  let exited: Promise<void> = Promise.resolve();
  let wasReady = !program.reports;
  let stopping = false;
  let restarting = false;
  let starts = 0;
  let waiting: NodeJS.Timeout | undefined;
  let settleReady = () => {};
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });
  const nextDelay = restartDelay(program.restartMs);

  function start(): void {
    starts += 1;
    const started = spawn(process.execPath, program.args, {
      cwd: projectFolder,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    changed(started.pid ?? null);
    let pulse: NodeJS.Timeout | undefined;
    let silentTicks = 0;
    // it counts ticks, not time: the launcher has none while the machine is suspended
    const tick = () => {
      silentTicks += 1;
      if (silentTicks === KILL_TICKS) started.kill('SIGKILL');
      if (silentTicks !== HUNG_TICKS || stopping) return;
      say(`${program.name} has not responded for ${HUNG_TICKS} seconds. Restarting it.`);
      terminate(STOP_MS);
    };
    started.on('message', (message) => {
      silentTicks = 0;
      if ((message as { ready?: unknown } | null)?.ready !== true) return;
      wasReady = true;
      pulse = setInterval(tick, program.tickMs ?? TICK_MS);
      settleReady();
    });
    if (!program.reports) settleReady();
    exited = new Promise((resolve) => {
      const done = (outcome: string, killed: boolean) => {
        if (child !== started) return;
        clearInterval(pulse);
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
    if (!wasReady && (!killed || starts >= MAX_FIRST_STARTS)) {
      gaveUp(`${program.name} ended before it was ready (${outcome}); its own message is above.`);
      return;
    }
    say(`${program.name} ended unexpectedly (${outcome}); starting it again.`);
    waiting = setTimeout(start, nextDelay());
  }

  function terminate(graceMs: number): void {
    const ending = child;
    ending?.kill(graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
    const impatience = setTimeout(() => ending?.kill('SIGKILL'), graceMs);
    void exited.then(() => clearTimeout(impatience));
  }

  start();
  return {
    ready,
    restart(changedEnv) {
      env = changedEnv ?? env;
      if (stopping) return;
      if (child === null) {
        clearTimeout(waiting);
        start();
        return;
      }
      restarting = true;
      terminate(STOP_MS);
    },
    async stop(graceMs) {
      stopping = true;
      clearTimeout(waiting);
      terminate(graceMs);
      await exited;
    },
  };
}
