import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closedDays,
  emailsOfOthers,
  isTooClose,
  opensAt,
  type PersonEmail,
} from '../../events/sending/campaignDistance.ts';
import { planRotation } from '../../events/sending/rotation.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';
import { localDay } from '../../events/shared/zoned.ts';

const email = (id: string, more: Partial<PersonEmail> = {}): PersonEmail => ({
  ...{ id, campaignId: 'c1', partnerId: 'p1', address: 'maren@trail.com', at: 0, planned: false },
  ...more,
});
const at = (time: string) => Date.parse(`${time}Z`);
const BERLIN = { days: 2, zone: 'Europe/Berlin' };

test('emails to a person are those of other campaigns to the partner, or to the same address', () => {
  const emails = [
    email('own'),
    email('other', { campaignId: 'c2', address: null }),
    email('same address', { campaignId: 'c2', partnerId: 'p2' }),
    email('stranger', { campaignId: 'c2', partnerId: 'p3', address: 'jo@trail.com' }),
  ];
  const find = emailsOfOthers(emails);
  const ids = (address: string | null) => find({ partnerId: 'p1', email: address }, 'c1').map(({ id }) => id);
  expect(ids('Maren@Trail.com')).toEqual(['other', 'same address']);
  expect(ids(null)).toEqual(['other']);
});

test('the days around an email are closed, by the days of the zone', () => {
  // 1 March in Berlin already
  const other = email('other', { at: at('2026-02-28T23:30') });
  expect([...closedDays([other], BERLIN)]).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect([...closedDays([other], { ...BERLIN, days: 1 })]).toEqual(['2026-03-01']);
  expect(closedDays([other], { ...BERLIN, days: 0 }).size).toBe(0);
  expect(closedDays([email('undrawn', { at: null })], BERLIN).size).toBe(0);
  expect(new Date(opensAt(other.at ?? 0, BERLIN)).toISOString()).toBe('2026-03-02T23:00:00.000Z');
});

test('of two planned emails that are too close, the later one moves', () => {
  const [first, second] = [at('2026-03-02T10:00'), at('2026-03-03T09:00')];
  expect(isTooClose(second, [email('first', { at: first })], BERLIN)).toBe(true);
  expect(isTooClose(first, [email('second', { at: second })], BERLIN)).toBe(false);
  expect(isTooClose(at('2026-03-04T09:00'), [email('first', { at: first })], BERLIN)).toBe(false);
});

test('a plan keeps off the closed days, and others take the places there', () => {
  const now = at('2026-03-02T06:00');
  const window = windowIn('UTC', DEFAULT_HOURS);
  const days = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(days, fc.array(fc.nat(40), { maxLength: 3 }), fc.nat(2 ** 31), (least, offsets, seed) => {
      const distance = { days: least, zone: 'UTC' };
      const others = offsets.map((away) => email('other', { at: now + away * 86_400_000 }));
      const closed = closedDays(others, distance);
      const waiting = ['near', 'free'].map((id) => ({ id, mailboxes: ['m'], ...(id === 'near' && { closed }) }));
      const lane = { mailbox: 'm', input: { now, dailyLimit: 1, usedByDay: {}, window } };
      const planned = planRotation([lane], waiting, seed);
      expect(planned).toHaveLength(2);
      const near = planned.find(({ id }) => id === 'near');
      for (const other of others) {
        const apart = (one: number, two: number) =>
          Math.abs(Date.parse(localDay(one, 'UTC')) - Date.parse(localDay(two, 'UTC'))) / 86_400_000;
        expect(apart(near?.at ?? 0, other.at ?? 0)).toBeGreaterThanOrEqual(least);
      }
      if (closed.has('2026-03-02')) expect(planned.find(({ id }) => id === 'free')?.day).toBe('2026-03-02');
    }),
  );
});
