import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followUpDue } from '../../events/messages/followUp.ts';
import { planSends } from '../../events/sending/sendPlan.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';
import { daysLater, localDay } from '../../events/shared/zoned.ts';

const BERLIN = { zone: 'Europe/Berlin' };
const inBerlin = new Intl.DateTimeFormat('sv', { timeZone: BERLIN.zone, dateStyle: 'short', timeStyle: 'short' });

test('a wait counts local days, over a clock change too', () => {
  // a Friday at 16:30; the clocks change on Sunday
  expect(followUpDue('2026-03-27T15:30:00.000Z', 3, BERLIN)).toBe('2026-03-29T22:00:00.000Z');
  expect(followUpDue('2026-10-23T14:30:00.000Z', 3, BERLIN)).toBe('2026-10-25T23:00:00.000Z');
  // already Saturday in Tokyo
  expect(followUpDue('2026-03-27T15:30:00.000Z', 3, { zone: 'Asia/Tokyo' })).toBe('2026-03-30T15:00:00.000Z');
});

test('a sandbox has shorter days', () => {
  expect(followUpDue('2026-03-27T15:30:00.000Z', 3, { ...BERLIN, dayMs: 1000 })).toBe('2026-03-27T15:30:03.000Z');
});

test('steps leave on the right day, and no later in the day than the ones before', () => {
  const window = windowIn(BERLIN.zone, { ...DEFAULT_HOURS, weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const plan = (now: number, seed: number) =>
    planSends({ now, count: 1, dailyLimit: 1, usedByDay: {}, window, seed })[0]?.at ?? 0;
  const hours: number[][] = [[], [], [], []];
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
      fc.nat(2 ** 31),
      (begun, seed) => {
        let at = plan(begun, seed);
        for (const [step, drawn] of hours.entries()) {
          const local = inBerlin.format(at);
          // the first email has the rest of its day alone
          if (step > 0) drawn.push(Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60);
          const due = Date.parse(followUpDue(new Date(at).toISOString(), 3, BERLIN));
          const next = plan(due, seed + step + 1);
          expect(localDay(next, BERLIN.zone)).toBe(daysLater(localDay(at, BERLIN.zone), 3));
          at = next;
        }
      },
    ),
    { numRuns: 300, seed: 1 },
  );
  for (const drawn of hours.slice(1)) {
    const mean = drawn.reduce((sum, hour) => sum + hour, 0) / drawn.length;
    expect(mean).toBeGreaterThan(12.7);
    expect(mean).toBeLessThan(13.3);
  }
});
