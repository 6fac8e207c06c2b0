/** Two runs of the fault suite, for all kinds of accounts; tests/long/faults.test.ts has all kinds of faults and all mutants. */
import { expect, test } from 'vitest';
import { readWish } from '../faults/wish.ts';
import { faults } from '../support/faultSuite.ts';

test.each(['--minutes', '--runs'])('%s 0 would prove nothing and is refused', (option) => {
  expect(() => readWish([option, '0'], [])).toThrow('Nothing would be run, and nothing proved');
});

test.each([
  [
    'workers die, the database and the provider fail',
    'kill-in-request,kill-after-answer,cut-after-commit,provider-accept-then-reset,edits',
  ],
  [
    'a worker dies after the end of a mail, and replies come as their follow-ups leave',
    'kill-in-transaction,smtp-kill-after-end,reply-at-follow-up,replies',
  ],
])(
  '%s: every invariant holds',
  async (_what, group) => {
    const { code, said, line } = await faults(['--seed', '4', '--only', group]);
    expect(
      Object.values(line.violations).every((count) => count === 0),
      said,
    ).toBe(true);
    expect(code, said).toBe(0);
    expect(line).toMatchObject({ runs: 1, duplicates: 0, lost: 0, couldNotStrike: 0 });
    expect(line.kills).toBeGreaterThan(0);
    expect(line.accepted).toBeGreaterThan(5);
  },
  300_000,
);
