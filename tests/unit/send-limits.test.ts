import { expect, test } from 'vitest';
import { busyFor } from '../../worker/tasks/send/limits.ts';

test('jobs that find their mailbox busy come back one after the other', () => {
  const waits = Array.from({ length: 5 }, () => busyFor('t1 m1', 10_000));
  expect(waits).toEqual([500, 700, 900, 1100, 1300]);
  expect(busyFor('t1 m2', 10_000)).toBe(500);
  expect(busyFor('t1 m1', 11_000)).toBe(500);
});

test('none waits longer than half a minute', () => {
  const waits = Array.from({ length: 200 }, () => busyFor('t1 m3', 10_000));
  expect(Math.max(...waits)).toBe(30_000);
});
