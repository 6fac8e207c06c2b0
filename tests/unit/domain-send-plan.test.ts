import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { dayPlan, planSends, type SendPlanInput } from '../../events/sending/sendPlan.ts';
import { windowIn, windowOn } from '../../events/sending/sendWindow.ts';
import { dayAfter, instantOf, localDay, weekdayOf } from '../../events/shared/zoned.ts';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'UTC',
] as const;
const clocks = new Map<string, Intl.DateTimeFormat>();
const minutesIn = (instant: number, timeZone: string): number => {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  clocks.set(timeZone, clock);
  const [hour = '0', minute = '0'] = clock.format(instant).split(':');
  return Number(hour) * 60 + Number(minute);
};

const input: fc.Arbitrary<SendPlanInput> = fc
  .record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    count: fc.integer({ min: 0, max: 60 }),
    dailyLimit: fc.integer({ min: 1, max: 10 }),
    zone: fc.constantFrom(...ZONES),
    hours: fc.tuple(fc.nat(22), fc.integer({ min: 1, max: 23 })),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    used: fc.array(fc.nat(12), { maxLength: 3 }),
    seed: fc.nat(2 ** 31),
  })
  .map(({ now, count, dailyLimit, zone, hours: [from, length], weekdays, used, seed }) => {
    let day = localDay(now, zone);
    const usedByDay: Record<string, number> = {};
    for (const taken of used) {
      usedByDay[day] = taken;
      day = dayAfter(day);
    }
    const window = { zone, fromMinutes: from * 60, toMinutes: Math.min(23 * 60 + 59, (from + length) * 60), weekdays };
    return { now, count, dailyLimit, usedByDay, window, seed };
  });

describe('a send plan', () => {
  test('keeps the daily limit, the window, the weekdays and the gap, in ascending order from now on', () => {
    fc.assert(
      fc.property(input, (wanted) => {
        const { zone, fromMinutes, toMinutes, weekdays } = wanted.window;
        const plan = planSends(wanted);
        const byDay = new Map<string, number>();
        plan.forEach(({ at, day }, index) => {
          expect(localDay(at, zone)).toBe(day);
          expect(weekdays).toContain(weekdayOf(day));
          expect(minutesIn(at, zone)).toBeGreaterThanOrEqual(fromMinutes);
          expect(minutesIn(at, zone)).toBeLessThanOrEqual(toMinutes);
          expect(at).toBeGreaterThan(wanted.now);
          const before = plan[index - 1];
          if (before) expect(at - before.at).toBeGreaterThanOrEqual(before.day === day ? MIN_GAP_MINUTES * 60_000 : 1);
          byDay.set(day, (byDay.get(day) ?? 0) + 1);
        });
        for (const [day, count] of byDay)
          expect(count + (wanted.usedByDay[day] ?? 0)).toBeLessThanOrEqual(wanted.dailyLimit);
        expect(plan.length).toBe(wanted.count);
      }),
    );
  }, 20_000);

  test('keeps the gap from the mails of other campaigns, and over midnight', () => {
    const others = fc.array(fc.integer({ min: -2 * 1440, max: 6 * 1440 }), { maxLength: 60 });
    fc.assert(
      fc.property(input, others, (wanted, minutes) => {
        const occupied = minutes.map((minute) => wanted.now + minute * 60_000);
        const plan = planSends({ ...wanted, occupied });
        expect(plan.length).toBe(wanted.count);
        plan.forEach(({ at, day }, index) => {
          expect(localDay(at, wanted.window.zone)).toBe(day);
          for (const other of occupied) expect(Math.abs(at - other)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
          const before = plan[index - 1];
          if (before) expect(at - before.at).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
        });
      }),
    );
  });

  test.each(['draw', 'drawFor'] as const)('keeps the gap over midnight, however many draws (%s) a day has', (way) => {
    const draws = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 5,
    });
    const wholeDay = { zone: 'UTC', fromMinutes: 0, toMinutes: 1440, weekdays: [1, 2, 3, 4, 5, 6, 7] };
    fc.assert(
      fc.property(draws, fc.nat(2 ** 31), (days, seed) => {
        const now = Date.UTC(2026, 0, 1);
        const plan = dayPlan({ now, count: 500, dailyLimit: 500, usedByDay: {}, window: wholeDay, seed });
        const times: number[] = [];
        let day = plan.firstDay;
        for (const counts of days) {
          for (const count of counts) {
            const drawn = way === 'draw' ? plan.draw(day, count) : plan.drawFor(day, Array(count).fill([]));
            times.push(...drawn.flatMap((one) => one?.at ?? []));
          }
          plan.end(day);
          day = dayAfter(day);
        }
        const gaps = times
          .toSorted((a, b) => a - b)
          .map((at, index, sorted) => at - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY));
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
      }),
    );
  });

  test('a day that others have filled is left alone', () => {
    const day = Date.UTC(2026, 2, 2);
    const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 600, weekdays: [1, 2, 3, 4, 5] };
    const wanted = { now: day, count: 3, dailyLimit: 10, usedByDay: {}, window, seed: 3 };
    // every 10 minutes of the hour: no place is 6 minutes away from all of them
    const occupied = [0, 10, 20, 30, 40, 50, 60].map((minute) => day + (540 + minute) * 60_000);
    expect(planSends({ ...wanted, occupied }).map(({ day: on }) => on)).toEqual(Array(3).fill('2026-03-03'));
    // with one of them gone there is room for one mail, exactly there
    const [first] = planSends({ ...wanted, count: 1, occupied: occupied.filter((_, index) => index !== 3) });
    expect(first?.day).toBe('2026-03-02');
    expect(Math.abs((first?.at ?? 0) - (day + 570 * 60_000))).toBeLessThanOrEqual(4 * 60_000);
  });

  test('leaves to the other campaigns of a mailbox what they have of its day', () => {
    const byDays = fc.array(fc.nat(50), { maxLength: 12 });
    const gaps = fc.constantFrom(undefined, { min: 1, max: 60 });
    fc.assert(
      fc.property(input, byDays, fc.integer({ min: 1, max: 40 }), gaps, (wanted, taken, cap, gapSeconds) => {
        const byDay: Record<string, number> = {};
        let day = localDay(wanted.now, wanted.window.zone);
        for (const count of taken) {
          byDay[day] = count;
          day = dayAfter(day);
        }
        const plan = planSends({ ...wanted, gapSeconds, others: { cap, byDay } });
        expect(plan.length).toBe(wanted.count);
        const own = new Map<string, number>();
        for (const { day: on } of plan) own.set(on, (own.get(on) ?? 0) + 1);
        for (const [on, count] of own)
          expect(count + (wanted.usedByDay[on] ?? 0) + (byDay[on] ?? 0)).toBeLessThanOrEqual(cap);
      }),
    );
  });

  test('looks past however many days the mailbox is full', () => {
    const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 2, 3, 4, 5] };
    const byDay: Record<string, number> = {};
    let day = '2026-03-02';
    for (let days = 0; days < 1200; days += 1, day = dayAfter(day)) byDay[day] = 40;
    const now = Date.UTC(2026, 2, 2);
    const [first] = planSends({
      now,
      count: 1,
      dailyLimit: 5,
      usedByDay: {},
      window,
      seed: 1,
      others: { cap: 40, byDay },
    });
    expect(first?.day).toBe(day);
  });

  test('is the same for the same seed and another for another', () => {
    fc.assert(
      fc.property(input, (wanted) => {
        expect(planSends(wanted)).toEqual(planSends({ ...wanted }));
      }),
    );
    const wanted: SendPlanInput = {
      now: Date.UTC(2026, 2, 2),
      count: 10,
      dailyLimit: 10,
      usedByDay: {},
      window: { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 2, 3, 4, 5] },
      seed: 1,
    };
    expect(planSends(wanted)).not.toEqual(planSends({ ...wanted, seed: 2 }));
  });

  test('has no rhythm: the gaps of a day differ, and so do the days', () => {
    const window = { zone: 'Europe/Berlin', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 2, 3, 4, 5] };
    for (let seed = 1; seed <= 50; seed += 1) {
      const plan = planSends({ now: Date.UTC(2026, 2, 2, 5), count: 20, dailyLimit: 10, usedByDay: {}, window, seed });
      const gaps = plan.slice(1, 10).map(({ at }, index) => at - (plan[index]?.at ?? 0));
      expect(new Set(gaps).size).toBe(gaps.length);
      expect(Math.max(...gaps) / Math.min(...gaps)).toBeGreaterThan(1.5);
      const first = (plan[0]?.at ?? 0) % 86_400_000;
      const second = (plan[10]?.at ?? 0) % 86_400_000;
      expect(first).not.toBe(second);
    }
  });

  test('in the sandbox it follows the gap instead, within each day and its limit', () => {
    const gaps = fc.tuple(fc.integer({ min: 1, max: 7200 }), fc.integer({ min: 0, max: 7200 }));
    fc.assert(
      fc.property(input, gaps, (wanted, [min, more]) => {
        const occupied = [10, 400, 5000].map((seconds) => wanted.now + seconds * 1000);
        const plan = planSends({ ...wanted, occupied, gapSeconds: { min, max: min + more } });
        for (const { at } of plan)
          for (const other of occupied) expect(Math.abs(at - other)).toBeGreaterThanOrEqual(min * 1000);
        const byDay = new Map<string, number>();
        plan.forEach(({ at, day }, index) => {
          expect(localDay(at, wanted.window.zone)).toBe(day);
          expect(at).toBeGreaterThan(plan[index - 1]?.at ?? wanted.now);
          byDay.set(day, (byDay.get(day) ?? 0) + 1);
        });
        for (const [day, count] of byDay)
          expect(count + (wanted.usedByDay[day] ?? 0)).toBeLessThanOrEqual(wanted.dailyLimit);
      }),
    );
  });
});

describe('local time', () => {
  const iso = (day: string, minutes: number, zone: string) => new Date(instantOf(day, minutes, zone)).toISOString();

  test.each([
    // the clock goes forward: a missing time is the moment of the change
    ['2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 180, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-08', 150, 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-10-04', 135, 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    // the midnight that is missing in Santiago
    ['2026-09-06', 0, 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // the clock goes back: a time that comes twice is its first
    ['2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01', 90, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05', 105, 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    // and plain days
    ['2026-07-01', 540, 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-01-01', 540, 'Asia/Kolkata', '2026-01-01T03:30:00.000Z'],
  ])('%s minute %i in %s is %s', (day, minutes, zone, instant) => expect(iso(day, minutes, zone)).toBe(instant));

  test('a window on the days of a clock change is kept', () => {
    const days = {
      'Europe/Berlin': ['2026-03-29', '2026-10-25'],
      'America/New_York': ['2026-03-08', '2026-11-01'],
      'Australia/Lord_Howe': ['2026-10-04', '2026-04-05'],
    };
    for (const [zone, changes] of Object.entries(days)) {
      for (const day of changes) {
        const window = { zone, fromMinutes: 60, toMinutes: 5 * 60, weekdays: [1, 2, 3, 4, 5, 6, 7] };
        const now = instantOf(day, 0, zone) - 1;
        const plan = planSends({ now: now + 1, count: 10, dailyLimit: 10, usedByDay: {}, window, seed: 7 });
        expect(plan).toHaveLength(10);
        for (const { at } of plan) {
          expect(localDay(at, zone)).toBe(day);
          expect(minutesIn(at, zone)).toBeGreaterThanOrEqual(60);
          expect(minutesIn(at, zone)).toBeLessThanOrEqual(300);
        }
      }
    }
  });

  test('a window that a clock change cuts keeps the rest of its time', () => {
    const on = (from: string, to: string) =>
      windowOn('2026-03-29', windowIn('Europe/Berlin', { from, to, weekdays: [7] }));
    const instants = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
    expect(on('02:30', '03:30')).toEqual(instants('2026-03-29T01:00Z', '2026-03-29T01:30Z'));
    expect(on('01:30', '02:30')).toEqual(instants('2026-03-29T00:30Z', '2026-03-29T01:00Z'));
  });

  test('the instant of a local time shows that time, or the first later one where it is missing', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
        fc.nat(24 * 60 - 1),
        fc.constantFrom(...ZONES),
        (date, minutes, zone) => {
          const day = date.toISOString().slice(0, 10);
          const instant = instantOf(day, minutes, zone);
          expect(localDay(instant, zone)).toBe(day);
          const shown = minutesIn(instant, zone);
          expect(shown).toBeGreaterThanOrEqual(minutes);
          const before = instant - 60_000;
          // where midnight is missing, the minute before is on the day before
          expect(shown === minutes || localDay(before, zone) < day || minutesIn(before, zone) < minutes).toBe(true);
        },
      ),
      { numRuns: 150, examples: [[new Date('2027-09-05'), 0, 'America/Santiago']] },
    );
  });

  test('weekdays and the day after need no zone', () => {
    expect(weekdayOf('2026-03-02')).toBe(1);
    expect(weekdayOf('2026-03-08')).toBe(7);
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  });
});

test('a campaign that fills more than a year ahead still finds the next free day', () => {
  const now = Date.UTC(2026, 0, 5, 6);
  const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1] };
  const usedByDay: Record<string, number> = {};
  let day = localDay(now, 'UTC');
  for (let weeks = 0; weeks < 80; weeks += 1) {
    usedByDay[day] = 1;
    for (let days = 0; days < 7; days += 1) day = dayAfter(day);
  }
  const plan = planSends({ now, count: 1, dailyLimit: 1, usedByDay, window, seed: 1 });
  expect(plan.map((send) => send.day)).toEqual([day]);
});
