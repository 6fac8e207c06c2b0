import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { postgresProcessesIn } from '../../db/embedded/process-identity.ts';
import { runningEmbedded } from '../../db/embedded/start-embedded.ts';
import { type Launched, reporting, standIns } from '../support/launched.ts';

const ready = /^Partner Pilot is ready: http:\/\/localhost:\d+$/m;
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function installation(programs: { api?: string; worker?: string } = {}) {
  const made = await standIns(programs);
  undo.push(made.remove);
  const start = (more: Record<string, string> = {}): Launched => {
    const launched = made.start(more);
    undo.push(async () => {
      if (isAlive(launched.pid)) launched.process.kill('SIGTERM');
      await launched.ended;
      for (const pid of postgresProcessesIn(path.join(made.dataDir, 'postgres'), null)) endNow(pid);
    });
    return launched;
  };
  return { ...made, start };
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

const gone = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000 });

async function settingsOfApi(port: string): Promise<Record<string, string>> {
  return (await fetch(`http://127.0.0.1:${port}/`)).json() as Promise<Record<string, string>>;
}

describe('the launcher', () => {
  it('starts everything, and Ctrl-C to the whole terminal stops it in order', async () => {
    const at = await installation();
    const first = at.start({
      // an OAuth client alone makes no installation a real one
      GOOGLE_CLIENT_ID: 'of-no-use',
      GOOGLE_CLIENT_SECRET: 'of-no-use',
    });
    await first.says(ready);
    expect(first.output()).not.toContain('of-no-use');
    const given = await settingsOfApi(at.env.PORT);
    expect(given).toMatchObject({
      DATABASE_URL: runningEmbedded(at.dataDir),
      SANDBOX_MODE: 'on',
      SANDBOX_URL: `http://127.0.0.1:${at.env.SANDBOX_PORT}`,
      PUBLIC_URL: `http://localhost:${at.env.PORT}`,
      SECRET_KEY: readFileSync(path.join(at.dataDir, 'secret.key'), 'utf8').trim(),
    });
    expect(first.output()).not.toContain(given.SECRET_KEY);
    const children = Object.values(at.children());
    expect(children).toHaveLength(3);
    const environment = readFileSync(`/proc/${at.children()['The sandbox']}/environ`, 'utf8');
    const names = environment.split('\0').map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['DATA_DIR', 'SANDBOX_PORT', 'SANDBOX_SIGNING_KEY']));
    for (const secret of ['SECRET_KEY', 'DATABASE_URL', 'GOOGLE_CLIENT_SECRET']) expect(names).not.toContain(secret);

    process.kill(-first.pid, 'SIGINT');
    expect(await first.ended).toBe(0);
    await gone([...children, ...postgresProcessesIn(path.join(at.dataDir, 'postgres'), null)]);
    const stops = readFileSync(path.join(at.dataDir, 'stops'), 'utf8').trim().split('\n');
    expect(stops).toHaveLength(3);
    expect(stops.at(-1)).toBe('sandbox.mts');
    expect(readFileSync(path.join(at.dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
    expect(existsSync(path.join(at.dataDir, 'lock'))).toBe(false);

    const second = at.start();
    await second.says(ready);
    expect((await settingsOfApi(at.env.PORT)).SECRET_KEY).toBe(given.SECRET_KEY);
  });

  it('refuses a second start on the same DATA_DIR in one line, and starts a killed child and a killed PostgreSQL again', async () => {
    const at = await installation();
    const launched = at.start();
    await launched.says(ready);
    const second = at.start();
    expect(await second.ended).toBe(3);
    expect(second.output()).toBe(
      `Partner Pilot cannot start: ${at.dataDir}: this DATA_DIR is in use by process ${launched.pid}; stop it or set another DATA_DIR.\n`,
    );
    expect(isAlive(launched.pid)).toBe(true);

    const before = at.children();
    for (const pid of Object.values(before)) endNow(pid);
    const replaced = () => {
      const alive = Object.values(at.children()).filter((pid) => isAlive(pid) && !Object.values(before).includes(pid));
      expect(alive).toHaveLength(3);
    };
    await vi.waitFor(replaced, { timeout: 10_000 });
    await vi.waitFor(() => settingsOfApi(at.env.PORT), { timeout: 10_000 });

    const url = runningEmbedded(at.dataDir) ?? '';
    const [postmaster] = readFileSync(path.join(at.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n').map(Number);
    endNow(postmaster ?? 0);
    await launched.says(/^PostgreSQL ended unexpectedly; starting it again\.$/m);
    await vi.waitFor(
      async () => {
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        try {
          await sql`select 1`;
        } finally {
          await sql.end({ timeout: 1 });
        }
      },
      { timeout: 15_000, interval: 200 },
    );
  });

  it('starts again after kill -9 of the launcher, even when a child will not go and keeps the port', async () => {
    const stubborn = `
      ${reporting}
      import { createServer } from 'node:http';
      process.on('disconnect', () => {});
      process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300));
      createServer((_, response) => response.end('{}')).listen(Number(process.env.PORT), '127.0.0.1', () => reportReady());`;
    const at = await installation({ api: stubborn });
    const first = at.start();
    await first.says(ready);
    const children = at.children();
    first.process.kill('SIGKILL');
    await first.ended;
    await gone([children['The worker'] ?? 0, children['The sandbox'] ?? 0]);
    expect(isAlive(children['The API'] ?? 0)).toBe(true);
    undo.push(() => endNow(children['The API'] ?? 0));

    const second = at.start();
    await second.says(ready);
    expect(isAlive(children['The API'] ?? 0)).toBe(false);
    expect(at.children()['The API']).not.toBe(children['The API']);
  });

  it.each(['PORT', 'SANDBOX_PORT'] as const)('names %s when it is taken, and leaves nothing behind', async (name) => {
    const at = await installation();
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(Number(at.env[name]), '127.0.0.1', resolve));
    undo.push(() => new Promise((resolve) => stranger.close(resolve)));
    const launched = at.start();
    expect(await launched.ended).toBe(3);
    expect(launched.output()).toMatch(
      new RegExp(
        `^Partner Pilot cannot start: ${name} ${at.env[name]} is taken by another program; end that, or start .*\n$`,
      ),
    );
    expect(postgresProcessesIn(path.join(at.dataDir, 'postgres'), null)).toEqual([]);
    expect(existsSync(path.join(at.dataDir, 'lock'))).toBe(false);
  });

  it('stops when a program fails before it was ever ready', async () => {
    const at = await installation({ worker: `console.error('the worker says why'); process.exit(3);` });
    const launched = at.start();
    expect(await launched.ended).toBe(3);
    expect(launched.output()).toContain('the worker says why\n');
    expect(launched.output()).toContain('Partner Pilot cannot start: The worker ended before it was ready (code 3);');
    expect(postgresProcessesIn(path.join(at.dataDir, 'postgres'), null)).toEqual([]);
  });

  it('goes on without a program that dies again and again', async () => {
    const at = await installation({ worker: `process.send({ ready: true }); setTimeout(() => process.exit(1), 100);` });
    const launched = at.start();
    await launched.says(/(The worker ended unexpectedly \(code 1\); starting it again\.\n[\s\S]*){7}/);
    await settingsOfApi(at.env.PORT);
    launched.process.kill('SIGTERM');
    expect(await launched.ended).toBe(0);
  });

  it('can be stopped in the middle of its start', async () => {
    const at = await installation();
    for (const wait of [500, 1_200]) {
      const launched = at.start();
      await new Promise((resolve) => setTimeout(resolve, wait));
      launched.process.kill('SIGTERM');
      const outcome = await launched.ended;
      // Before our own first line runs, Node's default ends the process; nothing is there yet to be stopped.
      expect([0, 'SIGTERM']).toContain(outcome);
      expect(postgresProcessesIn(path.join(at.dataDir, 'postgres'), null)).toEqual([]);
    }
    await at.start().says(ready);
  });

  it('takes any PostgreSQL by DATABASE_URL, with SECRET_KEY', async () => {
    const at = await installation();
    const missing = at.start({ DATABASE_URL: inject('ownerUrl') });
    expect(await missing.ended).toBe(2);
    expect(missing.output()).toMatch(
      /^Partner Pilot cannot start: SECRET_KEY is not set; set it to 32 random bytes .*\n$/,
    );

    const unreachable = at.start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x', SECRET_KEY: 'x'.repeat(32) });
    expect(await unreachable.ended).toBe(3);
    expect(unreachable.output()).toMatch(
      /^Partner Pilot cannot start: DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 cannot .*\n$/,
    );
    expect(unreachable.output()).not.toContain('hunter2');

    const owner = postgres(inject('ownerUrl'), { max: 1 });
    const name = `pp_launch_${process.pid}`;
    await owner.unsafe(`create database ${name}`);
    undo.push(async () => {
      await owner.unsafe(`drop database ${name} with (force)`);
      await owner.end();
    });
    const url = Object.assign(new URL(inject('ownerUrl')), { pathname: `/${name}` }).href;
    const launched = at.start({ DATABASE_URL: url, DATABASE_OWNER_URL: url, SECRET_KEY: 'x'.repeat(32) });
    await launched.says(ready);
    const given = await settingsOfApi(at.env.PORT);
    expect(given).toMatchObject({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) });
    expect(given.DATABASE_OWNER_URL).toBeUndefined();
    expect(existsSync(path.join(at.dataDir, 'postgres'))).toBe(false);
  });
});
