import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresProcessesIn } from '../../db/embedded/process-identity.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'pp-whole-'));
const ready = /^Partner Pilot is ready: http:\/\/localhost:\d+$/m;
let env: Record<string, string>;
let running: Launched | null = null;

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), DATA_DIR: dataDir };
});

afterAll(async () => {
  running?.process.kill('SIGTERM');
  await running?.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Launched> {
  running = launchProcess(process.execPath, ['db/start/partner-pilot.mjs', 'start'], env);
  await running.says(ready);
  return running;
}

/** Pids by name, of everything that the launcher runs. */
function processes(): Record<string, number> {
  const record = JSON.parse(readFileSync(path.join(dataDir, 'processes.json'), 'utf8')) as Record<
    string,
    { pid: number }
  >;
  const children = Object.fromEntries(Object.entries(record).map(([name, { pid }]) => [name, pid]));
  const [postmaster] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return { ...children, PostgreSQL: Number(postmaster) };
}

async function serves(): Promise<void> {
  const health = await fetch(`http://127.0.0.1:${env.PORT}/api/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: 'ok', sandbox: true });
  expect((await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/outbox`)).status).toBe(200);
}

describe('npm start with the true programs', () => {
  it('is ready, serves, and survives kill -9 of each of its processes', async () => {
    await start();
    await serves();
    for (const name of ['The API', 'The worker', 'The sandbox', 'PostgreSQL']) {
      const before = processes()[name] ?? 0;
      process.kill(before, 'SIGKILL');
      const back = async () => {
        expect(processes()[name] ?? before).not.toBe(before);
        await serves();
      };
      await vi.waitFor(back, { timeout: 20_000, interval: 200 });
    }
  });

  it('restarts an API that hangs', async () => {
    const hung = processes()['The API'] ?? 0;
    process.kill(hung, 'SIGSTOP');
    await running?.says(/^The API has not responded for 10 seconds\. Restarting it\.$/m);
    await vi.waitFor(serves, { timeout: 20_000, interval: 200 });
    expect(processes()['The API']).not.toBe(hung);
  });

  it('starts again after kill -9 of the launcher, and after kill -9 of everything', async () => {
    running?.process.kill('SIGKILL');
    await running?.ended;
    await start();
    await serves();
    for (const pid of [...Object.values(processes()), running?.pid ?? 0]) process.kill(pid, 'SIGKILL');
    await running?.ended;
    await start();
    await serves();
  });

  it('ends with 0 on Ctrl-C in the terminal and leaves no process', async () => {
    const before = Object.values(processes());
    process.kill(-(running?.pid ?? 0), 'SIGINT');
    expect(await running?.ended).toBe(0);
    running = null;
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(postgresProcessesIn(path.join(dataDir, 'postgres'), null)).toEqual([]);
  });

  it('does not build again what was built before', async () => {
    const again = await start();
    expect(again.output()).not.toContain('Building');
  });
});
