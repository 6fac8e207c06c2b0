/**
 * npm run faults -- [--runs N] [--seed S] [--minutes M] [--json] [--only fault,fault] [--mutant bug]: exit 1 when an invariant was violated,
 * or no fault struck. A fault that has nothing to strike at is said and counted; the other faults and runs go on.
 * Several --only, or --mutant, take turns, a run each.
 */
import { parseArgs } from 'node:util';
import { INVARIANTS } from './check/invariants.ts';
import { CouldNotStrike } from './couldNotStrike.ts';
import { openHarness, summary } from './harness.ts';
import { allFaults } from './kinds/all.ts';
import { MUTANTS } from './mutants.ts';
import { endAll } from './processes.ts';
import type { RunResult } from './run.ts';

const NEEDS = 'it needs --runs and --minutes of 1 or more, and faults that can strike here';
/** So many violations of a run are shown one by one. */
const SHOWN = 8;

function complain(line: string): never {
  console.error(line);
  process.exit(2);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 ? value : complain(`--${name} takes a whole number, not "${text}".`);
}

function read() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      mutant: { type: 'string', multiple: true, default: [] },
    },
  });
  const names = allFaults().map(({ name }) => name);
  const only = values.only.map((group) => group.split(',').filter(Boolean)).filter((group) => group.length > 0);
  const unknown = only.flat().find((name) => !names.includes(name));
  if (unknown) complain(`There is no fault called ${unknown}. Choose from: ${names.join(', ')}.`);
  const mutants = values.mutant.map(
    (name) =>
      MUTANTS.find((mutant) => mutant === name) ??
      complain(`There is no mutant called ${name}. Choose from: ${MUTANTS.join(', ')}.`),
  );
  const runs = wholeNumber('runs', values.runs ?? String(mutants.length || only.length || names.length));
  const minutes = wholeNumber('minutes', values.minutes);
  if (runs === 0 || minutes === 0) complain(`Nothing would be run, and nothing proved: ${NEEDS}.`);
  return {
    runs,
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed),
    minutes,
    json: values.json,
    only,
    mutants,
  };
}

// postgres.js writes to a socket that is gone when PostgreSQL dies under a transaction (its issue #1208), and nobody can catch it there; the
// harness must live on when it kills PostgreSQL
process.on('uncaughtException', (error) => {
  if (/postgres\/src\/connection/.test(error.stack ?? '') && /reading 'write'/.test(error.message)) return;
  console.error(error);
  process.exit(1);
});

const wish = read();
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
  const mutant = wish.mutants[number % wish.mutants.length] ?? null;
  const again = [
    `npm run faults -- --runs 1 --seed ${seed}`,
    only.length > 0 ? `--only ${only.join(',')}` : '',
    mutant ? `--mutant ${mutant}` : '',
  ]
    .filter(Boolean)
    .join(' ');
  try {
    const result = await harness.run({ seed, only, mutant });
    results.push(result);
    const { messages, accepted, unknown, kills, violations, seconds } = result;
    say(
      `  ${messages} messages, ${accepted} accepted, ${unknown} unknown, ${kills} kills, ${violations.length} violations, ${seconds.toFixed(1)} s`,
    );
    for (const { invariant, what } of violations.slice(0, SHOWN))
      say(`  ${invariant} (${INVARIANTS[invariant]}) does not hold: ${what}`);
    if (violations.length > SHOWN) say(`  and ${violations.length - SHOWN} more`);
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
