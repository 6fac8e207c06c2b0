/**
 * The place of the newest seal without SEAL_FILE. It is outside of DATA_DIR, so that a restored DATA_DIR meets the newer seal. Its name has the
 * installation and the database. So two installations of one user have a file each, and so has a copy.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../embedded/start-embedded.ts';

/** The database: the embedded one of `dataDir` (`databaseUrl` null), or the one of an address. */
export type SealHome = { dataDir: string; databaseUrl: string | null };

const PREFIX = 'partner-pilot-seal-';

const real = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    // what is not there yet lies where its parent does
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(real(parent), path.basename(folder));
  }
};

const isInside = (folder: string, dataDir: string): boolean =>
  `${real(folder)}${path.sep}`.startsWith(`${real(dataDir)}${path.sep}`);

/** The database without how it is signed in to. */
function nameOf({ dataDir, databaseUrl }: SealHome): string {
  if (databaseUrl === null) return real(dataDir);
  const { hostname, port, pathname } = new URL(databaseUrl);
  const host = hostname === 'localhost' || hostname === '[::1]' ? '127.0.0.1' : hostname;
  return `${host}:${port || 5432}${pathname}`;
}

/** Folders that may hold it, the best first. */
function foldersFor({ dataDir }: SealHome, env: NodeJS.ProcessEnv): string[] {
  const given = env.XDG_STATE_HOME ?? '';
  const state = path.isAbsolute(given) ? given : path.join(homedir(), '.local', 'state');
  const beside = path.dirname(path.resolve(dataDir));
  return [path.join(state, 'partner-pilot'), beside].filter((folder) => !isInside(folder, dataDir));
}

function canWriteIn(folder: string): boolean {
  const probe = path.join(folder, `.writable.${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** The default file: an existing one, or a place where it can be written. null: there is none. */
export function defaultSealFile(
  installation: string,
  home: SealHome,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const database = createHash('sha256').update(nameOf(home)).digest('hex').slice(0, 12);
  const name = `${PREFIX}${installation.slice(0, 16)}-${database}.checkpoint`;
  const folders = foldersFor(home, env);
  const folder = folders.find((one) => existsSync(path.join(one, name))) ?? folders.find(canWriteIn);
  return folder === undefined ? null : path.join(folder, name);
}

/** The default files of the same installation in other places, of an original or a copy. */
export function siblingsOf(file: string): string[] {
  const own = path.basename(file);
  const shared = /^partner-pilot-seal-[0-9a-f]{16}-/.exec(own)?.[0];
  if (shared === undefined) return [];
  const folder = path.dirname(file);
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(shared) && name.endsWith('.checkpoint') && name !== own)
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
