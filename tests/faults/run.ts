import { setTimeout as wait } from 'node:timers/promises';
import { untilHeard } from './answers.ts';
import { checkInvariants, countMessages, type Invariant, type Violation } from './check/invariants.ts';
import { chosen, type RunWish, wishOf } from './choose.ts';
import { CouldNotStrike } from './couldNotStrike.ts';
import type { Spares } from './databasePool.ts';
import { type FaultRun, openFaultRun } from './faultRun.ts';
import type { Fault } from './kinds/fault.ts';
import type { Mutant } from './mutants.ts';
import { quiet, stillWaiting, timeLapse } from './quiet.ts';
import { type Random, seeded } from './seeded.ts';
import type { FaultServer } from './server.ts';
import { activate, answered, insist } from './user.ts';

/** A healed installation in which nothing moves for so long (real time) does not become quiet any more. */
const STILL_MS = 25_000;

export type RunResult = {
  seed: number;
  faults: string[];
  /** The faults that could not strike. */
  missed: string[];
  kills: number;
  messages: number;
  accepted: number;
  unknown: number;
  violations: Violation[];
  /** By which invariants each mutant was found. */
  found: Partial<Record<Mutant, Invariant[]>>;
  seconds: number;
};

/** One run: an installation sends, faults strike, it is healed, becomes quiet, and every invariant is checked. */
export async function run(
  server: FaultServer,
  databasePool: Spares,
  wish: RunWish,
  say: (line: string) => void,
): Promise<RunResult> {
  const started = performance.now();
  const random = seeded(wish.seed);
  const faults = await chosen(random, wish, async ({ name, missing }) => {
    const why = (await missing?.(server)) ?? null;
    if (why !== null) say(`${name} is left out: ${why}`);
    return why === null;
  });
  const names = faults.map(({ name }) => name);
  if (faults.length === 0)
    throw new CouldNotStrike(`seed ${wish.seed}: no fault is left to strike, so this run would prove nothing.`);
  const workers = Math.max(random.whole(1, 2), ...faults.map((fault) => fault.workers ?? 1));
  const planted = wish.mutants.length > 0 ? `${wish.mutants.join(' + ')} planted, ` : '';
  say(`seed ${wish.seed}: ${planted}${names.join(' + ')}, ${workers} worker${workers > 1 ? 's' : ''}`);
  const faultRun = await openFaultRun(server, databasePool, random, wishOf(random, faults, wish.mutants), (line) =>
    say(`  ${line}`),
  );
  try {
    const { violations, missed } = await play(faultRun, random, faults, workers);
    const counts = await countMessages(faultRun);
    const seconds = (performance.now() - started) / 1000;
    const found = Object.fromEntries(
      wish.mutants.map((mutant, index) => [mutant, invariantsOf(faultRun.tenants[index]?.id ?? '', violations)]),
    );
    return { seed: wish.seed, faults: names, missed, kills: faultRun.kills, ...counts, violations, found, seconds };
  } finally {
    await faultRun.close();
  }
}

/** The violations of a tenant's streams, whose ids name it. */
const invariantsOf = (tenant: string, violations: readonly Violation[]): Invariant[] => [
  ...new Set(violations.filter(({ what }) => /\bt\d+/.exec(what)?.[0] === tenant).map(({ invariant }) => invariant)),
];

async function play(
  faultRun: FaultRun,
  random: Random,
  faults: readonly Fault[],
  workers: number,
): Promise<Pick<RunResult, 'violations' | 'missed'>> {
  const branches = faults.map((fault) => ({ fault, own: random.branch() }));
  for (const { fault, own } of branches) await fault.prepare?.(faultRun, own);
  for (let number = 0; number < workers; number += 1) await faultRun.addWorker();
  const supervising = supervise(faultRun);
  const campaigns = faultRun.tenants.flatMap((tenant) => tenant.campaigns);
  const first = faults.some(({ startsFirst }) => startsFirst) ? 1 : 0;
  const missed: string[] = [];
  const strike = async (fault: Fault, own: Random): Promise<void> => {
    try {
      await fault.strike(faultRun, own);
    } catch (error) {
      if (!(error instanceof CouldNotStrike)) throw error;
      missed.push(fault.name);
      faultRun.say(`could not strike: ${fault.name}: ${error.message}`);
    }
  };
  const struck = Promise.all(branches.map(({ fault, own }) => strike(fault, own)));
  struck.catch(() => undefined);
  for (const campaign of campaigns.slice(first)) await insist(() => activate(faultRun.api(), campaign));
  await meanwhile(faultRun, faults, struck);

  // everything is mended but what holds messages back: all others must get their fate meanwhile
  const holding = faults.filter(({ holdsBack }) => holdsBack);
  for (const fault of faults) if (!holding.includes(fault)) await fault.heal?.(faultRun);
  await faultRun.endFaults();
  for (const worker of faultRun.workers) worker.signal('SIGCONT');
  if (!faultRun.workers.some((worker) => worker.alive())) await faultRun.addWorker();
  for (const campaign of campaigns) await insist(() => activate(faultRun.api(), campaign));
  const heldBack = holding.flatMap((fault) => fault.holdsBack?.(faultRun) ?? []);
  let isQuiet = await quiet(faultRun, STILL_MS, heldBack);
  if (isQuiet && holding.length > 0) {
    for (const fault of holding) await fault.heal?.(faultRun);
    isQuiet = await quiet(faultRun, STILL_MS);
  }
  await untilHeard(faultRun, STILL_MS);
  supervising.stop();
  await faultRun.endProcesses();
  if (!isQuiet) faultRun.say(`it does not become quiet: ${await stillWaiting(faultRun)}`);
  return { violations: await checkInvariants(faultRun), missed };
}

/** So long (ms) the run waits itself while faults strike; it passes over what takes longer. */
const WAITED_OUT_MS = 2_000;

/** Passes the time of the run while faults strike, so that they meet mails of many days. */
async function meanwhile(faultRun: FaultRun, faults: readonly Fault[], struck: Promise<unknown>): Promise<void> {
  let over = false;
  const ended = struck.finally(() => {
    over = true;
  });
  const lapse = timeLapse(faultRun);
  while (!over && !faults.some(({ waitsItOut }) => waitsItOut)) {
    // the database may be away
    await answered(lapse.step(WAITED_OUT_MS)).catch(() => undefined);
    await Promise.race([ended, wait(50)]).catch(() => undefined);
  }
  await ended;
}

/** Starts a worker in the place of one that ended by itself, as whoever runs the product does. */
function supervise(faultRun: FaultRun): { stop(): void } {
  let starting = false;
  const timer = setInterval(() => {
    const last = faultRun.workers.at(-1);
    if (starting || faultRun.starting() || !last || faultRun.workers.some((worker) => worker.alive())) return;
    starting = true;
    faultRun.say(`no worker is left: ${last.complaints().trim().split('\n').at(-1) || 'the last one was killed'}`);
    void faultRun
      .addWorker()
      .catch(() => undefined)
      .finally(() => {
        starting = false;
      });
  }, 500);
  return { stop: () => clearInterval(timer) };
}
