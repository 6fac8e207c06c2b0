import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstSend } from '../../events/sending/firstSend.ts';
import { quotaDay, quotaDayAt, quotaDayEnd, type Today } from '../../events/sending/quota.ts';
import { planSends } from '../../events/sending/sendPlan.ts';
import { whyOnDay } from '../../events/sending/sendWhy.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';
import { localDay } from '../../events/shared/zoned.ts';

const ZONES = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'UTC', 'America/Los_Angeles', 'Pacific/Pago_Pago'];
const EVERY_DAY = { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

/** The quota day of `now` in `zone`, when it was begun in another zone. */
function begunIn(other: string, now: number, zone: string): Today {
  const today = quotaDay(now, zone, [{ day: localDay(now, other), zone: other }]);
  return { ...today, endsAt: quotaDayEnd(today, zone) };
}

test('after a change of zone, no plan promises a time that its quota day refuses', () => {
  const input = fc.record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    from: fc.constantFrom(...ZONES),
    to: fc.constantFrom(...ZONES),
    hours: fc.constantFrom(DEFAULT_HOURS, EVERY_DAY),
    used: fc.integer({ min: 0, max: 4 }),
    seed: fc.nat(2 ** 31),
    gapSeconds: fc.constantFrom(undefined, { min: 3600, max: 7200 }),
  });
  fc.assert(
    fc.property(input, ({ now, from, to, hours, used, seed, gapSeconds }) => {
      const today = begunIn(from, now, to);
      const limit = 4;
      const taken = new Map([[today.day, used]]);
      const plan = {
        ...{ now, today, count: 10, dailyLimit: limit, usedByDay: { [today.day]: used }, gapSeconds },
        window: windowIn(to, hours),
      };
      const planned = planSends({ ...plan, seed });
      expect(planned).toHaveLength(10);
      for (const { at, day } of planned) {
        // the quota is asked when the mail leaves
        const counted = at < today.endsAt ? today.day : quotaDay(at, to, [today]).day;
        expect(day).toBe(counted);
        expect(quotaDayAt(at, today, to)).toBe(counted);
        taken.set(counted, (taken.get(counted) ?? 0) + 1);
        expect(taken.get(counted)).toBeLessThanOrEqual(limit);
      }
      const first = firstSend(plan);
      expect(planned[0]?.at).toBeGreaterThanOrEqual(first?.from ?? Number.POSITIVE_INFINITY);
      expect(planned[0]?.at).toBeLessThanOrEqual(first?.until ?? 0);
    }),
  );
});

test('a first email whose longest gap ends tomorrow is not promised for today', () => {
  const now = Date.parse('2026-12-24T22:03:28Z');
  const plan = { now, count: 1, dailyLimit: 4, usedByDay: {}, window: windowIn('UTC', EVERY_DAY) };
  const first = firstSend({ ...plan, gapSeconds: { min: 3600, max: 7200 } });
  expect(first).toEqual({ from: now + 3_600_000, until: Date.parse('2026-12-25T02:00:00Z') });
});

test('a day that is full in the old zone holds the plan until it ends there', () => {
  const now = Date.parse('2026-11-29T04:20:00Z');
  const zone = 'Pacific/Kiritimati';
  const [first] = planSends({
    ...{ now, count: 1, dailyLimit: 10, usedByDay: { '2026-11-29': 10 }, seed: 1 },
    ...{ today: begunIn('UTC', now, zone), window: windowIn(zone, EVERY_DAY) },
  });
  // midnight in Kiritimati is at 10:00 UTC already
  expect(first?.at).toBeGreaterThanOrEqual(Date.parse('2026-11-30T00:00:00Z'));
  expect(first?.day).toBe('2026-11-30');
});

test('a reason never gives the mails of an old zone to a day of the new one', () => {
  const now = Date.parse('2026-11-29T04:20:00Z');
  const zone = 'Pacific/Pago_Pago';
  // Saturday there, and Sunday in the zone in which ten mails left
  const why = whyOnDay({
    ...{ day: '2026-11-30', today: begunIn('UTC', now, zone), now, zone, hours: EVERY_DAY, dailyLimit: 10 },
    loadOn: (day) => ({
      campaign: day === '2026-11-29' ? 10 : 0,
      mailbox: 0,
      cap: 40,
      workspace: 0,
      workspaceLimit: 40,
    }),
  });
  expect(why).toEqual({
    kind: 'daily_limit',
    text: 'The day that began in UTC is full: this campaign sends 10 a day',
  });
});
