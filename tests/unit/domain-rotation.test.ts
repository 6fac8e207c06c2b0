import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Lane,
  mailboxesFor,
  mailboxForNow,
  planRotation,
  rehearseRotation,
  threadMailbox,
} from '../../events/sending/rotation.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';

const NOW = Date.parse('2026-03-02T08:00:00Z');
const HOUR = 3_600_000;
const sends = (id: string) => ({ id, holdEnd: null });
const heldFor = (id: string, ms: number) => ({ id, holdEnd: NOW + ms });
const out = (id: string) => ({ id, holdEnd: Number.POSITIVE_INFINITY });
const NEW = { thread: null, mailbox: null };

describe('the mailbox of a message', () => {
  test('of a new thread is any that its campaign sends from', () => {
    expect(mailboxesFor(NEW, null, [sends('a'), sends('b')], NOW)).toEqual(['a', 'b']);
    expect(mailboxesFor(NEW, 'b', [sends('a'), sends('b')], NOW)).toEqual(['b']);
  });

  test('of a begun thread is the one of the thread, and it waits for that', () => {
    const message = { thread: 'a', mailbox: 'b' };
    expect(mailboxesFor(message, 'b', [sends('a'), sends('b')], NOW)).toEqual(['a']);
    expect(mailboxesFor(message, null, [heldFor('a', 9 * HOUR), sends('b')], NOW)).toEqual(['a']);
    expect(mailboxesFor(message, null, [out('a'), sends('b')], NOW)).toEqual([]);
    expect(mailboxesFor(message, null, [sends('b')], NOW)).toEqual([]);
  });

  test('stays the one that it was given, but for a hold of more than four hours or another choice', () => {
    const message = { thread: null, mailbox: 'a' };
    expect(mailboxesFor(message, null, [heldFor('a', 4 * HOUR), sends('b')], NOW)).toEqual(['a']);
    expect(mailboxesFor(message, null, [heldFor('a', 4 * HOUR + 1), sends('b')], NOW)).toEqual(['b']);
    expect(mailboxesFor(message, null, [out('a'), sends('b')], NOW)).toEqual(['b']);
    expect(mailboxesFor(message, 'b', [sends('a'), sends('b')], NOW)).toEqual(['b']);
  });

  test('while none sends for long, it waits for what ends with time, and for nothing else', () => {
    expect(mailboxesFor(NEW, null, [heldFor('a', 9 * HOUR), out('b')], NOW)).toEqual(['a']);
    expect(mailboxesFor(NEW, null, [out('a'), out('b')], NOW)).toEqual([]);
    expect(mailboxesFor(NEW, 'a', [out('a'), sends('b')], NOW)).toEqual([]);
  });

  test('that leaves at once is one that can send and has a place today, the least used first', () => {
    const used = (mailbox: { id: string; holdEnd: number | null }, count: number) => ({
      ...mailbox,
      used: count,
      cap: 5,
    });
    const choose = (...mailboxes: ReturnType<typeof used>[]) => mailboxForNow(NEW, null, mailboxes, NOW);
    expect(choose(used(sends('a'), 3), used(sends('b'), 2))).toBe('b');
    expect(choose(used(sends('a'), 5), used(heldFor('b', HOUR), 0))).toBe('a');
    expect(choose(used(heldFor('a', HOUR), 0), used(sends('b'), 4))).toBe('b');
    expect(choose(used(out('a'), 0), used(out('b'), 0))).toBe('a');
    expect(mailboxForNow({ thread: 'b', mailbox: null }, null, [used(sends('a'), 0), used(out('b'), 0)], NOW)).toBe(
      'b',
    );
  });

  test('the thread is that of the last mail that left, or may have', () => {
    const mail = (status: 'sent' | 'failed' | 'unknown' | 'deferred', mailbox: string, at: string) =>
      ({ status, dispatch: { mailbox, at } }) as never;
    expect(threadMailbox([mail('failed', 'a', '1'), mail('deferred', 'b', '2')])).toBeNull();
    expect(threadMailbox([mail('sent', 'a', '1'), mail('unknown', 'b', '2'), mail('failed', 'c', '3')])).toBe('b');
  });
});

describe('a plan over several mailboxes', () => {
  const lane = (mailbox: string, change: Partial<Lane['input']> = {}): Lane => ({
    mailbox,
    input: {
      now: NOW,
      dailyLimit: 10,
      usedByDay: {},
      others: { cap: 40, byDay: {} },
      window: windowIn('UTC', DEFAULT_HOURS),
      ...change,
    },
  });
  const messages = (count: number, mailboxes: readonly string[] = ['a', 'b']) =>
    Array.from({ length: count }, (_, index) => ({ id: `m${index}`, mailboxes }));
  const count = (plan: readonly { mailbox: string; day: string }[], mailbox: string, day = '2026-03-02') =>
    plan.filter((send) => send.mailbox === mailbox && send.day === day).length;

  test('gives each day evenly to all', () => {
    const plan = planRotation([lane('a'), lane('b')], messages(20), 7);
    for (const day of ['2026-03-02', '2026-03-03'])
      expect([count(plan, 'a', day), count(plan, 'b', day)]).toEqual([5, 5]);
  });

  test('fills the one that has fewer mails of that day, by what others planned there, too', () => {
    const plan = planRotation(
      [lane('a', { others: { cap: 40, byDay: { '2026-03-02': 4 } } }), lane('b')],
      messages(6),
      7,
    );
    expect([count(plan, 'a'), count(plan, 'b')]).toEqual([1, 5]);
  });

  test('keeps the limit of each, and of the campaign over all', () => {
    const small = { others: { cap: 2, byDay: {} } };
    const plan = planRotation([lane('a', small), lane('b', small)], messages(8), 7);
    expect([count(plan, 'a'), count(plan, 'b'), plan.length]).toEqual([2, 2, 8]);
    const limited = planRotation([lane('a', { dailyLimit: 3 }), lane('b', { dailyLimit: 3 })], messages(6), 7);
    expect(count(limited, 'a') + count(limited, 'b')).toBe(3);
  });

  test('keeps what the workspace may send on a day, with what is planned already', () => {
    const workspace = { limit: 4, byDay: { '2026-03-02': 1 } };
    const plan = planRotation([lane('a', { workspace }), lane('b', { workspace })], messages(8), 7);
    const on = (day: string) => count(plan, 'a', day) + count(plan, 'b', day);
    expect([on('2026-03-02'), on('2026-03-03'), on('2026-03-04')]).toEqual([3, 4, 1]);
  });

  test('a mailbox that is held begins after it, and the other goes on', () => {
    const plan = planRotation([lane('a', { now: NOW + 24 * HOUR }), lane('b')], messages(20), 7);
    expect([count(plan, 'a'), count(plan, 'b')]).toEqual([0, 10]);
  });

  test('what the hours of one cannot take goes to the other on the same day', () => {
    const hours = { from: '09:00', to: '09:15', weekdays: [1, 2, 3, 4, 5] };
    const plan = planRotation([lane('a', { window: windowIn('UTC', hours) }), lane('b')], messages(10), 7);
    expect(count(plan, 'a')).toBeLessThan(5);
    expect(plan.filter(({ day }) => day === '2026-03-02')).toHaveLength(10);
  });

  test('a preview draws the first days as the plan does, and counts the others', () => {
    const all = messages(400);
    for (const lanes of [
      [lane('a', { dailyLimit: 20 }), lane('b', { dailyLimit: 20 })],
      [
        lane('a', { others: { cap: 3, byDay: {} } }),
        lane('b', { others: { cap: 40, byDay: {}, ramp: { daysSent: 0 } } }),
      ],
    ]) {
      const plan = planRotation(lanes, all, 7);
      const { sends, days } = rehearseRotation(lanes, all.slice(0, 60), 7, { drawn: 30, more: 340 });
      expect(sends).toEqual(plan.slice(0, sends.length));
      expect(sends.length).toBeGreaterThanOrEqual(30);
      expect(sends.length).toBeLessThan(60);
      expect(days).toBe(new Set(plan.map(({ day }) => day)).size);
    }
    // the hours take fewer than the limit
    const short = [lane('a', { dailyLimit: 90, others: { cap: 90, byDay: {} } })];
    const many = messages(1_000, ['a']);
    const planned = new Set(planRotation(short, many, 7).map(({ day }) => day)).size;
    const { days } = rehearseRotation(short, many.slice(0, 190), 7, { drawn: 100, more: 810 });
    expect(Math.abs(days - planned)).toBeLessThanOrEqual(2);
  });

  test('any plan: each message once, from one of its own, gaps in each mailbox, limits of all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(['a'], ['b'], ['a', 'b']), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        (among, dailyLimit, cap, seed) => {
          const own = { dailyLimit, others: { cap, byDay: {} } };
          const wanted = among.map((mailboxes, index) => ({ id: `m${index}`, mailboxes }));
          const plan = planRotation([lane('a', own), lane('b', own)], wanted, seed);
          expect(plan.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
          for (const day of new Set(plan.map((send) => send.day))) {
            expect(plan.filter((send) => send.day === day).length).toBeLessThanOrEqual(dailyLimit);
            for (const mailbox of ['a', 'b']) expect(count(plan, mailbox, day)).toBeLessThanOrEqual(cap);
          }
          for (const { id, mailbox } of plan) expect(wanted.find((one) => one.id === id)?.mailboxes).toContain(mailbox);
          for (const mailbox of ['a', 'b']) {
            const times = plan.flatMap((send) => (send.mailbox === mailbox ? [send.at] : [])).sort((x, y) => x - y);
            for (const [index, at] of times.slice(1).entries())
              expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(6 * 60_000);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
