import { ACCOUNT_KINDS, type AccountKind } from './accounts.ts';
import type { StageWish } from './faultRun.ts';
import { allFaults } from './kinds/all.ts';
import type { Fault } from './kinds/fault.ts';
import { temptation } from './kinds/temptation.ts';
import type { Mutant } from './mutants.ts';
import type { Random } from './seeded.ts';

/** No faults named: they are drawn by the seed. */
export type RunWish = { seed: number; only: readonly string[]; mutants: readonly Mutant[] };

/**
 * The faults of a run: the named ones, else one in turn by its seed, and often a second one, interruptions, or real windows. `able`: whether one can
 * strike on this machine.
 */
export async function chosen(
  random: Random,
  { seed, only, mutants }: RunWish,
  able: (fault: Fault) => Promise<boolean>,
) {
  const all = allFaults();
  if (mutants.length > 0 && only.length === 0)
    return mutants.includes('reply-twice') ? all.filter(({ name }) => name === 'gmail-history-404') : [temptation];
  const found: Fault[] = [];
  if (only.length > 0) {
    for (const fault of all) if (only.some((wanted) => wanted === fault.name) && (await able(fault))) found.push(fault);
    return found;
  }
  // one that cannot strike here leaves its turn to the next
  for (let turn = 0; turn < all.length && found.length === 0; turn += 1) {
    const fault = all[(seed + turn) % all.length];
    if (fault && (await able(fault))) found.push(fault);
  }
  const [inTurn] = found;
  // a night of its own: what else strikes there has no business hours to strike in
  const companions =
    inTurn?.name === 'dst' || inTurn?.alone
      ? []
      : all.filter(({ name, alone }) => !alone && name !== 'dst' && name !== 'restart');
  const second = random.chance(0.6) ? companions[random.whole(0, companions.length - 1)] : undefined;
  if (second && (await able(second))) found.push(second);
  const interrupted = random.chance(0.4) ? companions.find(({ name }) => name === 'interruptions') : undefined;
  if (interrupted) found.push(interrupted);
  const windows = random.chance(0.4) ? companions.find(({ name }) => name === 'windows') : undefined;
  if (windows && found.every(({ inWindows }) => inWindows)) found.push(windows);
  // real windows only where all of them may strike in them
  const fitting = found.every(({ inWindows }) => inWindows) ? found : found.filter(({ name }) => name !== 'windows');
  return [...new Set(fitting.length > 0 ? fitting : found)];
}

/** The accounts of those mutants that show in no SendGrid account. */
const ACCOUNT_OF: Partial<Record<Mutant, AccountKind>> = { 'blind-reconcile': 'gmail-drafts', 'smtp-retry': 'smtp' };

/** The conditions of a run with these faults. */
export function wishOf(random: Random, faults: readonly Fault[], mutants: readonly Mutant[]): StageWish {
  const usual: StageWish = {
    tenants: random.whole(2, 3),
    zones: ['UTC', 'Europe/Berlin', 'America/New_York'],
    accounts: [random.pick(ACCOUNT_KINDS), random.pick(ACCOUNT_KINDS), random.pick(ACCOUNT_KINDS)],
    campaigns: random.whole(1, 2),
    partners: [3, 5],
    sendGap: { min: 0.1, max: 0.5 },
    crowded: false,
    smallDisk: false,
    reads: false,
    realIds: false,
    mutants,
  };
  // a mutant shows in a few messages of a tenant of its own
  if (mutants.length > 0) {
    const accounts = mutants.map((mutant) => ACCOUNT_OF[mutant] ?? 'sendgrid');
    Object.assign(usual, { tenants: mutants.length, campaigns: 1, partners: [3, 3], accounts });
  }
  // windows and the clock change come last in the list of faults, and so their times hold
  for (const { wish } of faults) Object.assign(usual, typeof wish === 'function' ? wish(random) : wish);
  return usual;
}
