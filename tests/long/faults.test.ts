import { type ExpectStatic, expect, test } from 'vitest';
import type { Summary } from '../faults/harness.ts';
import type { Mutant } from '../faults/mutants.ts';
import { faults } from '../support/faultSuite.ts';

const only = (...groups: string[]) => groups.flatMap((group) => ['--only', group]);

function everythingHolds(expect: ExpectStatic, { code, said, line }: Awaited<ReturnType<typeof faults>>): void {
  expect(
    Object.values(line.violations).every((count) => count === 0),
    said,
  ).toBe(true);
  expect(code, said).toBe(0);
}

test.concurrent('workers die and stop, the database and the provider fail, users interrupt: every invariant holds', async ({
  expect,
}) => {
  const run = await faults([
    '--seed',
    '4',
    ...only(
      'kill-at-commit,kill-in-transaction,kill-after-draft,provider-429,gmail-reconcile,gmail-revoked,removals',
      'kill-in-request,kill-after-answer,stop-past-lease,edits,account,windows,dst',
      'cut-before-commit,cut-after-commit,postgres-kill,clear-locks,replies,lift,api-kill,poison,provider-accept-then-reset,interruptions',
    ),
  ]);
  everythingHolds(expect, run);
  const { said, line } = run;
  expect(line).toMatchObject({ runs: 3, duplicates: 0, lost: 0 });
  // a user may delete the very campaign that the API is to die in
  expect(line.couldNotStrike, said).toBe(said.includes('could not strike: api-kill') ? 1 : 0);
  expect(line.kills).toBeGreaterThan(1);
  expect(line.accepted).toBeGreaterThan(25);
  expect(line.messages).toBeGreaterThanOrEqual(line.accepted);
}, 600_000);

test.concurrent('each kind of mailbox meets its own faults, and replies come in between: every invariant holds', async ({
  expect,
}) => {
  const run = await faults([
    '--seed',
    '4',
    ...only(
      'smtp-cut,smtp-silent,smtp-slow,smtp-4xx,smtp-5xx,smtp-kill-after-end',
      'imap-lost,reply-at-follow-up',
      'webhooks,bounces,inbound-replies',
      'sendgrid-refused',
      'gmail-tokens,gmail-history-404,gmail-rate-reasons',
    ),
  ]);
  everythingHolds(expect, run);
  const { said, line } = run;
  expect(line, said).toMatchObject({ runs: 5, duplicates: 0, lost: 0, couldNotStrike: 0 });
  expect(line.accepted).toBeGreaterThan(15);
}, 900_000);

test.concurrent('the checker finds each of six mutants, and says how to run it again', async ({ expect }) => {
  // which check must find which bug
  const bugs: [Mutant, keyof Summary['violations']][] = [
    ['blind-reconcile', 'I1'],
    ['retry-on-timeout', 'I1'],
    ['send-before-commit', 'I3'],
    ['re-roll-on-restart', 'I7'],
    ['limits-ignored', 'I8'],
    ['all-cancelled', 'I2'],
  ];
  const mutants = bugs.map(([mutant]) => mutant).join(',');
  const { code, said, line } = await faults(['--seed', '1', '--mutant', mutants]);
  expect(code, said).toBe(1);
  expect(line.runs).toBe(1);
  for (const [mutant, invariant] of bugs) {
    expect(said).toMatch(new RegExp(`^  ${mutant}: .*${invariant}`, 'm'));
    expect(said).toMatch(new RegExp(`^  ${invariant} \\(.*does not hold: `, 'm'));
  }
  expect(said).toContain(`Run it again: npm run faults -- --runs 1 --seed 1 --mutant ${mutants}`);
}, 600_000);

test.concurrent.each([
  ['a mail server gets a mail once more', 'smtp-retry', 'I1'],
  ['a reply is recorded twice', 'reply-twice', 'I10'],
] as const)(
  'the checker finds that %s',
  async (_what, mutant, invariant) => {
    const { code, said } = await faults(['--seed', '1', '--mutant', mutant]);
    expect(code, said).toBe(1);
    expect(said).toMatch(new RegExp(`^ {2}${mutant}: .*${invariant}`, 'm'));
  },
  600_000,
);
