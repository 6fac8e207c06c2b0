/**
 * npm run faults -- [--runs N] [--seed S] [--minutes M] [--json] [--only fault,fault] [--mutant bug,bug]. It exits 1 if an invariant was violated or
 * no fault struck. A fault that has nothing to strike at is said and counted; the other faults and runs go on. Several --only, or --mutant, take
 * turns, a run each; of the mutants of a run each tenant has one.
 */
import { INVARIANTS, type Invariant } from './check/invariants.ts';
import { CouldNotStrike } from './couldNotStrike.ts';
import { openHarness, summary } from './harness.ts';
import { allFaults } from './kinds/all.ts';
import { endAll } from './processes.ts';
import type { RunResult } from './run.ts';
import { NEEDS, readWish, WrongWish } from './wish.ts';

/** At most this many violations of each invariant are shown. */
const SHOWN = 3;

// postgres.js writes to a socket that is gone when PostgreSQL dies under a transaction (its issue #1208). No one can catch that there, and the
// harness kills PostgreSQL
process.on('uncaughtException', (error) => {
  if (/postgres\/src\/connection/.test(error.stack ?? '') && /reading 'write'/.test(error.message)) return;
  console.error(error);
  process.exit(1);
});

function wished() {
  try {
    return readWish(
      process.argv.slice(2),
      allFaults().map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof WrongWish)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const wish = wished();
const end = Date.now() + wish.minutes * 60_000;
const say = (line: string) => console.error(line);
say('libfaketime is not used: the clocks of the processes are put by the harness itself.');
const harness = await openHarness(say);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(130);
    stopping = true;
    endAll();
    void harness.close().finally(() => process.exit(130));
  });
}

const results: RunResult[] = [];
let unstruck = 0;
for (let number = 0; number < wish.runs && Date.now() < end; number += 1) {
  const seed = wish.seed + number;
  const only = wish.only[number % wish.only.length] ?? [];
  const mutants = wish.mutants[number % wish.mutants.length] ?? [];
  const again = [
    `npm run faults -- --runs 1 --seed ${seed}`,
    only.length > 0 ? `--only ${only.join(',')}` : '',
    mutants.length > 0 ? `--mutant ${mutants.join(',')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
  try {
    const result = await harness.run({ seed, only, mutants });
    results.push(result);
    const { messages, accepted, unknown, kills, violations, found, seconds } = result;
    say(
      `  ${messages} messages, ${accepted} accepted, ${unknown} unknown, ${kills} kills, ${violations.length} violations, ${seconds.toFixed(1)} s`,
    );
    for (const invariant of Object.keys(INVARIANTS) as Invariant[]) {
      const of = violations.filter((violation) => violation.invariant === invariant);
      for (const { what } of of.slice(0, SHOWN))
        say(`  ${invariant} (${INVARIANTS[invariant]}) does not hold: ${what}`);
      if (of.length > SHOWN) say(`  and ${of.length - SHOWN} more`);
    }
    for (const [mutant, by] of Object.entries(found)) say(`  ${mutant}: ${by.join(', ') || 'not found'}`);
    if (violations.length > 0) say(`  Run it again: ${again}`);
  } catch (error) {
    if (stopping) break;
    if (error instanceof CouldNotStrike) {
      say(`could not strike: ${error.message}`);
      unstruck += 1;
      continue;
    }
    say(`  The run itself failed. Run it again: ${again}`);
    say(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
    break;
  }
}
if (!stopping) {
  await harness.close();
  const total = summary(results, unstruck);
  if (results.every(({ faults, missed }) => missed.length === faults.length) && process.exitCode !== 1) {
    say(`No fault struck, and nothing is proved: ${NEEDS}.`);
    process.exitCode = 1;
  }
  const violated = Object.values(total.violations).some((count) => count > 0);
  if (wish.json) console.log(JSON.stringify(total));
  else for (const [name, value] of Object.entries(total)) console.log(`${name}: ${JSON.stringify(value)}`);
  process.exit(violated || process.exitCode === 1 ? 1 : 0);
}
