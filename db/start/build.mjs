/** What Vite builds: the server's programs in dist/, the web app in web/dist/. Plain JavaScript, because Node 20 reads no TypeScript. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');

/**
 * `root` holds the Vite config.
 * @typedef {{ folder: string, root: string, sources: string[] }} Build
 */
/** @type {Build} */
export const SERVER = { folder: 'dist', root: 'db/start', sources: ['api', 'db', 'events', 'worker'] };
/** @type {Build} */
export const WEB = { folder: 'web/dist', root: 'web', sources: ['events', 'web'] };

/**
 * Content, not times: a copy of a built project counts as built.
 * @param {string[]} rooms
 */
function hashOf(rooms) {
  const hash = createHash('sha256');
  for (const file of [...rooms.flatMap(filesBelow), 'package-lock.json'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.resolve(project, file)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(path.resolve(project, folder), { withFileTypes: true })
    .filter(({ name }) => !/^dist\b|\.md$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : `${folder}/${entry.name}`));
}

/**
 * Whether it was built from the sources as they are now.
 * @param {Build} build
 */
export function isFresh({ folder, sources }) {
  try {
    return readFileSync(path.resolve(project, folder, '.sources'), 'utf8') === hashOf(sources);
  } catch {
    return false;
  }
}

/** Vite's own program, to be run by node. */
export function viteProgram() {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
}

/**
 * Builds beside the old build and takes its place when complete. Several processes may build at once.
 * @param {Build} what
 */
export function build(what) {
  const { folder, root, sources } = what;
  const vite = viteProgram();
  const place = path.resolve(project, folder);
  const made = mkdtempSync(`${place}.`);
  const old = `${made}.old`;
  try {
    const hash = hashOf(sources);
    const { status, stderr } = spawnSync(
      process.execPath,
      [vite, 'build', root, '--outDir', made, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: project, env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr.trim());
    writeFileSync(path.join(made, '.sources'), hash);
    // an operator may not be who started the installation
    chmodSync(made, 0o755);
    // another process may have been faster
    if (isFresh(what)) return;
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(place, old);
    } catch {}
    try {
      renameSync(made, place);
    } catch (error) {
      if (!isFresh(what)) throw error;
    }
  } finally {
    for (const rest of [made, old]) rmSync(rest, { recursive: true, force: true });
  }
}
