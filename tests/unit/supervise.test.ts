import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { restartDelay, type Supervised, supervise } from '../../db/start/supervise.ts';

const TICK_MS = 40;
const HUNG = 'The program has not responded for 10 seconds. Restarting it.';
const folder = mkdtempSync(path.join(tmpdir(), 'pp-supervise-'));
const running: Supervised[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop(0)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  for (const [name, source] of Object.entries(programs)) writeFileSync(path.join(folder, `${name}.mjs`), source);
});

const beats = `setInterval(() => process.send({ beat: true }), 10); process.send({ ready: true });`;
const ends = `process.on('disconnect', () => process.exit(0)); process.on('SIGTERM', () => process.exit(7));`;
const hangsOnce = (how: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  ${ends}${beats}
  const before = process.argv[1] + '.before';
  if (!existsSync(before)) setTimeout(() => { writeFileSync(before, ''); ${how} }, 100);`;

const programs = {
  steady: `${ends}${beats}`,
  reports: `
    (await import('${import.meta.resolve('tsx/esm/api')}')).register();
    const { reportReady } = await import('${path.resolve(import.meta.dirname, '../../db/process/reportReady.ts')}');
    ${ends} reportReady(); setInterval(() => undefined, 1000);`,
  silent: `${ends} process.send({ ready: true }); setInterval(() => undefined, 1000);`,
  hangs: hangsOnce('for (;;);'),
  recovers: hangsOnce(`while (!existsSync(process.argv[1] + '.hung'));`),
  dies: `process.send({ ready: true }); setTimeout(() => process.exit(1), 10);`,
  fails: `process.exit(3);`,
  killed: `process.kill(process.pid, 'SIGKILL');`,
};

function run(name: keyof typeof programs, { tickMs = TICK_MS, restartMs = 5 } = {}) {
  const pids: number[] = [];
  const lines: string[] = [];
  const gaveUp = vi.fn<(reason: string) => void>();
  const file = path.join(folder, `${name}.mjs`);
  const say = (line: string) => {
    lines.push(line);
    if (line === HUNG) writeFileSync(`${file}.hung`, '');
  };
  const supervised = supervise(
    { name: 'The program', args: [file], env: process.env, reports: true, restartMs, tickMs },
    { changed: (pid) => pid !== null && pids.push(pid), gaveUp, say },
  );
  running.push(supervised);
  return { supervised, pids, lines, gaveUp };
}
const isStopped = (pid: number) => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a program whose event loop hangs is started again', () => {
  test('with SIGKILL when SIGTERM does nothing', async () => {
    const { pids, lines } = run('hangs');
    await vi.waitFor(() => expect(pids).toHaveLength(2), { timeout: 20_000 });
    expect(lines).toEqual([HUNG, 'The program ended unexpectedly (SIGKILL); starting it again.']);
  });

  test('in order when it responds again', async () => {
    const { pids, lines } = run('recovers');
    await vi.waitFor(() => expect(pids).toHaveLength(2), { timeout: 20_000 });
    expect(lines).toEqual([HUNG, 'The program ended unexpectedly (code 7); starting it again.']);
  });

  test('when it never sends a heartbeat', async () => {
    const { pids, lines } = run('silent');
    await vi.waitFor(() => expect(pids).toHaveLength(2), { timeout: 20_000 });
    expect(lines[0]).toBe(HUNG);
  });

  test('a second is enough for a program that reports', async () => {
    const { supervised, pids, lines } = run('reports', { tickMs: 150 });
    await supervised.ready;
    await new Promise((resolve) => setTimeout(resolve, 12 * 150));
    expect([pids.length, lines]).toEqual([1, []]);
  });

  test('time in which the machine was suspended does not count', async () => {
    const { supervised, pids, lines } = run('steady');
    await supervised.ready;
    const [pid = 0] = pids;
    for (let times = 0; times < 3; times += 1) {
      process.kill(pid, 'SIGSTOP');
      while (!isStopped(pid));
      blockFor(12 * TICK_MS);
      process.kill(pid, 'SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 5 * TICK_MS));
    }
    expect([pids.length, lines]).toEqual([1, []]);
  });
});

describe('a program that ends is started again', () => {
  test('later each time, and never given up', async () => {
    const { pids, gaveUp } = run('dies');
    await vi.waitFor(() => expect(pids.length).toBeGreaterThan(6), { timeout: 20_000 });
    expect(gaveUp).not.toHaveBeenCalled();
  });

  test('but not when it fails before it was ever ready', async () => {
    for (const [name, outcome] of [
      ['fails', 'code 3'],
      ['killed', 'SIGKILL'],
    ] as const) {
      const { gaveUp } = run(name);
      await vi.waitFor(() => expect(gaveUp).toHaveBeenCalled(), { timeout: 20_000 });
      expect(gaveUp.mock.calls[0]?.[0]).toContain(`The program ended before it was ready (${outcome})`);
    }
  });

  test('a change starts it at once', async () => {
    const { supervised, pids, lines } = run('dies', { restartMs: 60_000 });
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 20_000 });
    supervised.restart();
    await vi.waitFor(() => expect(pids).toHaveLength(2), { timeout: 5_000 });
  });

  test('the wait doubles up to 15 seconds, and a minute of life begins again', () => {
    vi.useFakeTimers();
    try {
      const next = restartDelay();
      const waits = Array.from({ length: 8 }, () => next());
      expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
      vi.advanceTimersByTime(60_000);
      expect(next()).toBe(15_000);
      vi.advanceTimersByTime(75_001);
      expect(next()).toBe(250);
    } finally {
      vi.useRealTimers();
    }
  });
});
