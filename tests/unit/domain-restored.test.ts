import { describe, expect, test } from 'vitest';
import { frozenText } from '../../db/installation/freeze.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { markOutcomeUnknown, markSent } from '../../events/messages/unknown.ts';
import type { Recorded } from '../../events/shared/event.ts';

const attempt = { attempt: 1 };
const drawn = {
  mailbox: 'm1',
  zone: 'UTC',
  dailyLimit: 5,
  hours: { from: '09:00', to: '17:00', weekdays: [1] },
  mailboxCap: 40,
  rampUp: false,
  gapSeconds: null,
};
const drafted: MessageEvent = {
  type: 'MessageDrafted',
  data: { campaignId: 'c', partnerId: 'p', step: '1', resendOf: null },
};
const written: MessageEvent = {
  type: 'MessageGenerated',
  data: { runId: 'r', model: 'm', promptVersion: '1' },
  personal: { subject: 'S', body: 'B', parts: [] },
};
const approved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h', by: 'start' } };
const scheduled: MessageEvent = {
  type: 'EmailScheduled',
  data: { at: '2026-03-02T09:00:00.000Z', seed: 1, day: '2026-03-02', ...drawn },
};
const claimed: MessageEvent = {
  type: 'SendClaimed',
  data: { ...attempt, worker: 'w', leaseUntil: '2026-03-02T09:02:00.000Z' },
};
const dispatched: MessageEvent = {
  type: 'EmailDispatched',
  data: { ...attempt, sendId: 's', mailbox: 'sendgrid', day: '2026-03-02', addressHmac: 'a', textHash: 'h' },
  personal: { to: 'a@b.example', from: 'c@d.example', subject: 'S', text: 'T' },
};
const deferred: MessageEvent = {
  type: 'EmailDeferred',
  data: { ...attempt, until: '2026-03-02T10:00:00.000Z', reason: { code: 'kept_putting_off' } },
};
const draftCreated: MessageEvent = { type: 'DraftCreated', data: { ...attempt, draftId: 'd', threadId: 't' } };
const unconfirmed: MessageEvent = {
  type: 'EmailOutcomeUnknown',
  data: { ...attempt, reason: { code: 'answer_not_seen' } },
};
const sent: MessageEvent = { type: 'EmailSent', data: { ...attempt, providerMessageId: null } };
const failed: MessageEvent = { type: 'EmailFailed', data: { ...attempt, reason: { code: 'sendgrid_refused' } } };
const cancelled: MessageEvent = {
  type: 'MessageCancelled',
  data: { reason: { code: 'campaign_deleted' }, removal: null },
};

const given = (events: readonly MessageEvent[]): MessageState =>
  events.reduce<MessageState>(
    (state, event) =>
      message.evolve(state, {
        ...event,
        at: '2026-03-02T08:00:00.000Z',
        actor: 'system:test',
      } as Recorded<MessageEvent>),
    message.initial,
  );
const ready = [drafted, written, approved];

describe('after a restore, what may have left since the copy was made', () => {
  test.each([
    ['with a text that nobody has approved', [drafted, written], 0],
    ['approved', ready, 0],
    ['planned', [...ready, scheduled], 0],
    ['claimed', [...ready, scheduled, claimed], 1],
    ['waiting for another try', [...ready, scheduled, claimed, dispatched, deferred], 1],
    // the draft may have been deleted, and the mail sent again, since
    ['unconfirmed with a draft', [...ready, scheduled, claimed, dispatched, draftCreated, unconfirmed], 1],
  ] as const)('is unknown when it was %s', (_name, before, number) => {
    const events = markOutcomeUnknown(given(before));
    expect(events).toEqual([{ type: 'EmailOutcomeUnknown', data: { attempt: number, reason: { code: 'restored' } } }]);
    const after = given([...before, ...events]);
    // an earlier attempt says nothing of the one that may have been
    expect(after).toMatchObject({
      status: 'unknown',
      dispatch: null,
      scheduledAt: null,
      claim: null,
      immediate: false,
    });
    expect(markOutcomeUnknown(after)).toEqual([]);
    expect(markSent(after)).toHaveLength(1);
  });

  test('keeps what was handed over when it was on its way: only the answer is lost', () => {
    const before = [...ready, scheduled, claimed, dispatched];
    const after = given([...before, ...markOutcomeUnknown(given(before))]);
    expect(after).toMatchObject({
      status: 'unknown',
      dispatch: { sendId: 's' },
      reason: { code: 'answer_not_seen' },
    });
  });

  test.each([
    ['there', []],
    ['written', [drafted]],
    ['left open', [...ready, scheduled, claimed, dispatched, sent]],
    ['left open', [...ready, scheduled, claimed, dispatched, failed]],
    ['left open', [...ready, cancelled]],
  ] as const)('is nothing that was not %s', (_name, before) => {
    expect(markOutcomeUnknown(given(before))).toEqual([]);
  });

  test('is settled by an answer that comes after all', () => {
    const before = [...ready, scheduled, claimed];
    const after = given([...before, ...markOutcomeUnknown(given(before))]);
    expect(recordOutcome(after, 1, { outcome: 'sent', providerMessageId: 'x' })).toMatchObject([{ type: 'EmailSent' }]);
  });
});

test('a freeze says since when, why, and who ends it', () => {
  const { reason, whatToDo } = frozenText({
    epoch: 2,
    since: '2026-03-02T08:00:00.000Z',
    cause: 'behind',
    lostFrom: null,
    detail: null,
  });
  expect(reason).toContain(
    'since 2 March 2026 at 08:00 UTC, because this database was replaced by an older copy of itself',
  );
  expect(whatToDo).toContain('npm run audit -- reconcile');
});
