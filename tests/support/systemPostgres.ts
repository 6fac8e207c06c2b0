import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PLACE = '/usr/lib/postgresql';

export type SystemPostgres = { url: string; version: string; stop(): void };

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export function accountOf(name: string): { uid: number; gid: number } | null {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some(({ status }) => status !== 0)) return null;
  return { uid: Number(ids[0]?.stdout), gid: Number(ids[1]?.stdout) };
}

/** The programs of the newest PostgreSQL of the system; null: none is installed, or an older one than 15. */
export function systemPostgresBin(): string | null {
  const version = existsSync(PLACE) ? readdirSync(PLACE).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  return version && Number(version) >= 15 ? path.join(PLACE, version, 'bin') : null;
}

/** A cluster of Debian's PostgreSQL in a temporary folder, to prove the log on a foreign server. null: none is installed. */
export async function startSystemPostgres(): Promise<SystemPostgres | null> {
  const bin = systemPostgresBin();
  if (bin === null) return null;
  const version = path.basename(path.dirname(bin));
  const root = process.getuid?.() === 0;
  const account = root ? accountOf('postgres') : null;
  if (root && !account) return null;
  const as = account ?? {};
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-debian-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const options = { ...as, cwd: folder, encoding: 'utf8' as const };
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    options,
  );
  if (made.status !== 0) throw new Error(`initdb of PostgreSQL ${version} failed: ${made.stderr}`);
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300`;
  const started = spawnSync(
    path.join(bin, 'pg_ctl'),
    ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start'],
    options,
  );
  if (started.status !== 0) throw new Error(`PostgreSQL ${version} did not start: ${started.stderr}`);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version,
    stop() {
      spawnSync(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], options);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
