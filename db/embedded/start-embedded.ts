import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart, settings as known, readSettings } from '../installation/settings.ts';
import { findBinaries, reachableBinaries } from './binaries.ts';
import { databaseName, ensureCluster, ensurePassword, superuser } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { endLeftovers, readPostmaster } from './leftovers.ts';
import { choosePlace, openShelter } from './place.ts';
import { findFreePort, type Server, startServer } from './server.ts';

/** A running PostgreSQL of our own. */
export type Embedded = Server & {
  /** Superuser's address of the database `partner_pilot`, with the password: never to be logged. */
  url: string;
  port: number;
  pid: number;
  /** The version of the package's PostgreSQL; null: that of POSTGRES_BIN runs. */
  bundled: string | null;
  /** The cluster's folder; usually, not always, below DATA_DIR. */
  dataFolder: string;
};

type Options = {
  dataDir: string;
  /** Takes the few lines worth showing to a person. */
  log?: (line: string) => void;
  /** The caller holds the lock of DATA_DIR; otherwise it is taken here and released when the server has stopped. */
  locked?: boolean;
  /** Further `name=value` settings of PostgreSQL; tests turn durability off with it. */
  settings?: string[];
};

/**
 * Starts PostgreSQL on `<dataDir>/postgres` and a free port of 127.0.0.1. It first ends what an earlier process may have left. Throws CannotStart
 * with one clear line.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const dataDir = openDataDir(options.dataDir);
  const lock = options.locked ? null : await lockDataDir(dataDir);
  try {
    const server = await startIn(dataDir, options);
    if (lock) void server.ended.then(lock.release);
    return server;
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function startIn(dataDir: string, { log = () => {}, settings = [] }: Options): Promise<Embedded> {
  const { POSTGRES_BIN } = readSettings({ POSTGRES_BIN: known.POSTGRES_BIN });
  const place = choosePlace(dataDir, log);
  const binaries = reachableBinaries(findBinaries(POSTGRES_BIN), place.account, () => openShelter(place.account));
  const bundled = binaries.isOurs ? binaries.version.split('.', 2).join('.') : null;
  const password = ensurePassword(dataDir, place.cluster);
  await endLeftovers(place.cluster);
  await ensureCluster(place, binaries, password);
  const portFile = path.join(dataDir, 'postgres.port');
  const logFile = path.join(dataDir, 'postgres.log');
  let port = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  for (let attempt = 1; ; attempt++) {
    port = await findFreePort(port);
    try {
      const server = await startServer({ place, binaries, port, logFile, settings, log });
      writeFileSync(portFile, String(port), { mode: 0o600 });
      return Object.assign(server, { url: address(password, port), port, dataFolder: place.cluster, bundled });
    } catch (error) {
      // Someone may take the port between our look and PostgreSQL's bind.
      if (attempt === 3 || !readFileSync(logFile, 'utf8').includes('could not bind')) throw error;
      port = 0;
    }
  }
}

/** The address of the server that runs on this DATA_DIR now, or null: for tools beside a running `npm start`. */
export function runningEmbedded(dataDir: string): string | null {
  const note = path.join(dataDir, 'postgres.location');
  const cluster = existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(dataDir, 'postgres');
  const postmaster = readPostmaster(cluster);
  if (!postmaster?.ready) return null;
  return address(readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim(), postmaster.port);
}

function address(password: string, port: number): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`;
}

/** Makes DATA_DIR if it is not there, for us alone, and proves that it can be written. Returns its absolute path. */
export function openDataDir(dataDir: string): string {
  const folder = path.resolve(dataDir);
  try {
    makeFolder(folder);
    const probe = path.join(folder, '.writable');
    writeFileSync(probe, '', { mode: 0o600 });
    return folder;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = reasons[code ?? ''] ?? message;
    throw new CannotStart(`${folder}: DATA_DIR ${reason}; make it writable for this user, or set another DATA_DIR.`);
  }
}

/** Node's own recursive mkdir loops forever where a folder exists but takes no children, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

const reasons: Record<string, string> = {
  EACCES: 'is not writable for this user',
  EPERM: 'is not writable for this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
  ENOTDIR: 'lies below something that is not a folder',
  ENOENT: 'cannot be made there',
};
