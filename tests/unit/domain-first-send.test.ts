import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstSend } from '../../events/sending/firstSend.ts';
import { planSends, type SendPlanInput } from '../../events/sending/sendPlan.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';
import { dayAfter, instantOf, localDay } from '../../events/shared/zoned.ts';

const at = (time: string) => Date.parse(`${time}Z`);
const plan = (now: string, more: Partial<SendPlanInput> = {}): Omit<SendPlanInput, 'seed'> => ({
  now: at(now),
  count: 3,
  dailyLimit: 5,
  usedByDay: {},
  window: windowIn('UTC', DEFAULT_HOURS),
  ...more,
});
const iso = (first: ReturnType<typeof firstSend>) =>
  first && [new Date(first.from).toISOString(), new Date(first.until).toISOString()];

test('the first mail of a plan leaves in the hours of the first day that has room', () => {
  // a Wednesday
  expect(iso(firstSend(plan('2026-06-03T07:00')))).toEqual(['2026-06-03T09:00:00.000Z', '2026-06-03T17:00:00.000Z']);
  expect(iso(firstSend(plan('2026-06-03T12:00')))).toEqual(['2026-06-03T12:01:00.000Z', '2026-06-03T17:00:00.000Z']);
  expect(iso(firstSend(plan('2026-06-03T12:00', { usedByDay: { '2026-06-03': 5 } })))?.[0]).toBe(
    '2026-06-04T09:00:00.000Z',
  );
  // a Friday evening
  expect(iso(firstSend(plan('2026-06-05T18:00')))?.[0]).toBe('2026-06-08T09:00:00.000Z');
  expect(firstSend(plan('2026-06-03T12:00', { count: 0 }))).toBeNull();
});

test('in the sandbox it leaves after the gap', () => {
  expect(iso(firstSend(plan('2026-06-06T23:00', { gapSeconds: { min: 2, max: 6 } })))).toEqual([
    '2026-06-06T23:00:02.000Z',
    '2026-06-06T23:00:06.000Z',
  ]);
});

test('whatever is drawn, the first mail leaves between the two moments', () => {
  const input = fc.record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    count: fc.integer({ min: 1, max: 40 }),
    dailyLimit: fc.integer({ min: 1, max: 10 }),
    zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'),
    used: fc.nat(12),
    seed: fc.nat(2 ** 31),
    gap: fc.option(fc.record({ min: fc.nat(20), more: fc.nat(40) }), { nil: undefined }),
  });
  fc.assert(
    fc.property(input, ({ now, count, dailyLimit, zone, used, seed, gap }) => {
      const wanted = {
        now,
        count,
        dailyLimit,
        usedByDay: { [localDay(now, zone)]: used },
        window: windowIn(zone, DEFAULT_HOURS),
        gapSeconds: gap && { min: gap.min, max: gap.min + gap.more },
      };
      // the last seconds of a sandbox day may belong to the next one
      fc.pre(!gap || instantOf(dayAfter(localDay(now, zone)), 0, zone) - now > 120_000);
      const [first] = planSends({ ...wanted, seed });
      const between = firstSend(wanted);
      expect(first?.at).toBeGreaterThanOrEqual(between?.from ?? Number.POSITIVE_INFINITY);
      expect(first?.at).toBeLessThanOrEqual(between?.until ?? 0);
    }),
  );
});
