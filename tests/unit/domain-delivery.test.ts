import { describe, expect, test } from 'vitest';
import { CAME_BACK, deliveryText, recordDelivery } from '../../events/messages/delivery.ts';
import { message } from '../../events/messages/message.ts';
import type { DeliveryReport, MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { newsOf } from '../../events/sending/sendGridNews.ts';
import { given } from '../support/scenario.ts';

const attempt = { attempt: 1 };
const sent: MessageEvent[] = [
  { type: 'MessageDrafted', data: { campaignId: 'c', partnerId: 'p', step: '1', resendOf: null } },
  { type: 'SendClaimed', data: { ...attempt, worker: 'w', leaseUntil: '2999' } },
  {
    type: 'EmailDispatched',
    data: { ...attempt, sendId: 'c.p.1.1', mailbox: 'sendgrid', day: '2026-03-02', addressHmac: 'f', textHash: 'h' },
    personal: { to: 'ada@a.example', from: 'me@b.example', subject: 'S', text: 'T' },
  },
  { type: 'EmailSent', data: { ...attempt, providerMessageId: 'x' } },
];

describe('what an event of SendGrid means', () => {
  test.each([
    ['bounce', 'bounce', '550 no such user', 'bounced', 'bounced'],
    ['bounce', undefined, undefined, 'bounced', 'bounced'],
    ['bounce', 'blocked', '421 later', 'blocked', null],
    ['dropped', undefined, 'Bounced Address', 'dropped', 'bounced'],
    ['dropped', undefined, 'Spam Reporting Address', 'dropped', 'complained'],
    ['dropped', undefined, 'Unsubscribed Address', 'dropped', 'unsubscribed'],
    ['dropped', undefined, 'Spam Content (if spam checker app enabled)', 'dropped', null],
    ['dropped', undefined, 'Invalid SMTPAPI header', 'dropped', null],
    ['dropped', undefined, undefined, 'dropped', 'bounced'],
    ['spamreport', undefined, undefined, 'complained', 'complained'],
    ['unsubscribe', undefined, undefined, 'unsubscribed', 'unsubscribed'],
    ['group_unsubscribe', undefined, undefined, 'unsubscribed', 'unsubscribed'],
    ['dropped', undefined, 'Invalid', 'dropped', 'bounced'],
    ['deferred', undefined, '421', 'deferred', null],
    ['processed', undefined, undefined, null, null],
    ['delivered', undefined, undefined, 'delivered', null],
    ['open', undefined, undefined, null, null],
    ['click', undefined, undefined, null, null],
    ['something new', undefined, undefined, null, null],
  ] as const)('%s (%s, %s): tell %s, suppress as %s', (event, type, reason, report, suppress) =>
    expect(newsOf(event, type, reason)).toEqual({ report, suppress, hold: null }),
  );

  test.each(['Recipient List over Package Quota', 'Maximum credits exceeded'])(
    'a drop for want of credits suppresses nobody and holds the mailbox: %s',
    (reason) =>
      expect(newsOf('dropped', undefined, reason)).toEqual({
        report: 'dropped',
        suppress: null,
        hold: 'credits_exhausted',
      }),
  );
});

describe('a mail that came back', () => {
  const bounced = (state: MessageState) => recordDelivery(state, 1, 'bounced', '550 no such user');
  const told: MessageEvent = {
    type: 'DeliveryReported',
    data: { ...attempt, report: 'bounced', happenedAt: null },
    personal: { reason: '550 no such user' },
  };

  test('stays sent, with the provider’s words', () => {
    given(message, ...sent)
      .when(bounced)
      .gives(told);
    const { state } = given(message, ...sent, told);
    expect(state.status).toBe('sent');
    expect(state.delivery && deliveryText(state.delivery)).toBe('Sent, but it came back: 550 no such user');
  });

  test('told again, or told something lesser, is no event; something graver is', () => {
    const known = given(message, ...sent, told);
    known.when(bounced).gives();
    known.when((state) => recordDelivery(state, 1, 'blocked', null)).gives();
    known
      .when((state) => recordDelivery(state, 1, 'complained', null))
      .gives({
        type: 'DeliveryReported',
        data: { ...attempt, report: 'complained', happenedAt: null },
        personal: null,
      });
  });

  test('of another attempt, or before anything left, says nothing of this one', () => {
    given(message, ...sent)
      .when((state) => recordDelivery(state, 2, 'bounced', null))
      .gives();
    given(message, ...sent.slice(0, 2))
      .when(bounced)
      .gives();
  });

  test('of a person who was erased keeps no words', () => {
    const { state } = given(message, ...sent, told, { type: 'PersonErased', data: {} });
    expect(state.delivery).toMatchObject({ report: 'bounced', reason: null });
    given(message, ...sent, { type: 'PersonErased', data: {} })
      .when(bounced)
      .gives({ ...told, personal: null });
  });

  test('a delay and its delivery are shown, in this order alone, and are no failure', () => {
    const at = '2026-03-02T10:31:00.000Z';
    const told = (report: DeliveryReport, reason: string): MessageEvent => ({
      type: 'DeliveryReported',
      data: { ...attempt, report, happenedAt: at },
      personal: { reason },
    });
    given(message, ...sent)
      .when((state) => recordDelivery(state, 1, 'deferred', '421 later', at))
      .gives(told('deferred', '421 later'));
    const delayed = given(message, ...sent, told('deferred', '421 later'));
    expect(delayed.state).toMatchObject({ status: 'sent', delivery: { report: 'deferred', at } });
    delayed.when((state) => recordDelivery(state, 1, 'delivered', '250 OK', at)).gives(told('delivered', '250 OK'));
    const arrived = given(message, ...sent, told('delivered', '250 OK'));
    expect(arrived.state.delivery && deliveryText(arrived.state.delivery)).toBe(
      'Delivered to the server of the recipient: 250 OK',
    );
    arrived.when((state) => recordDelivery(state, 1, 'deferred', '421 later', at)).gives();
    arrived.when((state) => recordDelivery(state, 1, 'bounced', '550', at)).gives(told('bounced', '550'));
    expect(CAME_BACK).not.toContain('deferred');
  });
});
