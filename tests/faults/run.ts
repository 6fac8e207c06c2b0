import { checkInvariants, countMessages, type Violation } from './check/invariants.ts';
import type { Plant } from './plants.ts';
import { quiet } from './quiet.ts';
import { type Random, seeded } from './seeded.ts';
import type { FaultServer } from './server.ts';
import type { Spares } from './spares.ts';
import { openStage, type Stage, type StageWish } from './stage.ts';
import { allFaults, FAULTS_OF_PLANTS } from './strikes/all.ts';
import type { Fault } from './strikes/strike.ts';
import { activate, insist } from './user.ts';

/** Real time in which a healed installation must become quiet. */
const QUIET_MS = 45_000;

export type RunWish = { seed: number; only: readonly string[]; plant: Plant | null };
export type RunResult = {
  seed: number;
  faults: string[];
  kills: number;
  messages: number;
  accepted: number;
  unknown: number;
  violations: Violation[];
  seconds: number;
};

/** The faults of a run: those that were named, else one in turn by its seed, and often a second one or users who interrupt. */
function chosen(random: Random, { seed, only, plant }: RunWish): Fault[] {
  const all = allFaults();
  const named = plant ? FAULTS_OF_PLANTS[plant] : only;
  if (named.length > 0) return all.filter(({ name }) => named.some((wanted) => wanted === name));
  const inTurn = all[seed % all.length];
  // a night of its own: what else strikes there has no business hours to strike in
  const companions = inTurn?.name === 'dst' ? [] : all.filter(({ name }) => name !== 'dst' && name !== 'restart');
  const second = random.chance(0.6) ? companions[random.whole(0, companions.length - 1)] : undefined;
  const interrupted = random.chance(0.4) ? companions.find(({ name }) => name === 'interruptions') : undefined;
  return [...new Set([inTurn, second, interrupted])].filter((fault) => fault !== undefined);
}

function wishOf(random: Random, faults: readonly Fault[], plant: Plant | null): StageWish {
  const usual: StageWish = {
    tenants: random.whole(2, 3),
    zones: ['UTC', 'Europe/Berlin', 'America/New_York'],
    campaigns: random.whole(1, 2),
    partners: [3, 5],
    sendGap: { min: 0.1, max: 0.5 },
    smallDisk: false,
    plant,
  };
  // a planted bug shows in a few messages
  if (plant) Object.assign(usual, { tenants: 2, campaigns: 1, partners: [3, 3] });
  for (const { wish } of faults) Object.assign(usual, typeof wish === 'function' ? wish(random) : wish);
  return usual;
}

/** One run: an installation sends, faults strike, it is healed, becomes quiet, and every invariant is checked. */
export async function run(
  server: FaultServer,
  spares: Spares,
  wish: RunWish,
  say: (line: string) => void,
): Promise<RunResult> {
  const started = performance.now();
  const random = seeded(wish.seed);
  const faults: Fault[] = [];
  for (const fault of chosen(random, wish)) {
    const why = (await fault.missing?.(server)) ?? null;
    if (why === null) faults.push(fault);
    else say(`${fault.name} is left out: ${why}`);
  }
  const names = faults.map(({ name }) => name);
  const workers = Math.max(random.whole(1, 2), ...faults.map((fault) => fault.workers ?? 1));
  const planted = wish.plant ? `${wish.plant} planted, ` : '';
  say(`seed ${wish.seed}: ${planted}${names.join(' + ') || 'nothing'}, ${workers} worker${workers > 1 ? 's' : ''}`);
  const stage = await openStage(server, spares, random, wishOf(random, faults, wish.plant), (line) => say(`  ${line}`));
  try {
    const violations = await play(stage, random, faults, workers);
    const counts = await countMessages(stage);
    const seconds = (performance.now() - started) / 1000;
    return { seed: wish.seed, faults: names, kills: stage.kills, ...counts, violations, seconds };
  } finally {
    await stage.close();
  }
}

async function play(stage: Stage, random: Random, faults: readonly Fault[], workers: number): Promise<Violation[]> {
  const branches = faults.map((fault) => ({ fault, own: random.branch() }));
  for (const { fault, own } of branches) await fault.prepare?.(stage, own);
  for (let number = 0; number < workers; number += 1) await stage.addWorker();
  const supervising = supervise(stage);
  const campaigns = stage.tenants.flatMap((tenant) => tenant.campaigns);
  const first = faults.some(({ startsFirst }) => startsFirst) ? 1 : 0;
  const struck = Promise.all(branches.map(({ fault, own }) => fault.strike(stage, own)));
  struck.catch(() => undefined);
  for (const campaign of campaigns.slice(first)) await insist(() => activate(stage.api(), campaign));
  await struck;

  // everything is mended but what holds messages back: all others must get their fate meanwhile
  const holding = faults.filter(({ holdsBack }) => holdsBack);
  for (const fault of faults) if (!holding.includes(fault)) await fault.heal?.(stage);
  await stage.fault('none', 1);
  for (const worker of stage.workers) worker.signal('SIGCONT');
  if (!stage.workers.some((worker) => worker.alive())) await stage.addWorker();
  for (const campaign of campaigns) await insist(() => activate(stage.api(), campaign));
  const heldBack = holding.flatMap((fault) => fault.holdsBack?.(stage) ?? []);
  let isQuiet = await quiet(stage, QUIET_MS, heldBack);
  if (isQuiet && holding.length > 0) {
    for (const fault of holding) await fault.heal?.(stage);
    isQuiet = await quiet(stage, QUIET_MS);
  }
  supervising.stop();
  await stage.endProcesses();
  if (!isQuiet) stage.say(`it did not become quiet within ${QUIET_MS / 1000} s`);
  return checkInvariants(stage);
}

/** Starts a worker in the place of one that ended by itself, as whoever runs the product does. */
function supervise(stage: Stage): { stop(): void } {
  let starting = false;
  const timer = setInterval(() => {
    const last = stage.workers.at(-1);
    if (starting || stage.starting() || !last || stage.workers.some((worker) => worker.alive())) return;
    starting = true;
    stage.say(`no worker is left: ${last.complaints().trim().split('\n').at(-1) || 'the last one was killed'}`);
    void stage
      .addWorker()
      .catch(() => undefined)
      .finally(() => {
        starting = false;
      });
  }, 500);
  return { stop: () => clearInterval(timer) };
}
