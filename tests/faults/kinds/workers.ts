import { setTimeout as wait } from 'node:timers/promises';
import type { Crash, Point } from '../crashPoints.ts';
import { type FaultRun, sweepNow } from '../faultRun.ts';
import type { Random } from '../seeded.ts';
import { insist } from '../user.ts';
import { aMoment, aWorker, type Fault, PATIENCE_MS, STRIKING_MS, until } from './fault.ts';

/** Longer than a lease and its grace. */
const PAST_THE_LEASE_MS = 125_000;

function crashAt(point: Point, random: Random, signal: Crash['signal']): Crash {
  const delayMs =
    point === 'at-commit'
      ? random.between(0.5, 8)
      : point === 'in-request' || point === 'in-draft'
        ? random.between(1, 250)
        : 0;
  // many commits are made, but few mails leave
  const nth = random.whole(1, point.includes('-commit') ? 12 : 3);
  return { point, nth, delayMs, signal };
}

/** Two workers, one after the other, die at a point; each time another one comes. */
const killAt = (point: Point, about: Partial<Fault> = {}): Fault => ({
  name: `kill-${point}`,
  inWindows: true,
  ...about,
  async strike(faultRun, random) {
    if (point === 'in-request') await faultRun.fault('slow', 1_000, { delayMs: 200 });
    if (point === 'in-draft') await faultRun.fault('slow', 1_000, { delayMs: 200, path: '/drafts' }, 'gmail');
    // then there is something to delete
    if (point === 'after-deletion') await faultRun.fault('500', 6, { path: '/drafts/send' }, 'gmail');
    for (let life = 0; life < 2; life += 1) {
      const worker = aWorker(faultRun, random);
      if (!worker) return;
      worker.send({ crash: crashAt(point, random, 'SIGKILL') });
      if (!(await until(() => !worker.alive(), faultRun.kills === 0 ? PATIENCE_MS : STRIKING_MS))) continue;
      faultRun.kills += 1;
      faultRun.say(`killed a worker: ${point}`);
      await faultRun.addWorker();
    }
  },
});

const killAtRandom: Fault = {
  name: 'kill-random',
  inWindows: true,
  async strike(faultRun, random) {
    for (let life = 0; life < 3; life += 1) {
      await wait(random.between(100, 1_000));
      const worker = aWorker(faultRun, random);
      if (!worker) return;
      await worker.kill();
      faultRun.kills += 1;
      faultRun.say('killed a worker at a random moment');
      await faultRun.addWorker();
    }
  },
};

/** A worker stands still while its lease runs out and others go on. Then it goes on as if nothing had been. */
const stopPastLease: Fault = {
  name: 'stop-past-lease',
  inWindows: true,
  workers: 2,
  async strike(faultRun, random) {
    const worker = aWorker(faultRun, random);
    if (!worker) return;
    const point = random.pick([
      'before-commit',
      'in-transaction',
      'after-commit',
      'before-request',
      'in-request',
      'after-answer',
      'after-draft',
    ] as const);
    worker.send({ crash: crashAt(point, random, 'SIGSTOP') });
    if (!(await until(() => worker.frozen(), STRIKING_MS))) worker.signal('SIGSTOP');
    faultRun.incident('a worker stood still');
    faultRun.say(`stopped a worker: ${point}`);
    faultRun.setAhead(faultRun.ahead() + PAST_THE_LEASE_MS);
    await insist(() => sweepNow(faultRun));
    await wait(random.between(400, 1_200));
    worker.signal('SIGCONT');
    faultRun.incident('a worker went on');
    faultRun.say('let it go on');
  },
};

/** Nothing goes wrong but that many do the same work. */
const race = (workers: number): Fault => ({
  name: `race-${workers}`,
  inWindows: true,
  workers,
  strike: (_stage, random) => aMoment(random),
});

/** The queue forgets who holds which job, so that others take the jobs that run. */
const clearLocks: Fault = {
  name: 'clear-locks',
  workers: 2,
  async strike(faultRun, random) {
    await faultRun.fault('slow', 1_000, { delayMs: 150 });
    for (let round = 0; round < 12; round += 1) {
      await wait(random.between(50, 300));
      await insist(() => unlock(faultRun));
    }
  },
};

async function unlock(faultRun: FaultRun): Promise<void> {
  const sql = faultRun.owner().sql;
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`;
  await sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`;
}

/** The clock of all, or of one worker alone, goes an hour forward and back again. */
const clock: Fault = {
  name: 'clock',
  inWindows: true,
  workers: 2,
  wish: () => ({ playsAt: Date.now() + 2 * 3_600_000 }),
  async strike(faultRun, random) {
    const only = random.chance(0.5) ? aWorker(faultRun, random) : undefined;
    const hour = random.chance(0.5) ? 3_600_000 : -3_600_000;
    // the time goes on meanwhile, also by leaps
    const put = (ms: number) => (only ? faultRun.skew(only, ms) : faultRun.setAhead(faultRun.ahead() + ms));
    await aMoment(random, 0.3);
    put(hour);
    faultRun.incident('a clock was put');
    faultRun.say(`put ${only ? 'the clock of one worker' : 'all clocks'} an hour ${hour > 0 ? 'forward' : 'back'}`);
    await wait(random.between(500, 1_500));
    if (only) faultRun.skew(only, 0);
    else put(-hour);
    faultRun.incident('a clock was put back');
  },
};

const DRAFTS: Partial<Fault> = { wish: { accounts: ['gmail-drafts'] } };

export const workerFaults: readonly Fault[] = [
  killAt('before-commit'),
  killAt('at-commit'),
  killAt('in-transaction'),
  killAt('after-commit'),
  killAt('before-request'),
  killAt('in-request'),
  killAt('after-answer'),
  killAt('in-draft', DRAFTS),
  killAt('after-draft', DRAFTS),
  killAt('after-deletion', DRAFTS),
  killAtRandom,
  stopPastLease,
  race(2),
  race(4),
  clearLocks,
  clock,
];
