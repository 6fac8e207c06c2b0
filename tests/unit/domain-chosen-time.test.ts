import { expect, test } from 'vitest';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { postponeByUser, rescheduleEmail } from '../../events/messages/steer.ts';
import { chosenDay } from '../../events/sending/chosenTime.ts';
import { staleSlots } from '../../events/sending/replan.ts';
import { DEFAULT_HOURS, windowIn } from '../../events/sending/sendWindow.ts';
import { instantOf } from '../../events/shared/zoned.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { given } from '../support/scenario.ts';

const ZONE = 'Europe/Berlin';
const MONDAY = '2026-03-02';
const at = (day: string, hour: number, minutes = 0) => instantOf(day, hour * 60 + minutes, ZONE);

type Input = Parameters<typeof chosenDay>[1];
const place = (when: number, input: Partial<Input> = {}, asked: Partial<Parameters<typeof chosenDay>[2]> = {}) =>
  chosenDay(
    when,
    {
      ...{ now: at(MONDAY, 8), today: { day: MONDAY, endsAt: at('2026-03-03', 0) }, dailyLimit: 2 },
      ...{ usedByDay: {}, elsewhere: {}, others: { cap: 40, byDay: {}, ramp: null, rivals: [] }, occupied: [] },
      workspace: { limit: 2_000, byDay: {} },
      ...{ window: windowIn(ZONE, DEFAULT_HOURS) },
      ...input,
    },
    { closed: new Set<string>(), slot: null, anyHour: false, ...asked },
  );

test('a chosen time is held to the hours, the limits and the distances', () => {
  const noon = at('2026-03-03', 12);
  const full = { usedByDay: { '2026-03-03': 2 } };
  expect(place(noon)).toEqual({ day: '2026-03-03' });
  expect(place(at(MONDAY, 8))).toBe('time_past');
  expect(place(at('2026-03-03', 17))).toBe('time_outside_hours');
  expect(place(at('2026-03-07', 12))).toBe('time_outside_hours');
  expect(place(noon, {}, { zones: ['America/New_York'] })).toBe('time_outside_their_hours');
  expect(place(noon, {}, { closed: new Set(['2026-03-03']) })).toBe('time_near_campaign');
  expect(place(noon, full)).toBe('time_campaign_full');
  expect(place(noon, { elsewhere: { '2026-03-03': 2 } })).toBe('time_campaign_full');
  expect(place(noon, { others: { cap: 3, byDay: { '2026-03-03': 3 }, ramp: null, rivals: [] } })).toBe(
    'time_mailbox_full',
  );
  expect(place(noon, { workspace: { limit: 2, byDay: { '2026-03-03': 2 } } })).toBe('time_workspace_full');
  expect(place(noon, { occupied: [noon + 5 * 60_000] })).toBe('time_taken');
  // the email gives up its own place
  const slot = { at: noon + 5 * 60_000, day: '2026-03-03' };
  expect(place(noon, { ...full, occupied: [slot.at] }, { slot })).toEqual({ day: '2026-03-03' });
  expect(place(at('2026-03-07', 3), {}, { anyHour: true })).toEqual({ day: '2026-03-07' });
});

test('a plan keeps a chosen time under new rules, while its hours have it', () => {
  const rules = { ...drawnByDefault, dailyLimit: 1 };
  const mail = (id: string, hour: number, isChosen: boolean) => ({
    ...{ id, campaignId: 'c1', day: MONDAY, at: instantOf(MONDAY, hour * 60, rules.zone), isFollowUp: false },
    ...{ drawnFrom: drawnByDefault, isChosen },
  });
  const stale = (now: typeof rules) =>
    staleSlots({
      mails: [mail('drawn', 10, false), mail('chosen', 11, true)],
      campaigns: [{ id: 'c1', waiting: 0, usedByDay: {}, elsewhere: {}, chosen: null, rules: now }],
      ...{ mailbox: 'a', cap: 40, rampUp: false, daysSent: 0, elsewhere: {}, holdEnd: null, now: 0, today: '' },
    }).map(({ id }) => id);
  expect(stale(rules)).toEqual(['drawn']);
  expect(stale({ ...rules, hours: { ...DEFAULT_HOURS, from: '13:00' } })).toEqual(['drawn', 'chosen']);
});

test('an email that has a time gets the chosen one, and keeps it in mind over a pause', () => {
  const drafted: MessageEvent = {
    ...{ type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null } },
  };
  const written: MessageEvent = { type: 'MessageEdited', data: {}, personal: { subject: 'Hello', body: 'Dear Maren' } };
  const approved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h1', by: 'start' } };
  const entry = { at: '2026-03-02T10:00:00.000Z', seed: 1, day: MONDAY, ...drawnByDefault };
  const scheduled: MessageEvent = { type: 'EmailScheduled', data: entry };
  const chosen = { ...entry, at: '2026-03-03T10:00:00.000Z', day: '2026-03-03', seed: null };
  const events = rescheduleEmail(given(message, drafted, written, approved, scheduled).state, chosen);
  expect(events).toMatchObject([
    { type: 'EmailUnscheduled', data: { reason: { code: 'rescheduled' } } },
    { type: 'EmailScheduled', data: { at: chosen.at, chosen: true } },
  ]);
  const moved = given(message, drafted, written, approved, scheduled, ...events).state;
  expect(rescheduleEmail(moved, chosen)).toEqual([]);
  const paused: MessageEvent = { type: 'EmailUnscheduled', data: { reason: { code: 'campaign_paused' } } };
  expect(given(message, drafted, written, approved, scheduled, ...events, paused).state).toMatchObject({
    ...{ status: 'approved', chosenAt: chosen.at },
  });
  expect(() => rescheduleEmail(given(message, drafted, written, approved).state, chosen)).toThrow('no time yet');
  expect(postponeByUser(moved, '2026-03-05T00:00:00.000Z')).toMatchObject([
    { type: 'EmailPostponed', data: { reason: 'user' } },
    { type: 'EmailUnscheduled', data: { reason: { code: 'postponed' } } },
  ]);
});
