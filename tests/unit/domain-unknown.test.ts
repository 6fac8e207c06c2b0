import { describe, expect, test } from 'vitest';
import { message } from '../../events/messages/message.ts';
import { cancelMessage, recordReply } from '../../events/messages/messageEnd.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { markSent, supersede } from '../../events/messages/unknown.ts';
import { given } from '../support/scenario.ts';

const attempt = { attempt: 1 };
const dispatching: MessageEvent[] = [
  { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: 'p1', step: 'first', resendOf: null } },
  { type: 'SendClaimed', data: { ...attempt, worker: 'w', leaseUntil: '2027' } },
  {
    type: 'EmailDispatched',
    data: { ...attempt, sendId: 's1', mailbox: 'sendgrid', day: '2026-03-02', addressHmac: 'f', textHash: 'h' },
    personal: { to: 'a@b.example', from: 'c@d.example', subject: 'S', text: 'T' },
  },
];
const unknown: MessageEvent[] = [
  ...dispatching,
  {
    type: 'EmailOutcomeUnknown',
    data: { ...attempt, reason: { code: 'provider_answered', provider: 'SendGrid', status: 500 } },
  },
];
const marked: MessageEvent = { type: 'EmailMarkedSent', data: attempt };
const abandoned: MessageEvent = { type: 'MessageAbandoned', data: { ...attempt, resendStep: 'r1' } };
const sent: MessageEvent = { type: 'EmailSent', data: { ...attempt, providerMessageId: 'x' } };
const failed: MessageEvent = { type: 'EmailFailed', data: { ...attempt, reason: { code: 'sendgrid_refused' } } };

describe('a message of unknown fate', () => {
  test('is marked as sent by a person, once: it left when it was handed over', () => {
    given(message, ...unknown)
      .when(markSent)
      .gives(marked);
    const after = given(message, ...unknown, marked);
    expect(after.state).toMatchObject({ status: 'sent', markedSent: true, sentAt: '2026-03-02T09:02:00.000Z' });
    after.when(markSent).gives();
    after.when((state) => recordReply(state)).gives({ type: 'ReplyReceived', data: { by: 'user' } });
  });

  test('that is proved later left when it was handed over', () => {
    expect(given(message, ...unknown, sent).state.sentAt).toBe('2026-03-02T09:02:00.000Z');
    expect(given(message, ...unknown, marked, sent).state.sentAt).toBe('2026-03-02T09:02:00.000Z');
    expect(given(message, ...dispatching, sent).state.sentAt).toBe('2026-03-02T09:03:00.000Z');
  });

  test('only an unknown one is', () => {
    given(message).when(markSent).refuses('not_found');
    given(message, ...dispatching)
      .when(markSent)
      .refuses('illegal');
    given(message, ...dispatching, failed)
      .when(markSent)
      .refuses('illegal');
    given(message, ...unknown, abandoned)
      .when(markSent)
      .refuses('illegal');
    given(message, ...dispatching, sent)
      .when(markSent)
      .gives();
  });

  test('ends when it is sent again, and nothing else ends it so', () => {
    const again = (state: Parameters<typeof supersede>[0]) => supersede(state, 'r1');
    given(message, ...unknown)
      .when(again)
      .gives(abandoned);
    for (const history of [dispatching, [...dispatching, sent], [...unknown, marked], [...unknown, abandoned]])
      given(message, ...history)
        .when(again)
        .gives();
    given(message, ...unknown, abandoned)
      .when((state) => cancelMessage(state, { code: 'suppressed_unsubscribed' }))
      .gives();
  });

  test.each([
    ['marked as sent', marked],
    ['sent again', abandoned],
  ])('when %s, an answer that comes after all settles it truthfully', (_name, decided) => {
    const late = given(message, ...unknown, decided);
    const yes = { outcome: 'sent', providerMessageId: 'x' } as const;
    late.when((state) => recordOutcome(state, 1, yes)).gives(sent);
    late
      .when((state) => recordOutcome(state, 1, { outcome: 'failed', reason: { code: 'sendgrid_refused' } }))
      .gives(failed);
    late.when((state) => recordOutcome(state, 1, { outcome: 'unknown', reason: { code: 'answer_not_seen' } })).gives();
    expect(given(message, ...unknown, decided, sent).state).toMatchObject({ status: 'sent', markedSent: false });
    expect(given(message, ...unknown, decided, failed).state).toMatchObject({ status: 'failed', sentAt: null });
    given(message, ...unknown, decided, sent)
      .when((state) => recordOutcome(state, 1, yes))
      .gives();
  });
});
