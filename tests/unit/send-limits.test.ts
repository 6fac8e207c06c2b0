import { afterEach, expect, test, vi } from 'vitest';
import { busyFor, perMailboxLimit } from '../../worker/tasks/send/limits.ts';

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

afterEach(() => void vi.useRealTimers());

/** Asks for some emails of a mailbox. `end`: ends the oldest one under way. */
function asking(mailbox: string) {
  const under: (() => void)[] = [];
  const send = () => new Promise<void>((resolve) => under.push(resolve));
  return { under, ask: () => perMailboxLimit(mailbox, send), end: () => under.shift()?.() };
}

test('two jobs wait for the place of an email that ends, and a further one returns to the queue', async () => {
  const { under, ask, end } = asking('t1 m4');
  const asked = [ask(), ask(), ask(), ask()];
  expect(await ask()).toBe(false);
  expect(under).toHaveLength(2);
  for (let left = 4; left > 0; left -= 1) {
    await vi.waitUntil(() => under.length > 0);
    end();
  }
  expect(await Promise.all(asked)).toEqual([true, true, true, true]);
});

test('none waits long, and none at all in a mailbox that is slow', async () => {
  vi.useFakeTimers();
  const { under, ask } = asking('t1 m5');
  void ask();
  void ask();
  const waiting = ask();
  vi.advanceTimersByTime(2_001);
  expect(await waiting).toBe(false);
  expect(await ask()).toBe(false);
  expect(under).toHaveLength(2);
});
