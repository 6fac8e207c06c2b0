import { spawn } from 'node:child_process';
import { test } from 'vitest';
import type { Summary } from '../faults/harness.ts';
import type { Mutant } from '../faults/mutants.ts';

/** `npm run faults` as one calls it: its exit code, what it said, and its one line. */
async function faults(args: string[]): Promise<{ code: number | null; said: string; line: Summary }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/faults/main.ts', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!/^\{.*\}\n$/.test(printed)) throw new Error(`Not one line of JSON: ${printed}\n${said}`);
  return { code, said, line: JSON.parse(printed) as Summary };
}

const only = (...groups: string[]) => groups.flatMap((group) => ['--only', group]);

test.concurrent('workers die and stop, the database and the provider fail, users interrupt: every invariant holds', async ({
  expect,
}) => {
  const { code, said, line } = await faults([
    '--seed',
    '4',
    ...only(
      'kill-at-commit,kill-in-transaction,provider-429,interruptions,removals',
      'kill-in-request,kill-after-answer,stop-past-lease,edits,account,windows',
      'cut-before-commit,cut-after-commit,postgres-kill,clear-locks,replies,lift,api-kill,poison,provider-accept-then-reset',
      'dst',
      'kill-after-draft,gmail-reconcile,gmail-revoked',
    ),
  ]);
  expect(
    Object.values(line.violations).every((count) => count === 0),
    said,
  ).toBe(true);
  expect(code, said).toBe(0);
  expect(line).toMatchObject({ runs: 5, couldNotStrike: 0, duplicates: 0, lost: 0 });
  expect(line.kills).toBeGreaterThan(1);
  expect(line.accepted).toBeGreaterThan(40);
  expect(line.messages).toBeGreaterThanOrEqual(line.accepted);
}, 300_000);

test.concurrent('a fault whose campaign another one deletes does not end the run', async ({ expect }) => {
  // by this seed a user deletes the very campaign that the API is to die in
  const { code, said, line } = await faults(['--runs', '1', '--seed', '7', ...only('api-kill,interruptions')]);
  expect(code, said).toBe(0);
  expect(line).toMatchObject({ runs: 1, duplicates: 0, lost: 0 });
  expect(line.couldNotStrike).toBe(said.includes('could not strike: api-kill') ? 1 : 0);
}, 300_000);

for (const option of ['--minutes', '--runs']) {
  test.concurrent(`${option} 0 would prove nothing and is refused`, async ({ expect }) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/faults/main.ts', option, '0'], { stdio: 'pipe' });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await new Promise<number | null>((resolve) => child.once('close', resolve))).toBe(2);
    expect(said).toContain('Nothing would be run, and nothing proved');
  }, 60_000);
}

test.concurrent('the checker finds each of six mutants, and says how to run it again', async ({ expect }) => {
  // which check must find which bug
  const bugs: [Mutant, keyof Summary['violations']][] = [
    ['retry-on-timeout', 'I1'],
    ['send-before-commit', 'I3'],
    ['re-roll-on-restart', 'I7'],
    ['limits-ignored', 'I8'],
    ['all-cancelled', 'I2'],
    ['blind-reconcile', 'I1'],
  ];
  const { code, said, line } = await faults(['--seed', '1', ...bugs.flatMap(([mutant]) => ['--mutant', mutant])]);
  expect(code, said).toBe(1);
  expect(line.runs).toBe(6);
  const runs = said.split(/^seed /m).slice(1);
  for (const [index, [mutant, invariant]] of bugs.entries()) {
    expect(runs[index]).toContain(`${mutant} planted`);
    expect(runs[index]).toMatch(new RegExp(`^  ${invariant} \\(.*does not hold: `, 'm'));
    expect(runs[index]).toContain(`Run it again: npm run faults -- --runs 1 --seed ${index + 1} --mutant ${mutant}`);
  }
}, 300_000);
