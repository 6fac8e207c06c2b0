/** One run of the fault suite; tests/long/faults.test.ts has all kinds of accounts and faults, and all mutants. */
import { expect, test } from 'vitest';
import { readWish } from '../faults/wish.ts';
import { faults } from '../support/faultSuite.ts';

test.each(['--minutes', '--runs'])('%s 0 would prove nothing and is refused', (option) => {
  expect(() => readWish([option, '0'], [])).toThrow('Nothing would be run, and nothing proved');
});

test('workers die, the database and the provider fail: every invariant holds', async () => {
  const group = 'kill-in-request,kill-after-answer,cut-after-commit,provider-accept-then-reset';
  const { code, said, line } = await faults(['--seed', '4', '--only', group]);
  expect(
    Object.values(line.violations).every((count) => count === 0),
    said,
  ).toBe(true);
  expect(code, said).toBe(0);
  expect(line).toMatchObject({ runs: 1, duplicates: 0, lost: 0, couldNotStrike: 0 });
  expect(line.kills).toBeGreaterThan(0);
  expect(line.accepted).toBeGreaterThan(5);
}, 300_000);
