import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MailboxPlan, type PlannedMail, staleSlots } from '../../events/sending/replan.ts';
import { MAILS_AN_HOUR, MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { sendingRules } from '../../events/sending/sendingInput.ts';
import { type PlannedSend, planSends, type SendPlanInput } from '../../events/sending/sendPlan.ts';
import { capOfDay, shareDay } from '../../events/sending/sendShares.ts';
import { DEFAULT_HOURS, insideWindow, windowIn } from '../../events/sending/sendWindow.ts';
import { sendHours } from '../../events/shared/sendingFields.ts';
import { dayAfter, instantOf, localDay } from '../../events/shared/zoned.ts';
import { drawnByDefault } from '../support/drawn.ts';

const MINUTE = 60_000;

/** The number of emails on each day of a plan, in order. */
function mailsByDay(plan: readonly PlannedSend[]): number[] {
  const days = new Map<string, number>();
  for (const { day } of plan) days.set(day, (days.get(day) ?? 0) + 1);
  return [...days.values()];
}

/** The day before each night of a clock change in 2026: a missing and a repeated hour (half an hour on Lord Howe). */
const NIGHTS: readonly [zone: string, dayBefore: string][] = [
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
];

const overAChange: fc.Arbitrary<SendPlanInput> = fc
  .record({
    night: fc.constantFrom(...NIGHTS),
    // from before the change to whatever, also windows that lie within the missing or the repeated hour
    from: fc.integer({ min: 0, max: 22 * 60 }),
    length: fc.integer({ min: 60, max: 24 * 60 }),
    nowMinutes: fc.integer({ min: 0, max: 2 * 1440 }),
    count: fc.integer({ min: 1, max: 40 }),
    dailyLimit: fc.integer({ min: 1, max: 10 }),
    occupied: fc.array(fc.integer({ min: -120, max: 3 * 1440 }), { maxLength: 40 }),
    seed: fc.nat(2 ** 31),
  })
  .map(({ night: [zone, day], from, length, nowMinutes, occupied, ...rest }) => {
    const now = instantOf(day, 0, zone) + nowMinutes * MINUTE;
    const window = {
      zone,
      fromMinutes: from,
      toMinutes: Math.min(1440, from + length),
      weekdays: [1, 2, 3, 4, 5, 6, 7],
    };
    return { ...rest, now, window, usedByDay: {}, occupied: occupied.map((minutes) => now + minutes * MINUTE) };
  });

describe('a plan over a night on which the clocks change', () => {
  test('keeps the window, the limits of each local day, the gap and the hour, and is the same for the same seed', () => {
    fc.assert(
      fc.property(overAChange, (wanted) => {
        const plan = planSends(wanted);
        expect(plan).toHaveLength(wanted.count);
        expect(planSends(wanted)).toEqual(plan);
        const byDay = new Map<string, number>();
        for (const { at, day } of plan) {
          expect(insideWindow(at, wanted.window)).toBe(true);
          expect(localDay(at, wanted.window.zone)).toBe(day);
          byDay.set(day, (byDay.get(day) ?? 0) + 1);
        }
        expect(Math.max(...byDay.values())).toBeLessThanOrEqual(wanted.dailyLimit);
        const own = plan.map(({ at }) => at);
        const all = [...own, ...(wanted.occupied ?? [])];
        for (const at of own) {
          for (const other of all)
            if (other !== at) expect(Math.abs(at - other)).toBeGreaterThanOrEqual(MIN_GAP_MINUTES * MINUTE);
          // every hour that holds this one: those that begin with it or with one before it
          for (const start of all.filter((other) => other <= at && other > at - 60 * MINUTE)) {
            const hour = all.filter((other) => other >= start && other < start + 60 * MINUTE);
            const others = hour.filter((other) => !own.includes(other));
            // others may stand closer than that already; nothing is added to them then
            if (others.length < MAILS_AN_HOUR) expect(hour.length).toBeLessThanOrEqual(MAILS_AN_HOUR);
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 20_000);

  test.each(NIGHTS)('%s after %s: a window over the change is open as long as the clock shows it', (zone, before) => {
    const day = dayAfter(before);
    const window = { zone, fromMinutes: 0, toMinutes: 1440, weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const plan = planSends({
      now: instantOf(day, 0, zone) - MINUTE,
      count: 10,
      dailyLimit: 10,
      usedByDay: {},
      window,
      seed: 5,
    });
    expect(new Set(plan.map((send) => send.day))).toEqual(new Set([day]));
    // 23, 25, 23.5 or 24.5 hours long
    expect(instantOf(dayAfter(day), 0, zone) - instantOf(day, 0, zone)).not.toBe(24 * 60 * MINUTE);
  });
});

test('no rhythm: the gaps of a full day differ', () => {
  const window = windowIn('Europe/Berlin', { from: '09:00', to: '17:00', weekdays: [1] });
  fc.assert(
    fc.property(fc.nat(2 ** 31), (seed) => {
      const plan = planSends({ now: Date.UTC(2026, 2, 2), count: 10, dailyLimit: 10, usedByDay: {}, window, seed });
      const gaps = plan.slice(1).map(({ at }, index) => at - (plan[index]?.at ?? 0));
      expect(new Set(gaps.map((gap) => Math.round(gap / 1000))).size).toBeGreaterThan(gaps.length / 2);
      expect(Math.max(...gaps) / Math.min(...gaps)).toBeGreaterThan(1.2);
    }),
  );
});

describe('a day is shared', () => {
  test('evenly, and what one does not want goes to the others', () => {
    const wants = (...counts: number[]) => counts.map((count) => ({ used: 0, wants: count }));
    expect(shareDay(40, wants(10, 10, 10, 10, 10))).toEqual([8, 8, 8, 8, 8]);
    expect(shareDay(9, wants(10, 1, 10))).toEqual([4, 1, 4]);
    expect(shareDay(100, wants(10, 3))).toEqual([10, 3]);
    expect(
      shareDay(4, [
        { used: 3, wants: 10 },
        { used: 0, wants: 10 },
      ]),
    ).toEqual([3, 1]);
    expect(
      shareDay(1, [
        { used: 3, wants: 10 },
        { used: 0, wants: 10 },
      ]),
    ).toEqual([3, 0]);
  });

  test('by campaigns that are planned one after the other', () => {
    const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 2, 3, 4, 5] };
    const rival = { waiting: 30, dailyLimit: 10, usedByDay: {}, hours: DEFAULT_HOURS };
    const plan = planSends({
      now: Date.UTC(2026, 2, 2),
      count: 30,
      dailyLimit: 10,
      usedByDay: {},
      window,
      seed: 4,
      others: { cap: 12, byDay: {}, rivals: [rival, { ...rival, waiting: 2 }] },
    });
    const counts = mailsByDay(plan);
    // the short one wants two places of the first day; after that two share twelve
    expect(counts.slice(0, 3)).toEqual([5, 6, 6]);
  });

  test('a campaign whose hours of today are over leaves its places to the others', () => {
    const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 2, 3, 4, 5] };
    const rival = { waiting: 5, dailyLimit: 5, usedByDay: {}, hours: { ...DEFAULT_HOURS, to: '11:00' } };
    const at = (now: number) =>
      mailsByDay(
        planSends({
          now,
          count: 5,
          dailyLimit: 5,
          usedByDay: {},
          window,
          seed: 4,
          others: { cap: 6, byDay: {}, rivals: [rival] },
        }),
      );
    expect(at(Date.UTC(2026, 2, 2, 8))[0]).toBe(3);
    expect(at(Date.UTC(2026, 2, 2, 12))[0]).toBe(5);
  });

  test('a new mailbox sends 5 on its first day, and 5 more on each further one', () => {
    expect([0, 1, 2, 7, 8].map((days) => capOfDay(40, true, days))).toEqual([5, 10, 15, 40, 40]);
    expect(capOfDay(40, false, 0)).toBe(40);
    const window = { zone: 'UTC', fromMinutes: 540, toMinutes: 1020, weekdays: [1, 3, 5] };
    const plan = planSends({
      now: Date.UTC(2026, 2, 2),
      count: 33,
      dailyLimit: 20,
      usedByDay: {},
      window,
      seed: 4,
      others: { cap: 18, byDay: { '2026-03-02': 2 }, ramp: { daysSent: 0 } },
    });
    expect(mailsByDay(plan)).toEqual([3, 10, 15, 5]);
  });
});

describe('drawn times that no longer stand', () => {
  const at = (day: string, minutes: number) => instantOf(day, minutes, 'UTC');
  const mails = (campaignId: string, count: number, day = '2026-03-02'): PlannedMail[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${campaignId}.${day}.${index}`,
      campaignId,
      day,
      at: at(day, 540 + index * 10),
      drawnFrom: drawnByDefault,
      isFollowUp: false,
      isChosen: false,
    }));
  const campaign = (id: string, waiting = 0, rules = drawnByDefault) => ({
    ...{ id, rules, waiting, chosen: null as string | null, usedByDay: {}, elsewhere: {} },
  });
  const plan = (change: Partial<MailboxPlan>): MailboxPlan => ({
    mailbox: 'm1',
    now: at('2026-03-02', 0),
    today: '2026-03-01',
    mails: [],
    campaigns: [],
    cap: 40,
    rampUp: false,
    daysSent: 0,
    elsewhere: {},
    holdEnd: null,
    ...change,
  });
  const reasons = (change: Partial<MailboxPlan>) => staleSlots(plan(change)).map(({ code }) => code);

  test('while nothing changes, all stand', () => {
    expect(reasons({ mails: mails('a', 5), campaigns: [campaign('a', 30)] })).toEqual([]);
  });

  test.each([
    [{ dailyLimit: 3 }, 'daily_limit_changed'],
    [{ zone: 'Europe/Berlin' }, 'zone_changed'],
    [{ hours: { from: '10:00', to: '11:00', weekdays: [1] } }, 'hours_changed'],
    [{ mailboxCap: 10 }, 'mailbox_limit_changed'],
    [{ rampUp: true }, 'mailbox_limit_changed'],
  ])('%j: those of that campaign', (change, code) => {
    const edited = campaign('a', 0, { ...drawnByDefault, ...change });
    const input = { mails: [...mails('a', 2), ...mails('b', 2)], campaigns: [edited, campaign('b')] };
    expect(staleSlots(plan(input))).toEqual([0, 1].map((index) => ({ id: `a.2026-03-02.${index}`, code })));
  });

  test.each([
    ['daily_limit_changed', { dailyLimit: 3 }, {}],
    ['mailbox_limit_changed', { mailboxCap: 3 }, { cap: 3 }],
    ['mailbox_limit_changed', { rampUp: true, mailboxCap: 3 }, { rampUp: true, cap: 3 }],
  ])('%s %j: of today only what no longer fits, the latest first', (what, change, more) => {
    const input = {
      ...{ today: '2026-03-02', ...more },
      mails: [...mails('a', 5), ...mails('a', 2, '2026-03-03')],
      campaigns: [campaign('a', 0, { ...drawnByDefault, ...change })],
    };
    const stale = staleSlots(plan(input));
    const moved = ['a.2026-03-02.3', 'a.2026-03-02.4', 'a.2026-03-03.0', 'a.2026-03-03.1'];
    expect(stale.map(({ id }) => id).sort()).toEqual(moved);
    expect(new Set(stale.map(({ code }) => code))).toEqual(new Set([what]));
    // one has left already
    const usedByDay = { '2026-03-02': 1 };
    const used = { ...input, campaigns: input.campaigns.map((one) => ({ ...one, usedByDay })) };
    expect(staleSlots(plan(used)).map(({ id }) => id)).toContain('a.2026-03-02.2');
  });

  test('a higher limit moves nothing of today, and fills its room from later days', () => {
    const input = {
      today: '2026-03-02',
      mails: [...mails('a', 2), ...mails('a', 2, '2026-03-03')],
      campaigns: [campaign('a', 0, { ...drawnByDefault, dailyLimit: 30 })],
    };
    expect(staleSlots(plan(input)).map(({ id }) => id)).toEqual(['a.2026-03-03.0', 'a.2026-03-03.1']);
  });

  test('those within a hold', () => {
    const input = { mails: mails('a', 5), campaigns: [campaign('a')], holdEnd: at('2026-03-02', 560) };
    expect(staleSlots(plan(input)).map(({ id }) => id)).toEqual(['a.2026-03-02.0', 'a.2026-03-02.1']);
  });

  test.each([
    ['over', null, ['hold_over']],
    ['shorter', at('2026-03-02', 300), ['hold_over']],
    ['as it was', at('2026-03-02', 500), []],
  ])('those that wait for the end of a hold that is %s', (_what, holdEnd, expected) => {
    const drawnFrom = { ...drawnByDefault, heldUntil: new Date(at('2026-03-02', 500)).toISOString() };
    const input = { mails: mails('a', 1).map((mail) => ({ ...mail, drawnFrom })), campaigns: [campaign('a')], holdEnd };
    expect(reasons(input)).toEqual(expected);
    // it has ended by itself
    expect(reasons({ ...input, holdEnd: null, now: at('2026-03-02', 510) })).toEqual([]);
  });

  test('the latest of a day, when another campaign waits for its even share', () => {
    const input = {
      cap: 6,
      mails: [...mails('a', 3), ...mails('b', 3), ...mails('a', 3, '2026-03-03')],
      campaigns: [campaign('a'), campaign('b'), campaign('c', 3)],
    };
    // two each on the first day; the second has room for the one that is left and for what was taken back
    expect(
      staleSlots(plan(input))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a.2026-03-02.2', 'b.2026-03-02.2']);
    expect(staleSlots(plan({ ...input, elsewhere: { '2026-03-03': 6 } }))).toHaveLength(5);
  });

  test('a day of the ramp-up on which mails only left counts as one', () => {
    const input = {
      cap: 40,
      rampUp: true,
      daysSent: 0,
      mails: mails('a', 10, '2026-03-03'),
      campaigns: [campaign('a')],
    };
    const ruled = input.campaigns.map((one) => ({ ...one, rules: { ...one.rules, dailyLimit: 20 } }));
    const left = { ...input, campaigns: ruled, mails: input.mails.map((mail) => ({ ...mail, drawnFrom: null })) };
    expect(reasons(left)).toHaveLength(5);
    expect(reasons({ ...left, elsewhere: { '2026-03-02': 5 } })).toEqual([]);
  });
});

describe('the sending hours that people type', () => {
  const good = { from: '09:00', to: '17:00', weekdays: [5, 1, 1] };
  const problem = (change: object) => {
    const { error } = sendHours.safeParse({ ...good, ...change });
    return error?.issues.map(({ path, message }) => [path.join('.'), message])[0];
  };

  test('are taken in order and once', () => {
    expect(sendHours.parse(good)).toEqual({ from: '09:00', to: '17:00', weekdays: [1, 5] });
    expect(sendHours.safeParse({ ...good, from: '23:00', to: '24:00' }).success).toBe(true);
  });

  test.each([
    [{ to: '09:00' }, ['to', 'End time must be after the start time']],
    [{ to: '09:59' }, ['to', 'The sending hours must be at least one hour long']],
    [{ weekdays: [] }, ['weekdays', 'Choose at least one weekday']],
    [{ weekdays: [8] }, ['weekdays.0', 'Choose at least one weekday']],
    [{ from: '9' }, ['from', 'Start time must be a time such as 09:00']],
    [{ to: '25:00' }, ['to', 'End time must be a time such as 17:00']],
  ])('%j is refused at its field', (change, expected) => expect(problem(change)).toEqual(expected));

  test('and the cap of the mailbox from 1 to 200', () => {
    const rules = { window: good, mailboxDailyCap: 40, rampUp: true };
    expect(sendingRules.safeParse(rules).success).toBe(true);
    for (const mailboxDailyCap of [0, 201, 1.5])
      expect(sendingRules.safeParse({ ...rules, mailboxDailyCap }).error?.issues[0]?.message).toMatch(
        /between 1 and 200/,
      );
  });
});
