import { describe, expect, test } from 'vitest';
import { message } from '../../events/messages/message.ts';
import { cancelMessage, recordReply } from '../../events/messages/messageEnd.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { isFinal, type MessageState } from '../../events/messages/messageState.ts';
import {
  approveMessage,
  draftMessage,
  editMessage,
  mayJoin,
  overrideUnfit,
  recordGenerated,
  recordUnfit,
  withdrawApproval,
} from '../../events/messages/messageText.ts';
import { waitAfterPutOff } from '../../events/messages/putOff.ts';
import { draftResend, isResend, refuseApproval, resendStep } from '../../events/messages/resend.ts';
import { saveText } from '../../events/messages/saveText.ts';
import {
  claimSend,
  type Dispatch,
  dispatchEmail,
  giveUpPreparing,
  hasNoDraftYet,
  recordDraft,
  recordOutcome,
  releaseSend,
  startDraftDeletion,
} from '../../events/messages/sendAttempt.ts';
import {
  endSendNow,
  giveUpDeferred,
  giveUpSendNow,
  giveUpTime,
  isDeferredByPolicy,
  requestSendNow,
  resumeSendNow,
  scheduleEmail,
  unscheduleEmail,
} from '../../events/messages/sendTime.ts';
import { textsToWrite } from '../../events/messages/textsToWrite.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { given } from '../support/scenario.ts';

const ids = { campaignId: 'c1', partnerId: 'p1', step: 'first' };
const text = { subject: 'Hello', body: 'Dear Maren' };
const drafted: MessageEvent = { type: 'MessageDrafted', data: { ...ids, resendOf: null } };
const generated: MessageEvent = {
  type: 'MessageGenerated',
  data: { runId: 'r1', model: 'm', promptVersion: '1' },
  personal: { ...text, parts: [] },
};
const approved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h1', by: 'start' } };
const entry = { at: '2026-03-02T10:00:00.000Z', seed: 1, day: '2026-03-02', ...drawnByDefault };
const scheduled: MessageEvent = { type: 'EmailScheduled', data: entry };
const claimed: MessageEvent = {
  type: 'SendClaimed',
  data: { attempt: 1, worker: 'w1', leaseUntil: '2026-03-02T10:05:00.000Z' },
};
const dispatch: Dispatch = {
  now: '2026-03-02T10:04:59.999Z',
  attempt: 1,
  worker: 'w1',
  sendId: 's1',
  mailbox: 'm1',
  day: '2026-03-02',
  addressHmac: 'f00',
  textHash: 'h1',
  to: 'maren@run.example',
  from: 'me@shop.example',
  subject: 'Hello',
  text: 'Dear Maren\n\nBest,',
};
const dispatched: MessageEvent = {
  type: 'EmailDispatched',
  data: { attempt: 1, sendId: 's1', mailbox: 'm1', day: '2026-03-02', addressHmac: 'f00', textHash: 'h1' },
  personal: { to: dispatch.to, from: dispatch.from, subject: dispatch.subject, text: dispatch.text },
};
const sent: MessageEvent = { type: 'EmailSent', data: { attempt: 1, providerMessageId: 'x' } };
const deferred: MessageEvent = {
  type: 'EmailDeferred',
  data: { attempt: 1, until: '2026-03-02T11:00:00.000Z', reason: { code: 'kept_putting_off' } },
};
const failed: MessageEvent = { type: 'EmailFailed', data: { attempt: 1, reason: { code: 'sendgrid_refused' } } };
const unknown: MessageEvent = {
  type: 'EmailOutcomeUnknown',
  data: { attempt: 1, reason: { code: 'answer_not_seen' } },
};
const cancelled: MessageEvent = {
  type: 'MessageCancelled',
  data: { reason: { code: 'campaign_deleted' }, removal: null },
};
const abandoned: MessageEvent = { type: 'MessageAbandoned', data: { attempt: 1, resendStep: 'r1' } };
const erased: MessageEvent = { type: 'PersonErased', data: {} };

const unfit: MessageEvent = {
  type: 'MessageUnfit',
  data: { runId: 'r1', model: 'm', promptVersion: '1' },
  personal: { reason: 'She takes no partnerships.' },
};

const toScheduled = [drafted, generated, approved, scheduled];
const toClaimed = [...toScheduled, claimed];
const toDispatching = [...toClaimed, dispatched];
const histories: Record<string, MessageEvent[]> = {
  none: [],
  drafted: [drafted, generated],
  unfit: [drafted, unfit],
  approved: [drafted, generated, approved],
  scheduled: toScheduled,
  claimed: toClaimed,
  dispatching: toDispatching,
  sent: [...toDispatching, sent],
  deferred: [...toDispatching, deferred],
  failed: [...toDispatching, failed],
  unknown: [...toDispatching, unknown],
  abandoned: [...toDispatching, unknown, abandoned],
  cancelled: [...toScheduled, cancelled],
};
const at = (status: string) => given(message, ...(histories[status] ?? []));

test.each(Object.keys(histories))('its history brings it to %s', (status) =>
  expect(at(status).state.status).toBe(status),
);

test('unfit, sent, failed, abandoned and cancelled are final; an unknown fate is not', () => {
  const final = Object.keys(histories).filter((status) => isFinal(status as MessageState['status']));
  expect(final).toEqual(['unfit', 'sent', 'failed', 'abandoned', 'cancelled']);
});

describe('a person whom the AI advises against', () => {
  const answer = { runId: 'r2', model: 'm', promptVersion: '1', unfit: 'No partnerships.', includeEdited: false };

  test('gets no text: an older one of the AI goes, with its approval', () => {
    at('approved')
      .when((state) => recordUnfit(state, answer))
      .gives({
        type: 'MessageUnfit',
        data: { runId: 'r2', model: 'm', promptVersion: '1' },
        personal: { reason: answer.unfit },
      });
    const { state } = given(message, drafted, generated, approved, unfit);
    expect(state).toMatchObject({ status: 'unfit', text: null, hasText: false, parts: [], approvedHash: null });
    expect(state.unfit).toMatchObject({ reason: 'She takes no partnerships.' });
  });

  test.each(['scheduled', 'sent', 'cancelled', 'unfit'])('the answer comes too late for one that is %s', (status) => {
    at(status)
      .when((state) => recordUnfit(state, answer))
      .gives();
  });

  test('keeps the text of a person, who may write one, too', () => {
    const edited: MessageEvent = { type: 'MessageEdited', data: {}, personal: { subject: 'S', body: 'B' } };
    given(message, drafted, generated, edited)
      .when((state) => recordUnfit(state, answer))
      .gives();
    expect(given(message, drafted, unfit, edited, approved).state).toMatchObject({ status: 'approved', unfit: null });
  });

  test('no run writes to them, until a person wants it', () => {
    const { state } = at('unfit');
    // nor do they weigh in an A/B test: the split is of emails
    const none = { missing: [], written: [], edited: [], firstMessages: [] };
    expect(textsToWrite([{ id: 'm1', state: { ...state, variant: 'A' } }], true)).toEqual(none);
    const wanted: MessageEvent = { type: 'UnfitOverridden', data: { runId: 'r2' } };
    at('unfit')
      .when((now) => overrideUnfit(now, 'r2'))
      .gives(wanted);
    const after = given(message, drafted, unfit, wanted);
    expect(after.state).toMatchObject({ status: 'drafted', unfit: null, anyway: 'r2' });
    expect(textsToWrite([{ id: 'm1', state: after.state }], false)).toMatchObject({ missing: ['m1'] });
    after.when((now) => overrideUnfit(now, 'r3')).gives();
    // another run wrote it
    given(message, drafted, unfit, wanted, generated)
      .when((now) => overrideUnfit(now, 'r3'))
      .refuses('conflict');
    at('drafted')
      .when((now) => overrideUnfit(now, 'r3'))
      .refuses('conflict');
  });

  test('and is erased with the reason', () => {
    expect(given(message, drafted, unfit, erased).state.unfit).toMatchObject({ reason: null });
    given(message, drafted, unfit, erased)
      .when((now) => overrideUnfit(now, 'r3'))
      .refuses('illegal');
  });
});

describe('a mail that its server puts off', () => {
  const putOff: MessageEvent = {
    type: 'EmailDeferred',
    data: { attempt: 1, until: 'later', reason: { code: 'server_answered', status: 450 }, putOff: true },
  };
  const again = (times: number) => Array.from({ length: times }, () => [claimed, dispatched, putOff]).flat();
  const wait = (times: number, now: string) => {
    const ms = waitAfterPutOff(given(message, ...toScheduled, ...again(times)).state, now);
    return ms === null ? null : ms / 60_000;
  };

  test('waits longer each time', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((times) => wait(times, '2026-03-02T12:00:00.000Z'))).toEqual([
      ...[5, 15, 60, 120, 240, 240, 240],
    ]);
  });

  test('is given up after three days, and only if it was tried again and again', () => {
    // put off first at 09:06
    expect(wait(5, '2026-03-05T09:05:59.999Z')).toBe(240);
    expect(wait(5, '2026-03-05T09:06:00.000Z')).toBeNull();
    expect(wait(4, '2026-03-09T09:00:00.000Z')).toBe(240);
  });

  test('counts on through a plan, another trouble and a hold, and begins again with a new text, address or Send Now', () => {
    const times = (...events: MessageEvent[]) =>
      given(message, ...toScheduled, ...again(2), ...events).state.putOffs?.times ?? 0;
    const unscheduled: MessageEvent = { type: 'EmailUnscheduled', data: { reason: { code: 'campaign_paused' } } };
    expect(times(unscheduled, scheduled, claimed, dispatched, deferred)).toBe(2);
    expect(times(unscheduled, scheduled, claimed, dispatched, putOff)).toBe(3);
    expect(times({ type: 'MessageApprovalWithdrawn', data: { reason: { code: 'address_changed' } } })).toBe(0);
    expect(times({ type: 'SendNowRequested', data: {} })).toBe(0);
    expect(times(generated)).toBe(0);
  });
});

describe('a partner joins a campaign', () => {
  const join = (state: MessageState) => draftMessage(state, ids);
  const reopened: MessageEvent = { type: 'MessageReopened', data: {} };

  test('once', () => {
    at('none').when(join).gives(drafted);
    for (const status of Object.keys(histories).filter((name) => name !== 'none' && name !== 'cancelled')) {
      at(status).when(join).refuses('conflict');
      expect(mayJoin(at(status).state)).toBe(false);
    }
  });

  test('again after the message was cancelled: it starts again, without text or approval', () => {
    at('cancelled').when(join).gives(reopened);
    expect(mayJoin(at('cancelled').state)).toBe(true);
    const { state } = given(message, ...(histories.cancelled ?? []), erased, reopened);
    const { state: fresh } = given(message, drafted);
    const lastRun = { runId: 'r1', outcome: 'generated', reason: null };
    // all but the run of writing that has dealt with it: that must come to its end
    expect(state).toEqual({ ...fresh, lastRun, createdAt: expect.any(String) });
    expect(state.createdAt > fresh.createdAt).toBe(true);
  });

  test('but not when the message was on its way once: that attempt stands in the log', () => {
    const gone = given(message, ...(histories.deferred ?? []), cancelled);
    gone.when(join).refuses('conflict');
    expect(mayJoin(gone.state)).toBe(false);
  });

  test('an attempt of the first life is no attempt of the second', () => {
    const claimedOnce = [...toClaimed, cancelled, reopened, generated, approved, scheduled];
    expect(
      claimSend(given(message, ...claimedOnce).state, { worker: 'w', now: '2027', leaseUntil: 'x' }),
    ).toMatchObject([{ data: { attempt: 2 } }]);
  });
});

test('what a re-send is stands in one place', () => {
  expect([1, 2, 12].map(resendStep).every(isResend)).toBe(true);
  expect(['1', '2', 'first'].some(isResend)).toBe(false);
});

test('another address takes the approval of a planned message, and ends a re-send', () => {
  const resend = (...further: MessageEvent[]) =>
    given(
      message,
      ...draftResend(message.initial, { ...ids, step: resendStep(1), resendOf: null }, text, 'h1'),
      ...further,
    );
  const over: MessageEvent = {
    type: 'MessageCancelled',
    data: { reason: { code: 'address_changed_resend' }, removal: null },
  };
  for (const further of [[], [claimed], [claimed, dispatched, deferred]])
    resend(...further)
      .when((state) => refuseApproval(state, 'address_changed'))
      .gives(over);
  resend(claimed, dispatched)
    .when((state) => refuseApproval(state, 'address_changed'))
    .gives();
  at('scheduled')
    .when((state) => refuseApproval(state, 'address_changed'))
    .gives({ type: 'MessageApprovalWithdrawn', data: { reason: { code: 'address_changed' } } });
});

describe('the text', () => {
  const edit = (state: MessageState) => editMessage(state, text, 'h2');
  test.each([
    ['none', 'not_found'],
    ['claimed', 'conflict'],
    ['dispatching', 'conflict'],
    ['sent', 'conflict'],
    ['unknown', 'conflict'],
    ['cancelled', 'illegal'],
  ] as const)('cannot be edited when %s', (status, refusal) => at(status).when(edit).refuses(refusal));

  test.each(['drafted', 'approved', 'scheduled', 'deferred'])('an edit when %s approves it', (status) => {
    at(status)
      .when(edit)
      .gives(
        { type: 'MessageEdited', data: {}, personal: text },
        { type: 'MessageApproved', data: { textHash: 'h2', by: 'edit' } },
      );
  });

  test('a text that was saved elsewhere since is not overwritten, unless its editor saw it', () => {
    const mine = { ...text, body: 'Mine' };
    const save = (seen: typeof text) => (state: MessageState) => saveText(state, mine, 'h2', seen);
    at('approved')
      .when(save({ ...text, body: 'Saved elsewhere' }))
      .refuses('conflict');
    at('approved')
      .when(save(text))
      .gives(
        { type: 'MessageEdited', data: {}, personal: mine },
        { type: 'MessageApproved', data: { textHash: 'h2', by: 'edit' } },
      );
  });

  test('a message that was refused for good can be edited for a re-send, and does not leave by that', () => {
    at('failed')
      .when(edit)
      .gives(
        { type: 'MessageEdited', data: {}, personal: text },
        { type: 'MessageApproved', data: { textHash: 'h2', by: 'edit' } },
      );
    const { state } = given(message, ...(histories.failed ?? []), ...edit(at('failed').state));
    expect(state).toMatchObject({ status: 'failed', approvedHash: 'h2', edited: true });
    expect(scheduleEmail(state, entry)).toEqual([]);
    given(message, ...(histories.failed ?? []), erased)
      .when(edit)
      .refuses('illegal', /erased/);
  });

  test('a sent message says so in the words of the spec', () => {
    at('sent').when(edit).refuses('conflict', 'Cannot edit messages that have already been sent');
  });

  test('regeneration withdraws the approval and keeps an edited text', () => {
    const again = { runId: 'r2', model: 'm', promptVersion: '1', text, includeEdited: false };
    const edited = [drafted, ...editMessage(given(message, drafted).state, text, 'h2')];
    given(message, ...edited)
      .when((state) => recordGenerated(state, again))
      .gives();
    given(message, ...edited)
      .when((state) => recordGenerated(state, { ...again, includeEdited: true }))
      .gives({
        type: 'MessageGenerated',
        data: { runId: 'r2', model: 'm', promptVersion: '1' },
        personal: { ...text, parts: [] },
      });
    expect(
      given(message, drafted, generated, approved, { ...generated, data: { ...generated.data, runId: 'r2' } }).state,
    ).toMatchObject({
      status: 'drafted',
      approvedHash: null,
    });
    at('drafted')
      .when((state) => recordGenerated(state, { ...again, runId: 'r1' }))
      .gives();
    at('scheduled')
      .when((state) => recordGenerated(state, again))
      .gives();
  });

  test('Start approves a text that is there, once', () => {
    const start = (state: MessageState) => approveMessage(state, 'h1', 'start');
    at('drafted').when(start).gives(approved);
    at('approved').when(start).gives();
    given(message, drafted).when(start).gives();
  });

  test('a changed address withdraws the approval of what has not left', () => {
    for (const status of ['approved', 'scheduled', 'claimed', 'deferred']) {
      const { state } = at(status);
      const events = withdrawApproval(state, { code: 'address_changed' });
      expect(events).toHaveLength(1);
      expect(given(message, ...(histories[status] ?? []), ...events).state).toMatchObject({
        status: 'drafted',
        approvedHash: null,
      });
    }
    for (const status of ['dispatching', 'sent', 'failed', 'unknown', 'cancelled']) {
      at(status)
        .when((state) => withdrawApproval(state, { code: 'address_changed' }))
        .gives();
    }
  });
});

describe('Send Now', () => {
  const sendNow = (state: MessageState) => requestSendNow(state, 'h1');
  const requested: MessageEvent = { type: 'SendNowRequested', data: {} };

  test('approves the text that it sends, in front of any plan', () => {
    at('drafted')
      .when(sendNow)
      .gives({ type: 'MessageApproved', data: { textHash: 'h1', by: 'send_now' } }, requested);
    for (const status of ['approved', 'scheduled', 'deferred']) at(status).when(sendNow).gives(requested);
    expect(given(message, ...toScheduled, requested).state).toMatchObject({
      status: 'approved',
      immediate: true,
      scheduledAt: null,
    });
  });

  test('a second click joins the first', () => {
    given(message, ...toScheduled, requested)
      .when(sendNow)
      .gives();
    for (const status of ['claimed', 'dispatching']) at(status).when(sendNow).gives();
  });

  test.each([
    ['none', 'not_found'],
    ['sent', 'conflict'],
    ['unknown', 'conflict'],
    ['failed', 'conflict'],
    ['cancelled', 'illegal'],
  ] as const)('is refused when %s', (status, refusal) => at(status).when(sendNow).refuses(refusal));

  test('stays one when a claim is given back: it waits for its moment, not for the plan', () => {
    const late = '2026-03-02T11:30:00.000Z';
    const asked = [...toScheduled, requested, claimed];
    const release = releaseSend(given(message, ...asked).state, 1, { code: 'mailbox_full' }, late);
    expect(release).toEqual([
      { type: 'SendReleased', data: { attempt: 1, reason: { code: 'mailbox_full' }, until: late } },
    ]);
    const { state } = given(message, ...asked, ...release);
    expect(state).toMatchObject({
      status: 'deferred',
      immediate: true,
      scheduledAt: late,
      claim: null,
      reason: { code: 'mailbox_full' },
    });
    expect(isDeferredByPolicy(state)).toBe(true);
    expect(scheduleEmail(state, entry)).toEqual([]);
    expect(unscheduleEmail(state, { code: 'campaign_paused' })).toEqual([]);
    const claim = (now: string) => claimSend(state, { worker: 'w2', now, leaseUntil: 'later' });
    expect(claim('2026-03-02T11:29:59.999Z')).toEqual([]);
    expect(claim(late)).toMatchObject([{ type: 'SendClaimed', data: { attempt: 2 } }]);
    // what held it back may be over: a new click tries at once
    expect(sendNow(state)).toEqual([requested]);
  });

  test('a mail of the plan goes back to the plan when its claim is given back', () => {
    at('claimed')
      .when((state) => releaseSend(state, 1, { code: 'mailbox_full' }, '2026-03-02T11:30:00.000Z'))
      .gives({ type: 'SendReleased', data: { attempt: 1, reason: { code: 'mailbox_full' }, until: null } });
    const back: MessageEvent = {
      type: 'SendReleased',
      data: { attempt: 1, reason: { code: 'mailbox_full' }, until: null },
    };
    expect(given(message, ...toClaimed, back).state).toMatchObject({
      status: 'approved',
      immediate: false,
      scheduledAt: null,
    });
  });

  test('goes on when what it waited for is over, as asked for when it was', () => {
    const held: MessageEvent = {
      type: 'SendReleased',
      data: { attempt: 1, reason: { code: 'held_bounce' }, until: '2027' },
    };
    const waiting = given(message, ...toScheduled, requested, claimed, held);
    expect(giveUpTime(waiting.state)).toBe('2026-03-03T09:04:00.000Z');
    waiting.when(resumeSendNow).gives({ type: 'SendNowResumed', data: {} });
    const { state } = given(message, ...toScheduled, requested, claimed, held, ...resumeSendNow(waiting.state));
    expect(state).toMatchObject({ status: 'approved', immediate: true, askedAt: waiting.state.askedAt, reason: null });
    expect(claimSend(state, { worker: 'w2', now: '2026', leaseUntil: 'later' })).toHaveLength(1);
    // a mail of the plan waits for its own time
    expect(giveUpTime(at('deferred').state)).toBeNull();
    for (const status of Object.keys(histories)) at(status).when(resumeSendNow).gives();
  });

  test('is taken back by the one who asked, while it is held back', () => {
    const held: MessageEvent = {
      type: 'SendReleased',
      data: { attempt: 1, reason: { code: 'mailbox_full' }, until: '2027' },
    };
    const history = [...toScheduled, requested, claimed, held];
    given(message, ...history)
      .when((state) => endSendNow(state))
      .gives({ type: 'EmailUnscheduled', data: { reason: { code: 'mailbox_full' } } });
    expect(given(message, ...history, ...endSendNow(given(message, ...history).state)).state).toMatchObject({
      status: 'approved',
      immediate: false,
    });
    // a provider that asked to wait was told to the user as "tried again by itself"
    const waiting = given(message, ...toScheduled, requested, claimed, dispatched, deferred);
    expect(isDeferredByPolicy(waiting.state)).toBe(false);
    waiting.when((state) => endSendNow(state)).gives();
    waiting.when(sendNow).gives();
    for (const status of Object.keys(histories)) {
      at(status)
        .when((state) => endSendNow(state))
        .gives();
    }
  });

  test('is over when it is held back a day after it was asked for: its text stays approved, and nobody tries it any more', () => {
    const asked = [...toScheduled, requested, claimed];
    const giveUp = (now: string) => (state: MessageState) => giveUpSendNow(state, 1, { code: 'mailbox_full' }, now);
    given(message, ...asked)
      .when(giveUp('2026-03-03T09:03:59.999Z'))
      .gives();
    const over: MessageEvent = {
      type: 'SendReleased',
      data: { attempt: 1, reason: { code: 'taken_back', reason: { code: 'mailbox_full' } }, until: null },
    };
    given(message, ...asked)
      .when(giveUp('2026-03-03T09:04:00.000Z'))
      .gives(over);
    expect(given(message, ...asked, over).state).toMatchObject({
      status: 'approved',
      immediate: false,
      askedAt: null,
      scheduledAt: null,
      reason: { code: 'taken_back', reason: { code: 'mailbox_full' } },
    });
    // a mail of the plan was not asked for, and one that is on its way has its fate
    at('claimed').when(giveUp('2027')).gives();
    given(message, ...asked, dispatched)
      .when(giveUp('2027'))
      .gives();
    given(message, ...asked)
      .when((state) => giveUpSendNow(state, 2, { code: 'mailbox_full' }, '2027'))
      .gives();
  });

  test('is over, too, when its attempt is deferred a day or more after it was asked for', () => {
    const reason = { code: 'server_answered', status: 450 } as const;
    const late: MessageEvent = { type: 'EmailDeferred', data: { attempt: 1, until: 'later', reason } };
    const giveUp = (now: string) => (state: MessageState) => giveUpDeferred(state, [late], now);
    const asked = [...toScheduled, requested, claimed, dispatched];
    given(message, ...asked)
      .when(giveUp('2026-03-03T09:03:59.999Z'))
      .gives();
    const over: MessageEvent = {
      type: 'EmailUnscheduled',
      data: { reason: { code: 'taken_back', reason } },
    };
    given(message, ...asked)
      .when(giveUp('2026-03-03T09:04:00.000Z'))
      .gives(over);
    expect(given(message, ...asked, late, over).state).toMatchObject({ status: 'approved', immediate: false });
    // no plan takes a re-send
    const resend: MessageEvent = { type: 'MessageDrafted', data: { ...ids, step: 'r1', resendOf: null } };
    given(message, resend, generated, approved, requested, claimed, dispatched)
      .when(giveUp('2026-03-04'))
      .gives({ type: 'MessageCancelled', data: { reason: { code: 'tried_for_a_day', reason }, removal: null } });
    // a mail of the plan was not asked for, and what was sent or failed is settled
    at('dispatching').when(giveUp('2027')).gives();
    given(message, ...asked)
      .when((state) => giveUpDeferred(state, [sent], '2027'))
      .gives();
  });

  test('needs a text and a person', () => {
    given(message, drafted)
      .when((state) => requestSendNow(state, null))
      .refuses('illegal', /no text/);
    given(message, drafted, generated, erased)
      .when(sendNow)
      .refuses('illegal', /erased/);
  });
});

describe('the plan', () => {
  test('takes only what is approved and not asked for at once', () => {
    at('approved')
      .when((state) => scheduleEmail(state, entry))
      .gives(scheduled);
    for (const status of ['drafted', 'scheduled', 'claimed', 'sent', 'deferred', 'cancelled']) {
      at(status)
        .when((state) => scheduleEmail(state, entry))
        .gives();
    }
  });
  test('gives back what has not left', () => {
    for (const status of ['scheduled', 'deferred']) {
      at(status)
        .when((state) => unscheduleEmail(state, { code: 'campaign_paused' }))
        .gives({ type: 'EmailUnscheduled', data: { reason: { code: 'campaign_paused' } } });
    }
    for (const status of ['approved', 'claimed', 'dispatching', 'sent']) {
      at(status)
        .when((state) => unscheduleEmail(state, { code: 'campaign_paused' }))
        .gives();
    }
  });
});

describe('sending', () => {
  const claim = (now: string) => (state: MessageState) => claimSend(state, { worker: 'w2', now, leaseUntil: 'later' });

  test('is claimed when due, by one worker at a time, again when the lease has lapsed', () => {
    at('scheduled').when(claim('2026-03-02T09:59:59.999Z')).gives();
    at('scheduled')
      .when(claim('2026-03-02T10:00:00.000Z'))
      .gives({ type: 'SendClaimed', data: { attempt: 1, worker: 'w2', leaseUntil: 'later' } });
    at('claimed').when(claim('2026-03-02T10:04:59.000Z')).gives();
    at('claimed')
      .when(claim('2026-03-02T10:05:00.000Z'))
      .gives({ type: 'SendClaimed', data: { attempt: 2, worker: 'w2', leaseUntil: 'later' } });
    at('deferred').when(claim('2026-03-02T10:59:00.000Z')).gives();
    at('deferred')
      .when(claim('2026-03-02T11:00:00.000Z'))
      .gives({ type: 'SendClaimed', data: { attempt: 2, worker: 'w2', leaseUntil: 'later' } });
  });

  test.each(['none', 'drafted', 'approved', 'dispatching', 'sent', 'failed', 'unknown', 'cancelled'])(
    'a message that is %s is never claimed',
    (status) => at(status).when(claim('2030-01-01T00:00:00.000Z')).gives(),
  );

  test('one whose claims lapse five times in a row fails, and says so, instead of being tried forever', () => {
    const lapse = (number: number): MessageEvent => ({
      type: 'SendClaimed',
      data: { attempt: number, worker: `w${number}`, leaseUntil: '2026-03-02T10:05:00.000Z' },
    });
    const now = '2026-03-02T10:06:00.000Z';
    const give = (state: MessageState) => giveUpPreparing(state, now);
    const four = [2, 3, 4].map(lapse);
    given(message, ...toClaimed, ...four)
      .when(give)
      .gives();
    const five = given(message, ...toClaimed, ...four, lapse(5));
    five.when((state) => giveUpPreparing(state, '2026-03-02T10:04:00.000Z')).gives();
    five.when(give).gives({ type: 'EmailFailed', data: { attempt: 5, reason: { code: 'not_prepared' } } });
    // a claim that was given back starts again
    const released: MessageEvent = {
      type: 'SendReleased',
      data: { attempt: 5, reason: { code: 'held_bounce' }, until: null },
    };
    const rescheduled = given(message, ...toClaimed, ...four, lapse(5), released, lapse(6));
    rescheduled.when(give).gives();
  });

  test('only the holder of the claim dispatches, only the approved text, never for an erased person', () => {
    at('claimed')
      .when((state) => dispatchEmail(state, dispatch))
      .gives(dispatched);
    at('claimed')
      .when((state) => dispatchEmail(state, { ...dispatch, worker: 'w2' }))
      .refuses('conflict');
    at('claimed')
      .when((state) => dispatchEmail(state, { ...dispatch, attempt: 2 }))
      .refuses('conflict');
    // a worker that was stopped past its lease lost it, whether or not another has claimed the message
    at('claimed')
      .when((state) => dispatchEmail(state, { ...dispatch, now: state.claim?.leaseUntil ?? '' }))
      .refuses('conflict');
    at('claimed')
      .when((state) => dispatchEmail(state, { ...dispatch, textHash: 'h9' }))
      .refuses('illegal');
    given(message, ...toClaimed, erased)
      .when((state) => dispatchEmail(state, dispatch))
      .refuses('illegal', /erased/);
    for (const status of Object.keys(histories).filter((name) => name !== 'claimed')) {
      at(status)
        .when((state) => dispatchEmail(state, dispatch))
        .refuses('conflict');
    }
  });

  test('only a dispatching attempt takes an outcome, and only its own', () => {
    const record = (attempt: number) => (state: MessageState) =>
      recordOutcome(state, attempt, { outcome: 'sent', providerMessageId: 'x' });
    at('dispatching').when(record(1)).gives(sent);
    at('dispatching').when(record(2)).gives();
    const open = ['dispatching', 'unknown', 'abandoned', 'deferred', 'failed'];
    for (const status of Object.keys(histories).filter((name) => !open.includes(name)))
      at(status).when(record(1)).gives();
  });

  test('an answer that comes after all settles an unknown attempt; a doubtful one does not', () => {
    const outcome = (result: Parameters<typeof recordOutcome>[2]) => (state: MessageState) =>
      recordOutcome(state, 1, result);
    at('unknown')
      .when(outcome({ outcome: 'sent', providerMessageId: 'x' }))
      .gives(sent);
    // it certainly did not leave, and is not tried again behind the back of whoever looks at it
    for (const late of ['deferred', 'held'] as const) {
      at('unknown')
        .when(outcome({ outcome: late, until: '2026-03-02T10:00:00.000Z', reason: { code: 'campaign_deleted' } }))
        .gives({ type: 'EmailFailed', data: { attempt: 1, reason: { code: 'campaign_deleted' } } });
    }
    at('unknown')
      .when(outcome({ outcome: 'unknown', reason: { code: 'campaign_deleted' } }))
      .gives();
  });

  test('proof that an attempt was taken settles it whatever was made of its answer, unless another one was claimed', () => {
    const proof = (state: MessageState) =>
      recordOutcome(state, state.dispatch?.attempt ?? 0, { outcome: 'sent', providerMessageId: 'x' });
    const unscheduled: MessageEvent = { type: 'EmailUnscheduled', data: { reason: { code: 'held_bounce' } } };
    for (const status of ['deferred', 'failed']) at(status).when(proof).gives(sent);
    for (const later of [unscheduled, cancelled])
      given(message, ...(histories.deferred ?? []), later)
        .when(proof)
        .gives(sent);
    const claimedAgain: MessageEvent = { type: 'SendClaimed', data: { attempt: 2, worker: 'w2', leaseUntil: 'later' } };
    given(message, ...(histories.deferred ?? []), claimedAgain)
      .when(proof)
      .gives();
    at('sent').when(proof).gives();
    at('claimed').when(proof).gives();
  });

  describe('a mail that is stored as a draft first', () => {
    const first: MessageEvent = { ...dispatched, data: { ...dispatched.data, draftIn: 'google-1' } };
    const draftCreated: MessageEvent = {
      type: 'DraftCreated',
      data: { attempt: 1, draftId: 'd1', threadId: 't1' },
    };
    const deleting: MessageEvent = { type: 'DraftDeletionStarted', data: { attempt: 1 } };
    const dispatching = given(message, ...toClaimed, first);
    const drafting = given(message, ...toClaimed, first, draftCreated);
    const draft = { id: 'd1', threadId: 't1' };
    const held = { outcome: 'held', until: '2026-03-02T11:00:00.000Z', reason: { code: 'draft_unsent' } } as const;
    const deferredAgain: MessageEvent = {
      type: 'EmailDeferred',
      data: { attempt: 1, until: held.until, reason: { code: 'draft_unsent' } },
    };
    const unscheduled: MessageEvent = { type: 'EmailUnscheduled', data: { reason: { code: 'draft_unsent' } } };

    test('keeps the draft once, and only while the attempt is under way', () => {
      dispatching.when((state) => recordDraft(state, 1, draft)).gives(draftCreated);
      expect(hasNoDraftYet(dispatching.state)).toBe(true);
      expect(hasNoDraftYet(drafting.state)).toBe(false);
      drafting.when((state) => recordDraft(state, 1, draft)).gives();
      dispatching.when((state) => recordDraft(state, 2, draft)).gives();
      at('dispatching')
        .when((state) => recordDraft(state, 1, draft))
        .gives();
      given(message, ...toClaimed, first, deferred)
        .when((state) => recordDraft(state, 1, draft))
        .gives();
    });

    test('a draft is remembered until an attempt has a draft of its own', () => {
      const again = (attempt: number): MessageEvent[] => [
        {
          type: 'EmailDeferred',
          data: { attempt: attempt - 1, until: held.until, reason: { code: 'kept_putting_off' } },
        },
        { type: 'SendClaimed', data: { attempt, worker: 'w1', leaseUntil: 'later' } },
        { ...first, data: { ...first.data, attempt } },
      ];
      const second = [...toClaimed, first, draftCreated, ...again(2)];
      const left = { ...draft, deleting: false, draftIn: 'google-1' };
      expect(given(message, ...second).state.dispatch?.formerDraft).toEqual(left);
      expect(given(message, ...second, ...again(3)).state.dispatch?.formerDraft).toEqual(left);
      const own: MessageEvent = { type: 'DraftCreated', data: { attempt: 2, draftId: 'd2', threadId: 't2' } };
      expect(given(message, ...second, own, ...again(3)).state.dispatch?.formerDraft).toMatchObject({ id: 'd2' });
      const deleted = [...toClaimed, first, draftCreated, unknown, deleting, ...again(2)];
      expect(given(message, ...deleted).state.dispatch?.formerDraft).toEqual({ ...left, deleting: true });
    });

    test('its draft is deleted only after the attempt, once, and not when it was sent', () => {
      const start = (state: MessageState) => startDraftDeletion(state, 1);
      const lost = [...toClaimed, first, draftCreated, unknown];
      given(message, ...lost)
        .when(start)
        .gives(deleting);
      given(message, ...lost, deleting)
        .when(start)
        .gives();
      given(message, ...lost, { type: 'EmailMarkedSent', data: { attempt: 1 } })
        .when(start)
        .gives(deleting);
      given(message, ...toClaimed, first, draftCreated, deferred)
        .when(start)
        .gives(deleting);
      given(message, ...toClaimed, first, draftCreated, sent)
        .when(start)
        .gives();
      given(message, ...lost)
        .when((state) => startDraftDeletion(state, 2))
        .gives();
      drafting.when(start).gives();
      at('unknown').when(start).gives();
    });

    test('goes back to the plan when its draft was found unsent, but not behind a decision of a person', () => {
      const lost = given(message, ...toClaimed, first, draftCreated, unknown);
      lost
        .when((state) => recordOutcome(state, 1, held))
        .gives({ type: 'EmailFailed', data: { attempt: 1, reason: { code: 'draft_unsent' } } });
      given(message, ...toClaimed, first, draftCreated, unknown, deleting)
        .when((state) => recordOutcome(state, 1, held))
        .gives(deferredAgain, unscheduled);
      expect(
        given(message, ...toClaimed, first, draftCreated, unknown, deleting, deferredAgain, unscheduled).state,
      ).toMatchObject({
        status: 'approved',
        immediate: false,
      });
      given(message, ...toClaimed, first, draftCreated, unknown, deleting, {
        type: 'EmailMarkedSent',
        data: { attempt: 1 },
      })
        .when((state) => recordOutcome(state, 1, held))
        .gives({ type: 'EmailFailed', data: { attempt: 1, reason: { code: 'draft_unsent' } } });
      at('unknown')
        .when((state) => recordOutcome(state, 1, held))
        .gives({ type: 'EmailFailed', data: { attempt: 1, reason: { code: 'draft_unsent' } } });
    });

    test('stays a Send Now when its draft was found unsent', () => {
      const now: MessageEvent[] = [
        drafted,
        generated,
        approved,
        { type: 'SendNowRequested', data: {} },
        claimed,
        first,
      ];
      const lost = given(message, ...now, draftCreated, unknown, deleting);
      lost.when((state) => recordOutcome(state, 1, held)).gives(deferredAgain);
      const { state } = given(message, ...now, draftCreated, unknown, deleting, deferredAgain);
      expect(state).toMatchObject({ status: 'deferred', immediate: true, askedAt: expect.any(String) });
    });
  });

  test('a text that was just asked to leave is not written over, and a re-send is asked to leave when it is made', () => {
    const text = { subject: 'New', body: 'New' };
    const result = { runId: 'late', model: 'm', promptVersion: '1', text, includeEdited: true };
    const immediate: MessageState = { ...message.initial, status: 'approved', immediate: true, hasText: true };
    expect(recordGenerated(immediate, result)).toEqual([]);
    const ids = { campaignId: 'c1', partnerId: 'p1', step: 'r1', resendOf: null };
    expect(draftResend(message.initial, ids, text, 'hash').map(({ type }) => type)).toContain('SendNowRequested');
  });

  test('a claim is given back by its attempt only', () => {
    at('claimed')
      .when((state) => releaseSend(state, 1, { code: 'held_bounce' }))
      .gives({ type: 'SendReleased', data: { attempt: 1, reason: { code: 'held_bounce' }, until: null } });
    at('claimed')
      .when((state) => releaseSend(state, 2, { code: 'held_bounce' }))
      .gives();
    at('dispatching')
      .when((state) => releaseSend(state, 1, { code: 'held_bounce' }))
      .gives();
  });

  test('what is on its way or gone cannot be cancelled', () => {
    for (const status of ['none', 'dispatching', 'sent', 'failed', 'unknown', 'cancelled']) {
      at(status)
        .when((state) => cancelMessage(state, { code: 'campaign_deleted' }))
        .gives();
    }
    for (const status of ['drafted', 'approved', 'scheduled', 'claimed', 'deferred']) {
      at(status)
        .when((state) => cancelMessage(state, { code: 'campaign_deleted' }))
        .gives(cancelled);
    }
  });
});

describe('Mark as Replied', () => {
  test.each(Object.keys(histories))('when %s', (status) => {
    const reply = at(status).when((state) => recordReply(state));
    if (status === 'sent') reply.gives({ type: 'ReplyReceived', data: { by: 'user' } });
    else reply.refuses(status === 'none' ? 'not_found' : 'illegal');
  });
  test('a second mark is no event', () => {
    given(message, ...(histories.sent ?? []), { type: 'ReplyReceived', data: { by: 'user' } })
      .when(recordReply)
      .gives();
  });
  test('confirms a reply that was found, which came when it came', () => {
    const reply: MessageEvent = { type: 'ReplyReceived', data: { by: 'mailbox' } };
    const found = given(message, ...(histories.sent ?? []), reply);
    found.when(recordReply).gives({ type: 'ReplyReceived', data: { by: 'user' } });
    const marked = given(message, ...(histories.sent ?? []), reply, ...recordReply(found.state));
    expect(marked.state).toMatchObject({ repliedAt: found.state.repliedAt, repliedBy: 'user' });
  });
});

test('the moment of asking is kept until the message leaves or the wish ends', () => {
  const requested: MessageEvent = { type: 'SendNowRequested', data: {} };
  const { state } = given(message, ...toScheduled, requested);
  expect(state.askedAt).toBe('2026-03-02T09:04:00.000Z');
  expect(given(message, ...toScheduled, requested, claimed).state.askedAt).toBe(state.askedAt);
  expect(given(message, ...toScheduled).state.askedAt).toBeNull();
  expect(
    given(message, ...toScheduled, requested, {
      type: 'MessageApprovalWithdrawn',
      data: { reason: { code: 'campaign_deleted' } },
    }).state.askedAt,
  ).toBeNull();
  const resend = draftResend(message.initial, { ...ids, step: resendStep(1), resendOf: null }, text, 'h1');
  expect(given(message, ...resend).state.askedAt).not.toBeNull();
});

test('erasing takes the text and the address out of the state', () => {
  const { state } = given(message, ...(histories.sent ?? []), erased);
  expect(JSON.stringify(state)).not.toMatch(/maren/i);
  expect(state).toMatchObject({ status: 'sent', text: null, dispatch: { sendId: 's1', to: null } });
});
