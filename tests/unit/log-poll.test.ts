import { expect, test } from 'vitest';
import { type PollDepth, pollLog } from '../../db/log/poll.ts';

/** Looks that bring these, one after the other, and nothing afterwards; with the moment of each. */
function looks(brought: (PollDepth | Error)[]) {
  const at: number[] = [];
  return {
    at,
    look: async (): Promise<PollDepth> => {
      at.push(performance.now());
      const next = brought.shift() ?? 'none';
      if (next instanceof Error) throw next;
      return next;
    },
    gaps: () => at.slice(1).map((time, index) => time - (at[index] ?? 0)),
  };
}
const aMoment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('goes on at once while more is there, soon while events come, and more and more seldom when none do', async () => {
  const { look, gaps } = looks(['full', 'full', 'some', 'none', 'none', 'none', 'none', 'none', 'some']);
  const polling = pollLog(look, () => undefined);
  await aMoment(1400);
  await polling.stop();
  const [full = 0, again = 0, some = 0, first = 0, second = 0] = gaps();
  expect(Math.max(full, again)).toBeLessThan(40);
  expect(some).toBeGreaterThanOrEqual(45);
  expect(some).toBeLessThan(first);
  expect(first).toBeLessThan(second);
  expect(Math.max(...gaps())).toBeLessThan(400);
});

test('tells what a look threw, is not healthy until one succeeds, and goes on', async () => {
  const told: unknown[] = [];
  const { look, at } = looks([new Error('away'), 'some']);
  const polling = pollLog(look, (error) => told.push(error));
  await aMoment(100);
  expect(told).toMatchObject([{ message: 'away' }]);
  expect(polling.healthy()).toBe(false);
  await aMoment(700);
  expect(polling.healthy()).toBe(true);
  expect(told).toHaveLength(1);
  await polling.stop();
  const looked = at.length;
  await aMoment(400);
  expect(at).toHaveLength(looked);
});

test('one that is stuck waits, and stops at once all the same', async () => {
  const { look, at } = looks(['stuck']);
  const polling = pollLog(look, () => undefined);
  await aMoment(400);
  expect(at).toHaveLength(1);
  const asked = performance.now();
  await polling.stop();
  expect(performance.now() - asked).toBeLessThan(200);
});

test('an outage is told as new once, and its end once', async () => {
  const told: unknown[] = [];
  const { look } = looks([new Error('away'), new Error('away'), 'some']);
  const polling = pollLog(
    look,
    (_error, again) => told.push(again),
    () => told.push('recovered'),
    { busy: 5, idle: 5 },
  );
  await aMoment(200);
  await polling.stop();
  expect(told).toEqual([false, true, 'recovered']);
});
