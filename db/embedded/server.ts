import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';
import type { Binaries } from './binaries.ts';
import { serverEnv } from './cluster.ts';
import { readPostmaster } from './leftovers.ts';
import type { EmbeddedLocation } from './place.ts';

export type Server = {
  pid: number;
  /** Settles when the server has ended, asked for or not. */
  ended: Promise<void>;
  /** Clean shutdown, or with `now` an immediate one (recovered from the log at the next start). */
  stop(now?: boolean): Promise<void>;
};

/**
 * The log of PostgreSQL must hold no personal data. So it has no statements, no details of violated keys, and no ERROR lines, whose texts quote
 * values. LOG, FATAL and PANIC remain.
 */
const quietLog = ['log_min_messages=log', 'log_min_error_statement=panic', 'log_error_verbosity=terse'];

const always = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'idle_in_transaction_session_timeout=30s',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_statement=none',
  ...quietLog,
];

type StartOptions = {
  place: EmbeddedLocation;
  binaries: Binaries;
  port: number;
  /** The log of the run before is kept beside it, with `.1`. */
  logFile: string;
  settings: string[];
  log: (line: string) => void;
};

/** Starts the server and waits until it accepts connections. Throws CannotStart with PostgreSQL's own reason. */
export async function startServer({ place, binaries, port, logFile, settings, log }: StartOptions): Promise<Server> {
  const flags = [`port=${port}`, ...always, ...settings].flatMap((setting) => ['-c', setting]);
  const owner = place.account === null ? {} : { uid: place.account.uid, gid: place.account.gid };
  const output = openLog(logFile);
  // A session of its own: Ctrl-C in the terminal must reach us, who stop things in order, and not PostgreSQL.
  const child = spawn(path.join(binaries.folder, 'bin/postgres'), ['-D', place.cluster, ...flags], {
    ...owner,
    cwd: '/',
    env: serverEnv,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let running = true;
  const ended = new Promise<void>((resolve) => {
    const done = () => {
      running = false;
      resolve();
    };
    child.on('exit', done).on('error', done);
  });
  let slow = Date.now() + 5_000;
  while (running) {
    const postmaster = readPostmaster(place.cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) break;
    if (Date.now() > slow) {
      slow = Number.POSITIVE_INFINITY;
      log('The database was not shut down cleanly and is recovering…');
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10))]);
  }
  if (!running || child.pid === undefined) throw new CannotStart(`PostgreSQL did not start: ${lastReason(logFile)}`);
  return { pid: child.pid, ended, stop: (now) => stop(child, ended, now === true) };
}

/** Escalates: fast shutdown (10 s), immediate shutdown (5 s), kill. */
async function stop(child: ChildProcess, ended: Promise<void>, now: boolean): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patience] of now ? steps.slice(1) : steps) {
    child.kill(signal);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, patience, 'late');
    });
    const outcome = await Promise.race([ended, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return;
  }
}

function openLog(logFile: string): number {
  try {
    renameSync(logFile, `${logFile}.1`);
  } catch {}
  return openSync(logFile, 'w', 0o600);
}

function lastReason(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC|could not|error/i.test(text)) ?? lines.at(-1);
  return `${line?.replace(/^.*?(FATAL|PANIC|LOG): +/, '') || 'it gave no reason'} (see ${logFile}).`;
}

/** A free port of 127.0.0.1: `wanted` if it is free, else any. */
export async function findFreePort(wanted: number): Promise<number> {
  for (const candidate of [wanted, 0]) {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(0));
      probe.listen(candidate, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
      });
    });
    if (port > 0) return port;
  }
  throw new CannotStart('no free port is left on 127.0.0.1 for PostgreSQL; close some programs and start again.');
}
