import { readFileSync } from 'node:fs';
import { isAlive, type ProcessIdentity, startOf } from '../embedded/process-identity.ts';

export type StopRequests = {
  /** Settles at the first request to stop. */
  asked: Promise<void>;
  /** Settles when the person has lost patience. */
  hastened: Promise<void>;
};

/** npm and the terminal may both deliver the same Ctrl-C. Only a later one counts as the second. */
const sameRequestMs = 800;

/** Listens for Ctrl-C, SIGTERM, the end of the terminal, and the death of the npm that started us. */
export function listenForStop(): StopRequests {
  let first = 0;
  let settleAsked = () => {};
  let settleHastened = () => {};
  const asked = new Promise<void>((resolve) => {
    settleAsked = resolve;
  });
  const hastened = new Promise<void>((resolve) => {
    settleHastened = resolve;
  });
  const request = () => {
    if (first === 0) first = Date.now();
    else if (Date.now() - first > sameRequestMs) settleHastened();
    settleAsked();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  watchNpm(request);
  return { asked, hastened };
}

/**
 * `kill -9` of `npm start` reaches npm alone; without this we would live on unseen and hold DATA_DIR. Without npm
 * nobody is watched: a parent that ends is normal for a daemon.
 */
function watchNpm(stop: () => void): void {
  const watched = npmAncestors();
  if (watched.length === 0) return;
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return;
    clearInterval(timer);
    stop();
  }, 300);
  timer.unref();
}

/** The processes from our parent up to npm: npm, its shell, perhaps tsx. Empty without npm or without /proc. */
function npmAncestors(): ProcessIdentity[] {
  const found: ProcessIdentity[] = [];
  if (!process.env.npm_lifecycle_event) return found;
  let pid = process.ppid;
  try {
    for (let level = 0; level < 5 && pid > 1; level++) {
      found.push({ pid, started: startOf(pid) ?? '' });
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (/(^|[\s/])npm(-cli\.js)?(\s|$)/.test(command)) return found;
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }
  } catch {}
  return [];
}
