/** What follows from a mail that came in, decided without a database. */
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { conversation } from '../../events/conversations/conversation.ts';
import { labelReplies } from '../../events/conversations/labelReply.ts';
import { type ReceivedFor, receive } from '../../events/conversations/receive.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { fold } from '../support/scenario.ts';

const attempt = { attempt: 1 };
const onItsWay: MessageEvent[] = [
  { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null } },
  { type: 'SendClaimed', data: { ...attempt, worker: 'w', leaseUntil: '2999' } },
  {
    type: 'EmailDispatched',
    data: { ...attempt, sendId: 'c1.p1.1.1', mailbox: 'mailbox', day: '2026-03-02', addressHmac: 'f', textHash: 'h' },
    personal: { to: 'ada@a.example', from: 'me@b.example', subject: 'S', text: 'T' },
  },
];
const sent: MessageEvent[] = [...onItsWay, { type: 'EmailSent', data: { ...attempt, providerMessageId: 'x' } }];
const about: ReceivedFor = {
  receivedId: 'm1',
  messageId: 'c1.p1.1',
  attempt: 1,
  proved: true,
  receivedAt: '2026-03-02T09:30:00.000Z',
  source: 'gmail',
  threadId: 't1',
};
const written = (text: string, ...headers: string[]) =>
  parseMail(Buffer.from(['From: ada@a.example', ...headers, '', text].join('\r\n')));
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const empty = conversation.initial;

test('a reply that comes before the answer of the provider proves that the mail left, and that answer changes nothing', async () => {
  const state = fold(message, onItsWay);
  const { message: events } = receive({ message: state, conversation: empty }, await written('Hi'), about);
  expect(events).toEqual([
    { type: 'EmailSent', data: { ...attempt, providerMessageId: null, threadId: 't1' } },
    { type: 'ReplyReceived', data: { by: 'mailbox' } },
  ]);
  const after = fold(message, [...onItsWay, ...events]);
  expect(after).toMatchObject({ status: 'sent', replied: true });
  for (const outcome of ['unknown', 'failed'] as const)
    expect(recordOutcome(after, 1, { outcome, reason: 'late' })).toEqual([]);
  expect(recordOutcome(after, 1, { outcome: 'sent', providerMessageId: 'late' })).toEqual([]);
});

test('a mail that is only known by its sender proves nothing', async () => {
  const state = fold(message, onItsWay);
  const found = receive({ message: state, conversation: empty }, await written('Hi'), { ...about, proved: false });
  expect(found.message).toEqual([]);
  expect(typesOf(found.conversation)).toEqual(['MailReceived']);
});

describe('on what was sent', () => {
  const state = fold(message, sent);
  test.each([
    ['Tell me more', [], ['ReplyReceived'], ['MailReceived'], null],
    ['I am away', ['Auto-Submitted: auto-replied'], [], ['MailReceived', 'ReplyClassified'], null],
    [
      'Unsubscribe me',
      [],
      ['DeliveryReported', 'ReplyReceived'],
      ['MailReceived', 'ReplyClassified'],
      { reason: 'unsubscribed', every: true },
    ],
  ] as const)('%s %j', async (text, headers, onMessage, onConversation, suppress) => {
    const found = receive({ message: state, conversation: empty }, await written(text, ...headers), about);
    expect(typesOf(found.message)).toEqual(onMessage);
    expect(typesOf(found.conversation)).toEqual(onConversation);
    expect(found.suppress).toEqual(suppress);
  });

  test('the same mail again, and one from a person who was erased, change nothing', async () => {
    const mail = await written('Unsubscribe me');
    const nothing = { message: [], conversation: [], suppress: null };
    const first = receive({ message: state, conversation: empty }, mail, about);
    const known = fold(conversation, first.conversation);
    expect(receive({ message: state, conversation: known }, mail, { ...about, source: 'inbound' })).toEqual(nothing);
    expect(receive({ message: { ...state, erased: true }, conversation: empty }, mail, about)).toEqual(nothing);
    expect(receive({ message: state, conversation: { ...empty, erased: true } }, mail, about)).toEqual(nothing);
  });
});

describe('a report that names no mail of ours', () => {
  const report = (type: string, ...lines: string[]) =>
    written(
      ['--b', `Content-Type: message/${type}`, '', ...lines, '', '--b--'].join('\r\n'),
      'Content-Type: multipart/report; boundary="b"',
    );
  test.each([
    ['feedback-report', ['Feedback-Type: abuse', 'Original-Rcpt-To: ada@a.example'], 'complained'],
    [
      'delivery-status',
      ['Reporting-MTA: dns; mx', '', 'Final-Recipient: rfc822; ada@a.example', 'Action: failed', 'Status: 5.1.1'],
      'bounced',
    ],
  ] as const)('%s is shown, and changes nothing', async (type, lines, reason) => {
    const streams = { message: fold(message, sent), conversation: empty };
    const mail = await report(type, ...lines);
    expect(receive(streams, mail, about)).toMatchObject({
      message: [{ type: 'DeliveryReported', data: { report: reason } }],
      suppress: { reason },
    });
    const forged = receive(streams, mail, { ...about, proved: false });
    expect(forged).toMatchObject({ message: [], suppress: null });
    expect(fold(conversation, forged.conversation)).toMatchObject({
      received: [{ automatic: true }],
      label: { label: 'unconfirmed_report', by: 'rules' },
    });
  });
});

test('a long reply with an emoji where the list cuts it can be stored', async () => {
  const streams = { message: fold(message, sent), conversation: empty };
  const found = receive(streams, await written(`${'x'.repeat(299)}🎉 and more`), about);
  const { last } = fold(conversation, found.conversation);
  expect(last?.text).toBe('x'.repeat(299));
});

test('the AI takes a reply off for a note of absence alone', async () => {
  const state = fold(message, [...sent, { type: 'ReplyReceived', data: { by: 'mailbox' } }]);
  const first = receive({ message: state, conversation: empty }, await written('Away'), about).conversation;
  const messages = { 'c1.p1.1': state };
  const now = fold(conversation, first);
  expect(labelReplies(now, messages, { label: 'bounce', by: 'ai', receivedId: 'm1' })).toMatchObject({
    conversation: [{ type: 'ReplyClassified' }],
    messages: {},
  });
  const away = { label: 'out_of_office', by: 'ai', receivedId: 'm1' } as const;
  expect(labelReplies(now, messages, away).messages).toEqual({
    'c1.p1.1': [{ type: 'ReplyDiscounted', data: { label: 'out_of_office' } }],
  });
  const second = receive({ message: state, conversation: empty }, await written('Hi'), { ...about, receivedId: 'm2' });
  const both = fold(conversation, [...first, ...second.conversation]);
  expect(labelReplies(both, messages, away).messages).toEqual({});
});

describe("the user's word", () => {
  const mail = async (text: string, receivedId: string) =>
    receive({ message: fold(message, sent), conversation: empty }, await written(text), { ...about, receivedId });
  const by = (receivedId: string) => ({ label: 'out_of_office', by: 'ai', receivedId }) as const;
  const discounted = { 'c1.p1.1': [{ type: 'ReplyDiscounted', data: { label: 'out_of_office' } }] };

  test('before that of the AI: nothing is taken back, and nothing is suppressed', async () => {
    const { conversation: came, message: replied } = await mail('Away', 'm1');
    const set = labelReplies(fold(conversation, came), {}, { label: 'interested', by: 'user' }).conversation;
    const now = fold(conversation, [...came, ...set]);
    const messages = { 'c1.p1.1': fold(message, [...sent, ...replied]) };
    expect(labelReplies(now, messages, by('m1'))).toMatchObject({ messages: {}, suppress: false });
    const leave = { label: 'unsubscribe', by: 'ai', receivedId: 'm1' } as const;
    expect(labelReplies(now, messages, leave)).toMatchObject({ messages: {}, suppress: false });
    expect(
      fold(conversation, [...came, ...set, ...labelReplies(now, messages, by('m1')).conversation]).label,
    ).toMatchObject({ by: 'user' });
  });

  test('after it: the reply counts again, and a later note of absence does not take it back', async () => {
    const { conversation: came, message: replied } = await mail('Away', 'm1');
    const before = fold(message, [...sent, ...replied]);
    const classified = labelReplies(fold(conversation, came), { 'c1.p1.1': before }, by('m1'));
    expect(classified.messages).toEqual(discounted);
    const off = fold(message, [...sent, ...replied, ...(classified.messages['c1.p1.1'] ?? [])]);
    const labeled = fold(conversation, [...came, ...classified.conversation]);
    const set = labelReplies(labeled, { 'c1.p1.1': off }, { label: 'interested', by: 'user' });
    expect(set.messages).toEqual({ 'c1.p1.1': [{ type: 'ReplyReceived', data: { by: 'user' } }] });
    const on = fold(message, [
      ...sent,
      ...replied,
      ...(classified.messages['c1.p1.1'] ?? []),
      ...(set.messages['c1.p1.1'] ?? []),
    ]);
    const next = await mail('Away again', 'm2');
    const later = fold(conversation, [...came, ...classified.conversation, ...set.conversation, ...next.conversation]);
    expect(labelReplies(later, { 'c1.p1.1': on }, by('m2')).messages).toEqual({ 'c1.p1.1': [] });
    // the user may say otherwise
    expect(labelReplies(later, { 'c1.p1.1': on }, { label: 'out_of_office', by: 'user' }).messages).toEqual(discounted);
  });
});

describe('the label unsubscribe', () => {
  const reply = async (receivedId: string, messageId: string) =>
    receive({ message: fold(message, sent), conversation: empty }, await written('Leave me be'), {
      ...about,
      ...{ receivedId, messageId },
    }).conversation;
  const replied = fold(message, [...sent, { type: 'ReplyReceived', data: { by: 'mailbox' } }]);
  const messages = { 'c1.p1.1': replied, 'c1.p1.2': replied };
  const unsubscribed = { type: 'DeliveryReported', data: { attempt: 1, report: 'unsubscribed', happenedAt: null } };
  const byAi = { label: 'unsubscribe', by: 'ai', receivedId: 'm1' } as const;
  const byUser = { label: 'unsubscribe', by: 'user' } as const;

  test('is recorded for the message that the mail answered; for the user that is the newest one', async () => {
    const now = fold(conversation, [...(await reply('m1', 'c1.p1.1')), ...(await reply('m2', 'c1.p1.2'))]);
    const ai = labelReplies(now, messages, byAi);
    expect(ai).toMatchObject({ messages: { 'c1.p1.1': [unsubscribed] }, suppress: true });
    const user = labelReplies(now, messages, byUser);
    expect(user).toMatchObject({
      messages: { 'c1.p1.2': [unsubscribed, { type: 'ReplyReceived', data: { by: 'user' } }] },
      suppress: true,
    });
    expect(Object.keys({ ...ai.messages, ...user.messages })).toEqual(['c1.p1.1', 'c1.p1.2']);
  });

  test('leaves a message of which more is known, and another label says nothing of it', async () => {
    const now = fold(conversation, await reply('m1', 'c1.p1.1'));
    const complained = { attempt: 1, report: 'complained', happenedAt: null } as const;
    const known = fold(message, [...sent, { type: 'DeliveryReported', data: complained, personal: null }]);
    expect(labelReplies(now, { 'c1.p1.1': known }, byAi).messages).toEqual({ 'c1.p1.1': [] });
    expect(labelReplies(now, messages, { ...byAi, label: 'no' }).messages).toEqual({ 'c1.p1.1': [] });
  });
});
