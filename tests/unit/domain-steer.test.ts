import { describe, expect, test } from 'vitest';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { waitsForPlan } from '../../events/messages/resend.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import {
  cancelByUser,
  holdEmail,
  moveOut,
  releaseHold,
  restoreByUser,
  steersOf,
  takeOut,
} from '../../events/messages/steer.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { given } from '../support/scenario.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const first = { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null };
const drafted: MessageEvent = { type: 'MessageDrafted', data: first };
const written: MessageEvent = { type: 'MessageEdited', data: {}, personal: { subject: 'Hello', body: 'Dear Maren' } };
const approved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h1', by: 'start' } };
const entry = { at: '2026-03-02T10:00:00.000Z', seed: 1, day: '2026-03-02', ...drawnByDefault };
const scheduled: MessageEvent = { type: 'EmailScheduled', data: entry };
const claimed: MessageEvent = {
  type: 'SendClaimed',
  data: { attempt: 1, worker: 'w1', leaseUntil: '2026-03-02T10:05:00.000Z' },
};
const sendNow: MessageEvent = { type: 'SendNowRequested', data: {} };
const held: MessageEvent = { type: 'EmailHeld', data: {} };
const cancelled = (code: 'canceled_by_user' | 'taken_out' | 'moved' | 'replied'): MessageEvent => ({
  type: 'MessageCancelled',
  data: { reason: { code }, removal: null },
});
const toScheduled = [drafted, written, approved, scheduled];
const followUp = { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: 'c1.p1.1', notBefore: NOW };
const second: MessageEvent = { type: 'MessageDrafted', data: { ...first, step: '2', followUp } };

describe('an email that waits', () => {
  test.each<[string, MessageEvent[], string]>([
    ['an email', toScheduled, 'canceled_by_user'],
    ['a follow-up, and with it those after it', [second], 'follow_ups_stopped'],
    ['a Send Now that has not begun', [drafted, written, approved, sendNow], 'canceled_by_user'],
  ])('is canceled: %s', (_, history, code) => {
    given(message, ...history)
      .when(cancelByUser)
      .gives({ type: 'MessageCancelled', data: { reason: { code: code as 'canceled_by_user' }, removal: null } });
  });

  test('is held without a date, loses its time, and waits for a plan once it is released', () => {
    given(message, ...toScheduled)
      .when(holdEmail)
      .gives(held, { type: 'EmailUnscheduled', data: { reason: { code: 'on_hold' } } });
    const onHold = given(message, drafted, written, approved, held).state;
    expect([waitsForPlan(onHold, NOW), holdEmail(onHold), steersOf(onHold)]).toEqual([
      false,
      [],
      ['postpone', 'release', 'cancel', 'take_out', 'move'],
    ]);
    given(message, drafted, written, approved, held).when(releaseHold).gives({ type: 'EmailHoldEnded', data: {} });
    // the user's newest wish counts
    expect(given(message, drafted, written, approved, held, ...requestSendNow(onHold, 'h1')).state.heldAt).toBeNull();
  });

  test.each<[string, MessageEvent[]]>([
    ['is being sent', [...toScheduled, claimed]],
    ['has ended for another reason', [drafted, cancelled('replied')]],
  ])('is not held when it %s', (_, history) => {
    given(message, ...history)
      .when(holdEmail)
      .refuses('conflict');
  });

  test('is not stopped once it is claimed, and says so', () => {
    given(message, ...toScheduled, claimed)
      .when(cancelByUser)
      .refuses('conflict', 'This email is being sent and cannot be stopped.');
    const claimedOne = given(message, ...toScheduled, claimed).state;
    expect(() => takeOut({ a: given(message, drafted).state, b: claimedOne })).toThrow('being sent');
    expect(steersOf(claimedOne)).toEqual([]);
  });
});

describe('taking a person out', () => {
  test('cancels all that waits for them in the campaign, and refuses when nothing does', () => {
    const waiting = given(message, second).state;
    const sentNow = given(message, { type: 'MessageDrafted', data: { ...first, step: 'a1' } }).state;
    const ended = given(message, drafted, cancelled('replied')).state;
    expect(takeOut({ first: ended, second: waiting, answer: sentNow })).toEqual({ second: [cancelled('taken_out')] });
    expect(() => takeOut({ first: ended })).toThrow('No email to this partner is waiting.');
  });

  test('to move them cancels their first email, and is refused once one has left', () => {
    const waiting = given(message, ...toScheduled).state;
    expect(moveOut({ first: waiting })).toEqual({ first: [cancelled('moved')] });
    const left = { ...waiting, status: 'sent', dispatch: {} as MessageState['dispatch'] } as const;
    expect(() => moveOut({ left, next: given(message, second).state })).toThrow('has emailed this partner');
    expect(() => moveOut({ leaving: { ...left, status: 'dispatching' } })).toThrow('being sent');
    expect(steersOf(given(message, second).state)).not.toContain('move');
  });
});

describe('restoring what the user canceled', () => {
  const context = { textHash: 'h1', now: NOW, sends: true };
  const restored: MessageEvent = { type: 'MessageRestored', data: {} };
  const again: MessageEvent = { type: 'EmailScheduled', data: { ...entry, seed: null, gapSeconds: null } };
  const partner = { status: 'approved' } as const;

  test.each<[string, Partial<typeof context>, MessageEvent[]]>([
    ['its time returns while that is to come', {}, [restored, again]],
    ['the plan gives a new time: it has passed', { now: '2026-03-02T10:00:00.000Z' }, [restored]],
    ['the plan gives a new time: the campaign does not send', { sends: false }, [restored]],
    [
      'it is reviewed again: the address changed',
      { textHash: 'h2' },
      [restored, { type: 'MessageApprovalWithdrawn', data: { reason: { code: 'address_changed' } } }],
    ],
  ])('%s', (_, change, events) => {
    given(message, ...toScheduled, cancelled('taken_out'))
      .when((state) => restoreByUser(state, partner, { ...context, ...change }))
      .gives(...events);
  });

  test('it is as it was', () => {
    const before = given(message, ...toScheduled).state;
    const { state } = given(message, ...toScheduled, cancelled('canceled_by_user'), restored, again);
    expect(state).toEqual(before);
  });

  test('what ended for another reason stays, and so does an email to a partner who was removed', () => {
    given(message, ...toScheduled, cancelled('replied'))
      .when((state) => restoreByUser(state, partner, context))
      .refuses('conflict');
    given(message, ...toScheduled, cancelled('taken_out'))
      .when((state) => restoreByUser(state, { status: 'rejected' }, context))
      .refuses('illegal');
  });
});
