import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstSend } from '../../events/sending/firstSend.ts';
import { hoursFor, inRecipientHours, type RecipientZones } from '../../events/sending/recipientHours.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import { staleSlots } from '../../events/sending/replan.ts';
import { type Lane, planRotation } from '../../events/sending/rotation.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';

import { DEFAULT_HOURS, insideWindow, windowIn } from '../../events/sending/sendWindow.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { drawnByDefault } from '../support/drawn.ts';

describe('the zones of a recipient', () => {
  test.each([
    ['a country with one zone', { country: 'germany' }, ['Europe/Berlin']],
    ['its name in capitals', { country: 'South Korea' }, ['Asia/Seoul']],
    ['its code', { country: 'jp' }, ['Asia/Tokyo']],
    ['a name that people use', { country: 'England' }, ['Europe/London']],
    ['a state with one zone', { country: 'united states', region: 'california' }, ['America/Los_Angeles']],
    [
      'a city, where its state has several',
      { country: 'united states', region: 'texas', city: 'el paso' },
      ['America/Denver'],
    ],
    ['a city, where the state is not known', { country: 'australia', city: 'Perth' }, ['Australia/Perth']],
    ['accents', { country: 'brazil', region: 'amazonas', city: 'Manaus' }, ['America/Manaus']],
    [
      'a city that is not in the list',
      { country: 'canada', region: 'british columbia', city: 'nowhere' },
      ['America/Vancouver'],
    ],
    ['no place', {}, []],
    ['a country that is none', { country: 'atlantis', city: 'paris' }, []],
  ])('%s', (_what, place, zones) => {
    expect(recipientZones(place)).toEqual(zones);
  });

  test('a country with several has all in which more than a few live, and no other', () => {
    const zones = recipientZones({ country: 'united states' });
    expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'America/Chicago', 'America/Los_Angeles']));
    expect(zones).not.toContain('Pacific/Honolulu');
    expect(zones).not.toContain('America/Adak');
    expect(recipientZones({ country: 'russia' })).toContain('Europe/Moscow');
    expect(recipientZones(null)).toEqual([]);
  });
});

const times = (open: readonly { from: number; to: number }[]) =>
  open.map(
    ({ from, to }) => `${new Date(from).toISOString().slice(11, 16)}–${new Date(to).toISOString().slice(11, 16)}`,
  );
const BERLIN = windowIn('Europe/Berlin', DEFAULT_HOURS);

describe('the hours that account and recipient share', () => {
  test.each([
    // Berlin is at 08:00–16:00 UTC in winter
    ['the same zone', '2026-03-02', ['Europe/Berlin'], ['08:00–16:00']],
    ['New York', '2026-03-02', ['America/New_York'], ['14:00–16:00']],
    // the clocks of New York change on March 8, those of Berlin on March 29
    ['New York, which is on summer time already', '2026-03-10', ['America/New_York'], ['13:00–16:00']],
    ['New York, both on summer time', '2026-03-30', ['America/New_York'], ['13:00–15:00']],
    ['Kolkata', '2026-03-02', ['Asia/Kolkata'], ['08:00–11:30']],
    ['a country of several zones', '2026-03-02', ['Europe/London', 'Europe/Athens'], ['09:00–15:00']],
    ['nothing known', '2026-03-02', [], ['08:00–16:00']],
    ['a weekend', '2026-03-07', ['Europe/Berlin'], []],
  ])('%s', (_what, day, zones, open) => {
    const hours = hoursFor(day, BERLIN, zones);
    expect(times(hours.open)).toEqual(open);
    expect(hours.kept).toBe(zones.length > 0);
  });

  test('where they never overlap, the hours of the account win', () => {
    expect(hoursFor('2026-03-02', BERLIN, ['America/Los_Angeles'])).toMatchObject({ kept: false });
    expect(times(hoursFor('2026-03-02', BERLIN, ['America/Los_Angeles']).open)).toEqual(['08:00–16:00']);
    // no hour is a working hour in both
    expect(hoursFor('2026-03-02', BERLIN, ['Asia/Tokyo', 'America/New_York']).kept).toBe(false);
  });

  test('where they overlap on some days of the week, a mail waits for those', () => {
    // Friday in Los Angeles is Saturday in Auckland, so an account that sends from Friday on shares no hour before Sunday
    const auckland = windowIn('Pacific/Auckland', { from: '08:00', to: '11:00', weekdays: [1, 2] });
    // Monday in Auckland is Sunday in Los Angeles
    expect(hoursFor('2026-03-02', auckland, ['America/Los_Angeles'])).toEqual({ open: [], kept: true });
    expect(hoursFor('2026-03-03', auckland, ['America/Los_Angeles']).open).toHaveLength(1);
  });

  test('two parts of one day both count', () => {
    const wholeDay = windowIn('UTC', { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] });
    // 09:00–17:00 in Auckland in March is 20:00–04:00 UTC
    expect(times(hoursFor('2026-03-03', wholeDay, ['Pacific/Auckland']).open)).toEqual(['00:00–04:00', '20:00–00:00']);
  });

  test('whether a time is in them', () => {
    const at = Date.parse('2026-03-02T14:30:00Z');
    expect(inRecipientHours(at, ['America/New_York'])).toBe(true);
    expect(inRecipientHours(at, ['America/New_York', 'America/Los_Angeles'])).toBe(false);
    expect(inRecipientHours(at, [])).toBe(false);
  });
});

describe('a plan in the working hours of the recipients', () => {
  const MONDAY = Date.parse('2026-03-02T05:00:00Z');
  const base = { now: MONDAY, dailyLimit: 10, usedByDay: {}, window: BERLIN };
  const plan = (recipients: readonly RecipientZones[], more: Partial<Lane['input']> = {}, seed = 7) =>
    planRotation(
      [{ mailbox: 'a', input: { ...base, ...more } }],
      recipients.map((zones, index) => ({ id: String(index), mailboxes: ['a'], zones })),
      seed,
    )
      .map(({ id, ...send }) => ({ ...send, mail: Number(id) }))
      .sort((one, other) => one.at - other.at);

  test('keeps limits, gaps and quotas, and gives each mail one time in hours that both share', () => {
    const zones = fc.constantFrom<RecipientZones>(
      ...[['Europe/Berlin'], ['America/New_York'], ['Asia/Tokyo'], ['America/Los_Angeles'], []],
    );
    const more = { seed: fc.nat(2 ** 31), dailyLimit: fc.integer({ min: 1, max: 10 }), start: fc.nat(300) };
    fc.assert(
      fc.property(fc.array(zones, { maxLength: 30 }), fc.record(more), (recipients, { start, ...rest }) => {
        const now = MONDAY + start * 86_400_000;
        const others = { cap: 12, byDay: { [localDay(now, 'Europe/Berlin')]: 5 } };
        const { seed, dailyLimit } = rest;
        const drawn = plan(recipients, { dailyLimit, now, others }, seed);
        expect(drawn.map(({ mail }) => mail).sort((a, b) => a - b)).toEqual(recipients.map((_, index) => index));
        const byDay = new Map<string, number>();
        drawn.forEach(({ at, day, mail }, index) => {
          expect(at - (drawn[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * 60_000);
          expect(localDay(at, 'Europe/Berlin')).toBe(day);
          expect(insideWindow(at, BERLIN)).toBe(true);
          const { kept } = hoursFor(day, BERLIN, recipients[mail] ?? []);
          expect(inRecipientHours(at, recipients[mail] ?? [])).toBe(kept || recipients[mail]?.[0] === 'Europe/Berlin');
          byDay.set(day, (byDay.get(day) ?? 0) + 1);
        });
        for (const [day, count] of byDay) {
          expect(count).toBeLessThanOrEqual(dailyLimit);
          expect(count + (others.byDay[day] ?? 0)).toBeLessThanOrEqual(others.cap);
        }
      }),
      { numRuns: 30 },
    );
  }, 30_000);

  test('one that must wait does not hold back those behind it', () => {
    // two hours a day fit twelve mails at most, and only six in each
    const recipients = [...Array<RecipientZones>(9).fill(['America/New_York']), ['Europe/Berlin'] as const];
    const drawn = plan(recipients, { dailyLimit: 10, occupied: [Date.parse('2026-03-02T15:00:00Z')] });
    expect(drawn.find(({ mail }) => mail === 9)?.day).toBe('2026-03-02');
  });

  test('goes through the mailbox in whose hours the recipient is at work', () => {
    const night = windowIn('Asia/Tokyo', DEFAULT_HOURS);
    const lanes = [
      { mailbox: 'berlin', input: base },
      { mailbox: 'tokyo', input: { ...base, window: night } },
    ];
    const waiting = [['Asia/Tokyo'], ['Europe/Berlin'], ['Australia/Sydney']].map((zones, index) => ({
      ...{ id: String(index), mailboxes: ['berlin', 'tokyo'], zones },
    }));
    const from = Object.fromEntries(planRotation(lanes, waiting, 7).map(({ id, mailbox }) => [id, mailbox]));
    expect(from).toEqual({ 0: 'tokyo', 1: 'berlin', 2: 'tokyo' });
  });

  test('the first mail leaves when the first of them is at work', () => {
    const first = (recipients: RecipientZones[]) => firstSend({ ...base, count: recipients.length, recipients });
    const shown = (recipients: RecipientZones[]) => {
      const span = first(recipients);
      return span && times([{ from: span.from, to: span.until }])[0];
    };
    expect(shown([['America/New_York']])).toBe('14:00–16:00');
    expect(shown([['America/New_York'], ['Asia/Tokyo'], ['Asia/Kolkata']])).toBe('08:00–16:00');
  });

  test('times are drawn again when they begin or cease to count', () => {
    const campaign = { id: 'c1', waiting: 0, usedByDay: {}, elsewhere: {}, chosen: null };
    const slot = { at: MONDAY + 6 * 3_600_000, day: '2026-03-02', isFollowUp: false, isChosen: false };
    const mail = { id: 'm1', campaignId: 'c1', ...slot };
    const stale = (drawn: object, now: object) =>
      staleSlots({
        mails: [{ ...mail, drawnFrom: { ...drawnByDefault, ...drawn } }],
        campaigns: [{ ...campaign, rules: { ...drawnByDefault, ...now } }],
        ...{ mailbox: 'a', cap: 40, rampUp: false, daysSent: 0, elsewhere: {}, holdEnd: null, now: 0, today: '' },
      }).length;
    expect(stale({}, { recipientHours: true })).toBe(1);
    expect(stale({ recipientHours: true }, {})).toBe(1);
    expect(stale({ recipientHours: true }, { recipientHours: true })).toBe(0);
  });
});
