import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postgresProcessesIn } from '../../db/embedded/process-identity.ts';
import { type Embedded, runningEmbedded, startEmbedded } from '../../db/embedded/start-embedded.ts';

const project = path.resolve(import.meta.dirname, '../..');
const asRoot = process.getuid?.() === 0;
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pp-embedded-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string, log?: (line: string) => void): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, ...(log ? { log } : {}) });
  undo.push(() => server.stop(true));
  return server;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe<Row[]>(text))];
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Another process that starts the server, says `up <pid>`, and lives until it is ended. */
async function startElsewhere(dataDir: string): Promise<{ process: ChildProcess; postmaster: number }> {
  const script = path.join(temporaryFolder(), 'elsewhere.mts');
  const source = path.join(project, 'db/embedded/start-embedded.ts');
  writeFileSync(
    script,
    `import { startEmbedded } from ${JSON.stringify(source)};
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write('up ' + server.pid + '\\n');
    setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.push(() => child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return { process: child, postmaster: Number(line.split(' ')[1]) };
}

const dead = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

describe('embedded PostgreSQL', () => {
  it('keeps what was written, durably, on 127.0.0.1, sorted by code point', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await query(first.url, `create table kept (word text); insert into kept values ('b'), ('A'), ('ä'), ('a')`);
    expect(runningEmbedded(dataDir)).toBe(first.url);
    await first.stop();
    expect(runningEmbedded(dataDir)).toBeNull();

    const second = await start(dataDir);
    expect(second.port).toBe(first.port);
    expect(await query(second.url, 'select word from kept order by word')).toEqual(
      ['A', 'a', 'b', 'ä'].map((word) => ({ word })),
    );
    const [facts] = await query<Record<string, string>>(
      second.url,
      `select current_setting('fsync') fsync, current_setting('full_page_writes') pages, current_database() name,
        current_setting('synchronous_commit') sync, current_setting('listen_addresses') addresses,
        current_setting('unix_socket_directories') sockets, current_setting('server_encoding') encoding,
        current_setting('idle_in_transaction_session_timeout') idle, current_user role`,
    );
    expect(facts).toEqual({
      fsync: 'on',
      pages: 'on',
      sync: 'on',
      name: 'partner_pilot',
      addresses: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      idle: '30s',
      role: 'postgres',
    });
    expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('asks for the password', async () => {
    const { url } = await start(temporaryFolder());
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('logs no values of failing statements', async () => {
    const dataDir = temporaryFolder();
    const { url } = await start(dataDir);
    await query(
      url,
      `create table person (email text primary key); insert into person values ('anna@private.example')`,
    );
    await expect(query(url, `insert into person values ('anna@private.example')`)).rejects.toThrow('duplicate key');
    await expect(query(url, `select 'anna@private.example'::json`)).rejects.toThrow('invalid input');
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept connections');
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain('private.example');
  });

  it('takes another port when its own is taken', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await first.stop();
    const stranger = createServer().listen(first.port, '127.0.0.1');
    undo.push(() => new Promise((resolve) => stranger.close(resolve)));
    await new Promise((resolve) => stranger.once('listening', resolve));
    const second = await start(dataDir);
    expect(second.port).not.toBe(first.port);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a second start on the same folder and leaves the first one alone', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `${dataDir}: this DATA_DIR is in use by process ${process.pid}; stop it or set another DATA_DIR.`,
    );
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ends the server that kill -9 of its master left behind, and loses nothing', async () => {
    const dataDir = temporaryFolder();
    const other = await startElsewhere(dataDir);
    await query(runningEmbedded(dataDir) ?? '', `create table kept as select 42 as n`);
    const killed = dead(other.process);
    other.process.kill('SIGKILL');
    await killed;
    expect(() => process.kill(other.postmaster, 0)).not.toThrow();

    const server = await start(dataDir);
    expect(server.pid).not.toBe(other.postmaster);
    expect(postgresProcessesIn(server.dataFolder, null)).not.toContain(other.postmaster);
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('starts over a half-dead server: postmaster killed, a backend busy with its shared memory', async () => {
    const dataDir = temporaryFolder();
    const other = await startElsewhere(dataDir);
    const url = runningEmbedded(dataDir) ?? '';
    // Pure computation: this backend looks at nothing that would tell it of the postmaster's death.
    const sql = postgres(url, { max: 1 });
    undo.push(() => sql.end({ timeout: 0 }));
    const busy = sql.unsafe(`do $$ begin loop perform 1; end loop; end $$`).catch(() => 'ended');
    const backend = await vi.waitFor(async () => {
      const text = `select pid from pg_stat_activity where query like 'do %' and state = 'active'`;
      const [found] = await query<{ pid: number }>(url, text);
      if (!found) throw new Error('the backend is not busy yet');
      return found.pid;
    });
    process.kill(backend, 'SIGSTOP');
    process.kill(other.postmaster, 'SIGKILL');
    other.process.kill('SIGKILL');
    await dead(other.process);
    expect(() => process.kill(backend, 0)).not.toThrow();

    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(postgresProcessesIn(server.dataFolder, null)).not.toContain(backend);
    expect(await busy).toBe('ended');
  });

  it('is not fooled by a stale postmaster.pid whose pid belongs to another process of the same user', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    const pidFile = path.join(first.dataFolder, 'postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    const { uid, gid } = statSync(first.dataFolder);
    await first.stop();
    const stranger = spawn('sleep', ['60'], asRoot ? { uid, gid } : {});
    undo.push(() => stranger.kill('SIGKILL'));
    writeFileSync(pidFile, content.replace(/^\d+/, String(stranger.pid)));
    const second = await start(dataDir);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('takes over a lock whose pid now belongs to a process that started later', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(path.join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, started: 'another life' }));
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts again after a kill in the middle of making the cluster', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(path.join(dataDir, 'postgres.new-12345678/data'), { recursive: true });
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(path.join(dataDir, 'postgres.new-12345678'))).toBe(false);
  });

  it('says which version made a folder that it cannot read', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await first.stop();
    writeFileSync(path.join(first.dataFolder, 'PG_VERSION'), '16\n');
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /was made by PostgreSQL 16, and this release brings PostgreSQL 18; set POSTGRES_BIN to the bin folder of PostgreSQL 16\. .* `npm run backup`/,
    );
    expect(existsSync(path.join(dataDir, 'lock'))).toBe(false);
  });

  it('says that DATA_DIR cannot be written', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'file'), '');
    await expect(startEmbedded({ dataDir: path.join(folder, 'file/data') })).rejects.toThrow(
      /file\/data: DATA_DIR lies below something that is not a folder; make it writable .* or set another DATA_DIR\./,
    );
    if (!asRoot) return console.log('skipped for non-root: a read-only disk');
    // Root writes everywhere but on a read-only file system; /proc is one that no test can harm.
    await expect(startEmbedded({ dataDir: '/proc/pp' })).rejects.toThrow(
      /^\/proc\/pp: DATA_DIR .*set another DATA_DIR\.$/,
    );
  });

  it('misses its password file with one clear line', async () => {
    const dataDir = temporaryFolder();
    await (await start(dataDir)).stop();
    renameSync(path.join(dataDir, 'postgres.password'), path.join(dataDir, 'elsewhere'));
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/postgres\.password is missing/);
  });
});
