import { expect, test, vi } from 'vitest';
import { type ClockReport, ClockWrong, watchClock } from '../../db/connection/clock.ts';
import type { Sql } from '../../db/connection/connect.ts';

const DAY = 86_400_000;

/** A database and a process whose clocks can be set. */
function clocks({ behind = 0, tripMs = 0 } = {}) {
  const offsets = { database: 0, process: 0 };
  const reports: ClockReport[] = [];
  const sql = (async () => {
    if (tripMs > 0) await new Promise((resolve) => setTimeout(resolve, tripMs));
    return [{ now: Date.now() + offsets.database, behind }];
  }) as unknown as Sql;
  const clock = watchClock(
    sql,
    (report) => void reports.push(report),
    () => Date.now() + offsets.process,
  );
  return { clock, offsets, reports };
}

test('a clock that is set is wrong at once, and right again once it agrees', async () => {
  const { clock, offsets, reports } = clocks();
  await clock.start();
  await clock.assertRight();
  offsets.process = 3 * DAY;
  await expect(clock.assertRight()).rejects.toThrow(ClockWrong);
  expect(reports).toEqual([{ step: 'process', aheadMs: expect.closeTo(3 * DAY, -2) }]);
  expect(Math.abs(clock.databaseNow().getTime() - Date.now())).toBeLessThan(500);
  offsets.process = 0;
  await clock.assertRight();
  expect(clock.isRight()).toBe(true);
  clock.stop();
});

test('it is measured again automatically', async () => {
  vi.useFakeTimers();
  const { clock, offsets, reports } = clocks();
  offsets.process = -7_200_000;
  await clock.start();
  expect(clock.isRight()).toBe(false);
  offsets.process = 0;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(reports.map(({ step }) => step)).toEqual(['process', 'right']);
  clock.stop();
  vi.useRealTimers();
});

test('a difference of 5 seconds is right, also when the answer took long', async () => {
  vi.useFakeTimers();
  const { clock, offsets } = clocks({ tripMs: 4_000 });
  offsets.process = 6_500;
  const measured = clock.start();
  await vi.advanceTimersByTimeAsync(4_000);
  await measured;
  expect(clock.isRight()).toBe(true);
  offsets.process = 9_500;
  expect(clock.isRight()).toBe(false);
  clock.stop();
  vi.useRealTimers();
});

test('a step of both clocks is one of the database', async () => {
  const { clock, offsets, reports } = clocks();
  await clock.start();
  Object.assign(offsets, { process: DAY, database: DAY });
  await clock.assertRight();
  expect(reports).toEqual([{ step: 'database', aheadMs: expect.closeTo(DAY, -2) }]);
  clock.stop();
});

test('a database whose newest seal is later than its clock went back', async () => {
  const { clock, reports } = clocks({ behind: DAY });
  await clock.start();
  expect(reports).toEqual([{ step: 'database', aheadMs: -DAY }]);
  clock.stop();
});
