import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../installation/settings.ts';
import type { Binaries } from './binaries.ts';
import type { EmbeddedLocation } from './place.ts';

/** The database that everything lives in, and its superuser. */
export const databaseName = 'partner_pilot';
export const superuser = 'postgres';

/** No setting or secret of ours reaches the server. TZ and locale are fixed so that every machine behaves alike. */
export const serverEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Makes the cluster if there is none. initdb works in a folder beside it, which is renamed when complete, so a kill leaves all or nothing. Throws
 * CannotStart when another major version made it.
 */
export async function ensureCluster(place: EmbeddedLocation, binaries: Binaries, password: string): Promise<void> {
  const { cluster } = place;
  if (existsSync(cluster)) return checkVersion(cluster, binaries);
  const parent = path.dirname(cluster);
  for (const name of readdirSync(parent)) {
    if (name.startsWith('postgres.new-')) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const unfinished = `${cluster}.new-${randomUUID().slice(0, 8)}`;
  const data = path.join(unfinished, 'data');
  const passwordFile = path.join(unfinished, 'password');
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.account) {
    chownSync(passwordFile, place.account.uid, place.account.gid);
    chownSync(unfinished, place.account.uid, place.account.gid);
  }
  // the built-in provider came with version 17
  const locale = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const options = ['--encoding=UTF8', '--locale=C', ...locale];
  const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`];
  await run(place, path.join(binaries.folder, 'bin/initdb'), [`--pgdata=${data}`, ...options, ...access]);
  const single = ['--single', '-D', data, 'template1'];
  await run(place, path.join(binaries.folder, 'bin/postgres'), single, `create database ${databaseName};\n`);
  renameSync(data, cluster);
  rmSync(unfinished, { recursive: true });
}

function checkVersion(cluster: string, { major, isOurs }: Binaries): void {
  const file = path.join(cluster, 'PG_VERSION');
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'an unknown version';
  if (made === String(major)) return;
  throw new CannotStart(
    `the database in ${cluster} was made by PostgreSQL ${made}, and ${isOurs ? 'this release brings' : 'POSTGRES_BIN is'} PostgreSQL ${major}; set POSTGRES_BIN to the bin folder of PostgreSQL ${made}. To change the version, take \`npm run backup\` with it, and restore that into a new DATA_DIR.`,
    'setting',
  );
}

/** The superuser's password, made once and kept in DATA_DIR, readable by us alone. */
export function ensurePassword(dataDir: string, cluster: string): string {
  const file = path.join(dataDir, 'postgres.password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(cluster)) {
    throw new CannotStart(
      `${file} is missing, but the database beside it was made with it; bring the file back from a backup, or set another DATA_DIR.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return password;
}

/** Runs one of PostgreSQL's programs to its end; throws CannotStart with the last line of its complaint. */
function run({ account }: EmbeddedLocation, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const owner = account === null ? {} : { uid: account.uid, gid: account.gid };
    // Its own session, so that Ctrl-C does not cut it short: it takes half a second.
    const child = spawn(program, args, { ...owner, cwd: '/', env: serverEnv, detached: true });
    let complaint = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(-2_000);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', (error) => reject(cannotRun(program, error.message)));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(cannotRun(program, complaint.trim().split('\n').at(-1) ?? `code ${code}`));
    });
  });
}

function cannotRun(program: string, reason: string): CannotStart {
  return new CannotStart(
    `PostgreSQL's ${path.basename(program)} failed (${reason}); solve that, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}
