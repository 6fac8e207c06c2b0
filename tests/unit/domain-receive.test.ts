/** Decisions about received mails, without a database. */
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { type ConversationEvent, conversation, repeatQuestion } from '../../events/conversations/conversation.ts';
import { labelReplies } from '../../events/conversations/labelReply.ts';
import { type ReceivedFor, receive } from '../../events/conversations/receive.ts';
import { mayBeFollowed } from '../../events/messages/followUp.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { CHOSEN_LABELS, type ReplyLabel } from '../../events/messages/replyLabels.ts';
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
  kept: [],
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
    expect(recordOutcome(after, 1, { outcome, reason: { code: 'late' } })).toEqual([]);
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
      ['DeliveryLabeled', 'ReplyReceived'],
      ['MailReceived', 'ReplyClassified'],
      { reason: 'unsubscribed', every: true, byLabel: true },
    ],
  ] as const)('%s %j', async (text, headers, onMessage, onConversation, suppress) => {
    const found = receive({ message: state, conversation: empty }, await written(text, ...headers), about);
    expect(typesOf(found.message)).toEqual(onMessage);
    expect(typesOf(found.conversation)).toEqual(onConversation);
    expect(found.suppress).toEqual(suppress);
  });

  test('the same mail again, and one from a person who was erased, change nothing', async () => {
    const mail = await written('Unsubscribe me');
    const nothing = { message: [], conversation: [], suppress: null, hold: null };
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
    ['feedback-report', ['Feedback-Type: abuse', 'Original-Rcpt-To: ada@a.example'], 'complained', 'unsubscribe'],
    [
      'delivery-status',
      ['Reporting-MTA: dns; mx', '', 'Final-Recipient: rfc822; ada@a.example', 'Action: failed', 'Status: 5.1.1'],
      'bounced',
      'bounce',
    ],
  ] as const)('%s is shown, holds and asks, and suppresses no one', async (type, lines, reason, hold) => {
    const streams = { message: fold(message, sent), conversation: empty };
    const mail = await report(type, ...lines);
    expect(receive(streams, mail, about)).toMatchObject({
      message: [{ type: 'DeliveryReported', data: { report: reason } }],
      suppress: { reason },
    });
    const forged = receive(streams, mail, { ...about, proved: false });
    expect(forged).toMatchObject({ message: [], suppress: null, hold });
    expect(fold(conversation, forged.conversation)).toMatchObject({
      received: [{ automatic: true }],
      label: { label: 'unconfirmed_report', by: 'rules' },
    });
  });
});

describe('a report on an answer with a copy', () => {
  const addressed: MessageEvent[] = [
    sent[0] as MessageEvent,
    { type: 'AnswerAddressed', data: {}, personal: { to: 'ada@a.example', name: null, copies: ['Bo@a.example'] } },
    ...sent.slice(1),
  ];
  const failed = (recipient: string) => [
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
  ];
  const report = (...recipients: string[]) =>
    written(
      ['--b', 'Content-Type: message/delivery-status', '', ...recipients.flatMap(failed), '', '--b--'].join('\r\n'),
      'Content-Type: multipart/report; boundary="b"',
    );
  const streams = { message: fold(message, addressed), conversation: empty };

  test('of the copy alone is shown, and says nothing of the person', async () => {
    const found = receive(streams, await report('bo@a.example'), about);
    expect(found).toMatchObject({ message: [], suppress: null, hold: null });
    expect(fold(conversation, found.conversation)).toMatchObject({
      received: [{ automatic: true, label: null }],
      label: null,
    });
  });

  test('of both counts for the person', async () => {
    const found = receive(streams, await report('bo@a.example', 'ada@a.example'), about);
    expect(found).toMatchObject({ suppress: { reason: 'bounced' } });
  });
});

test('a confirmed legal request stays when a later question about one is denied', async () => {
  const events = [
    { type: 'MailReceived', data: { receivedId: 'm1', messageId: 'c1.p1.1', receivedAt: '2026-03-02T09:30:00.000Z' } },
    { type: 'QuestionAsked', data: { receivedId: 'm1', sign: 'legal_request', by: 'words', right: 'erasure' } },
    { type: 'ReplyLabelSet', data: { label: 'legal_request' } },
    { type: 'QuestionsAnswered', data: { confirmed: true, sign: null } },
    { type: 'MailReceived', data: { receivedId: 'm2', messageId: 'c1.p1.1', receivedAt: '2026-03-05T09:30:00.000Z' } },
    { type: 'QuestionAsked', data: { receivedId: 'm2', sign: 'legal_request', by: 'words', right: 'access' } },
  ] as ConversationEvent[];
  const state = fold(conversation, events);
  const asked = { receivedId: 'm2', sign: 'legal_request' } as const;
  const denied = labelReplies(state, {}, { by: 'user', denies: true, asked });
  expect(denied.hold).toBe('legal_request');
  expect(fold(conversation, [...events, ...denied.conversation])).toMatchObject({
    questions: [],
    legalRequest: { receivedId: 'm1', right: 'erasure', doneAt: null },
  });
});

test('a long reply with an emoji where the list cuts it can be stored', async () => {
  const streams = { message: fold(message, sent), conversation: empty };
  const found = receive(streams, await written(`${'x'.repeat(299)}🎉 and more`), about);
  const { last } = fold(conversation, found.conversation);
  expect(last?.text).toBe('x'.repeat(299));
});

/** A mail's effects, and the states after it. */
const got = async (text: string, more: { id?: string; proved?: boolean; headers?: string[] } = {}) => {
  const { id = 'm1', proved = true, headers = [] } = more;
  const found = receive({ message: fold(message, sent), conversation: empty }, await written(text, ...headers), {
    ...about,
    ...{ receivedId: id, proved },
  });
  const after = fold(message, [...sent, ...found.message]);
  return { ...found, state: fold(conversation, found.conversation), messages: { 'c1.p1.1': after } };
};
const byAi = (label: ReplyLabel, receivedId = 'm1') => ({ label, by: 'ai', receivedId }) as const;
const byUser = (label: ReplyLabel) => ({ label, by: 'user' }) as const;
const unchanged = { messages: {}, says: undefined };

describe('a weak sign holds and asks, and suppresses no one', () => {
  test.each([
    ['I am in! Could you unsubscribe my old address?', {}, 'unsubscribe', 'words'],
    ['Unsubscribe', { proved: false }, 'unsubscribe', 'unproved'],
  ] as const)('%s %j', async (text, more, sign, by) => {
    const found = await got(text, more as Parameters<typeof got>[1]);
    expect(found).toMatchObject({ suppress: null, hold: sign });
    expect(found.state).toMatchObject({ questions: [{ receivedId: 'm1', sign, by }], unread: true });
    expect(found.messages['c1.p1.1']).toMatchObject({ replied: true, delivery: null });
  });

  test('a notice in words that our email came back is no reply until that is answered', async () => {
    const found = await got('x', { headers: ['Subject: Delivery failure of your email'] });
    expect(found).toMatchObject({ suppress: null, hold: 'bounce' });
    expect(found.state).toMatchObject({ questions: [{ receivedId: 'm1', sign: 'bounce', by: 'words' }], unread: true });
    expect(found.messages['c1.p1.1']).toMatchObject({ replied: false, delivery: null });
    const read = labelReplies(found.state, found.messages, byAi('interested'));
    expect(read).toMatchObject({ hold: null, messages: { 'c1.p1.1': [{ type: 'ReplyReceived' }] } });
  });

  test('a wish beside a legal request is asked, too, and a no to one leaves the other', async () => {
    const found = await got('Stop emailing me, my boss says. Where did you get my address?');
    expect(found).toMatchObject({ suppress: null, hold: 'legal_request' });
    const [request] = found.state.questions;
    if (!request) throw new Error('nothing is asked');
    const no = labelReplies(found.state, found.messages, { by: 'user', denies: true, asked: request });
    expect(no.hold).toBe('unsubscribe');
  });

  test('a subject that speaks of absence is no reply until that is answered', async () => {
    const found = await got('Hello', { headers: ['Subject: Out of office'] });
    expect(found).toMatchObject({ suppress: null, hold: 'automatic' });
    expect(found.state).toMatchObject({ label: null, unread: true, questions: [{ sign: 'automatic', by: 'words' }] });
    expect(found.messages['c1.p1.1']?.replied).toBe(false);
    const [asked] = found.state.questions;
    if (!asked) throw new Error('nothing is asked');
    // the user, or the AI, says that a person wrote it
    expect(labelReplies(found.state, found.messages, { by: 'user', denies: true, asked })).toMatchObject({
      hold: null,
      messages: { 'c1.p1.1': [{ type: 'ReplyReceived', data: { by: 'user' } }] },
    });
    const read = labelReplies(found.state, found.messages, byAi('interested'));
    expect(read).toMatchObject({ hold: null, messages: { 'c1.p1.1': [{ type: 'ReplyReceived' }] } });
    expect(typesOf(read.conversation)).toEqual(['ReplyClassified', 'QuestionWithdrawn']);
    const yes = labelReplies(found.state, found.messages, { ...byUser('automatic'), asked });
    expect(yes).toMatchObject({ hold: null, messages: { 'c1.p1.1': [] } });
    expect(fold(conversation, [...found.conversation, ...yes.conversation]).received).toMatchObject([
      { label: 'automatic' },
    ]);
  });

  test('a mail that was asked about and is a reply stops what was moved before it', async () => {
    const { state, messages } = await got('Hello', { headers: ['Subject: Out of office'] });
    const before = { ...state, moved: true };
    const first = {
      'c1.p1.1': {
        ...(messages['c1.p1.1'] ?? fold(message, sent)),
        replied: true,
        repliedAt: '2026-01-01',
        repliedBy: 'user' as const,
      },
    };
    const asks = { receivedId: 'm1', sign: 'automatic' } as const;
    for (const labeling of [byAi('interested'), { by: 'user', denies: true, asked: asks } as const]) {
      const [event] = labelReplies(before, first, labeling).messages['c1.p1.1'] ?? [];
      if (!event) throw new Error('it is no reply');
      const after = message.evolve(first['c1.p1.1'], { ...event, at: '2026-02-01', actor: '' });
      expect(after.repliedAt).toBe('2026-02-01');
    }
  });

  test('a later mail that may be automatic leaves an earlier reply', async () => {
    const { state, messages, conversation: came } = await got('Tell me more');
    const away = receive(
      { message: messages['c1.p1.1'] ?? fold(message, sent), conversation: state },
      await written('Away'),
      {
        ...about,
        receivedId: 'm2',
      },
    );
    const both = fold(conversation, [...came, ...away.conversation]);
    const read = labelReplies(both, messages, byAi('automatic', 'm2'));
    expect(read).toMatchObject({ hold: 'automatic', messages: {} });
    const after = fold(conversation, [...came, ...away.conversation, ...read.conversation]);
    const asked = { receivedId: 'm2', sign: 'automatic' } as const;
    expect(labelReplies(after, messages, { ...byUser('automatic'), asked }).messages).toEqual({ 'c1.p1.1': [] });
  });

  test('a notice of a mail server is no reply, and holds', async () => {
    const state = fold(message, sent);
    const notice = await parseMail(Buffer.from('From: MAILER-DAEMON@mx.example\r\n\r\nNo such user'));
    const found = receive({ message: state, conversation: empty }, notice, about);
    expect(found).toMatchObject({ message: [], suppress: null, hold: 'bounce' });
    expect(fold(conversation, found.conversation)).toMatchObject({ label: { label: 'bounce' }, unread: true });
  });
});

describe('the word of the AI', () => {
  test.each([
    ['unsubscribe', 'unsubscribe'],
    ['bounce', 'bounce'],
  ] as const)('%s asks, and undoes nothing', async (label, hold) => {
    const { state, messages } = await got('Leave me be, I am away');
    const labeled = labelReplies(state, messages, byAi(label));
    expect(labeled).toMatchObject({ ...unchanged, hold });
    expect(typesOf(labeled.conversation)).toEqual(['ReplyClassified', 'QuestionAsked']);
  });

  test.each(CHOSEN_LABELS)('%s suppresses nobody, and ends no wish that the rules found', async (label) => {
    const { state, messages, conversation: came } = await got('I like your shoes. Please leave me alone.');
    expect(state.questions).toMatchObject([{ sign: 'unsubscribe' }]);
    const labeled = labelReplies(state, messages, { ...byAi(label), wary: true });
    expect(labeled.says).toBeUndefined();
    expect(labeled.hold).not.toBeNull();
    const after = fold(conversation, [...came, ...labeled.conversation]);
    expect(after.questions).toContainEqual(expect.objectContaining({ sign: 'unsubscribe', by: 'words' }));
  });

  test('that it is automatic asks, and the reply waits', async () => {
    const { state, messages } = await got('Leave me be, I am away');
    const labeled = labelReplies(state, messages, byAi('automatic'));
    const discounted = { type: 'ReplyDiscounted', data: { label: 'automatic' } };
    expect(labeled).toMatchObject({ hold: 'automatic', says: undefined, messages: { 'c1.p1.1': [discounted] } });
  });

  test('that it is no wish ends what a word alone had asked', async () => {
    const { state, messages } = await got('I am in! Could you unsubscribe my old address?');
    const labeled = labelReplies(state, messages, byAi('interested'));
    expect(labeled).toMatchObject({ ...unchanged, hold: null });
    expect(typesOf(labeled.conversation)).toEqual(['ReplyClassified', 'QuestionWithdrawn']);
    // the AI asks something else instead
    expect(labelReplies(state, messages, byAi('automatic')).conversation.at(-1)).toMatchObject({
      data: { sign: 'automatic', by: 'ai' },
    });
    const forged = await got('Unsubscribe', { proved: false });
    expect(labelReplies(forged.state, forged.messages, byAi('interested')).hold).toBe('unsubscribe');
  });

  test('words that stand in for the AI end nothing', async () => {
    const { state, messages } = await got('I am in! Could you unsubscribe my old address?');
    const labeling = { label: 'interested', by: 'rules', receivedId: 'm1' } as const;
    expect(labelReplies(state, messages, labeling).hold).toBe('unsubscribe');
  });

  test('after that of the user asks nothing', async () => {
    const { state, conversation: came, messages } = await got('Away');
    const set = labelReplies(state, {}, byUser('interested')).conversation;
    const now = fold(conversation, [...came, ...set]);
    const labeled = labelReplies(now, messages, byAi('unsubscribe'));
    expect(labeled).toMatchObject({ ...unchanged, hold: null });
    expect(typesOf(labeled.conversation)).toEqual(['ReplyClassified']);
    expect(fold(conversation, [...came, ...set, ...labeled.conversation]).label).toMatchObject({ by: 'user' });
  });
});

describe('the answer of the user', () => {
  const asked = async (label: ReplyLabel) => {
    const { state, conversation: came, messages } = await got('Leave me be');
    const history = [...came, ...labelReplies(state, messages, byAi(label)).conversation];
    return { history, messages, state: fold(conversation, history) };
  };

  test('no ends the hold, and the label that the weak sign gave', async () => {
    const { history, messages, state } = await asked('unsubscribe');
    const [question] = state.questions;
    if (!question) throw new Error('nothing is asked');
    const answered = labelReplies(state, messages, { by: 'user', denies: true, asked: question });
    expect(answered).toMatchObject({ ...unchanged, hold: null });
    const after = fold(conversation, [...history, ...answered.conversation]);
    expect(after).toMatchObject({ questions: [], label: null, received: [{ label: null }] });
    // a late label of the AI says nothing more
    expect(labelReplies(after, messages, byAi('unsubscribe'))).toMatchObject({ hold: null, says: undefined });
    expect(() => labelReplies(after, messages, { by: 'user', denies: true, asked: question })).toThrow(/has changed/);
  });

  test('no settles that sign of that mail alone', async () => {
    const { state, conversation: came, messages } = await got('Hello', { headers: ['Subject: Out of office'] });
    const later = receive({ message: fold(message, sent), conversation: state }, await written('Leave me be'), {
      ...{ ...about, receivedId: 'm2' },
    });
    const both = [...came, ...later.conversation];
    const asks = { receivedId: 'm1', sign: 'automatic' } as const;
    const no = labelReplies(fold(conversation, both), messages, { by: 'user', denies: true, asked: asks });
    const after = fold(conversation, [...both, ...no.conversation]);
    for (const id of ['m1', 'm2']) {
      const read = labelReplies(after, messages, byAi('unsubscribe', id));
      expect(read.hold).toBe('unsubscribe');
    }
    const same = labelReplies(after, messages, byAi('automatic', 'm1'));
    expect(same.hold).toBeNull();
    expect(fold(conversation, [...both, ...no.conversation, ...same.conversation])).toMatchObject({
      label: null,
      received: [{ label: null }, {}],
    });
    const read = labelReplies(after, messages, byAi('interested', 'm2')).conversation;
    expect(fold(conversation, [...both, ...no.conversation, ...read]).label).toMatchObject({ label: 'interested' });
  });

  test.each([
    ['unsubscribe', 'unsubscribed', [{ type: 'DeliveryLabeled', data: { attempt: 1, report: 'unsubscribed' } }]],
    ['bounce', 'bounced', [{ type: 'DeliveryLabeled', data: { attempt: 1, report: 'bounced' } }]],
    ['automatic', null, []],
  ] as const)('yes to %s decides', async (label, says, delivery) => {
    const { messages, state } = await asked(label);
    const answered = labelReplies(state, messages, byUser(label));
    const reply =
      label === 'unsubscribe'
        ? { type: 'ReplyReceived', data: { by: 'user' } }
        : { type: 'ReplyDiscounted', data: { label } };
    expect(answered).toMatchObject({ hold: null, says, messages: { 'c1.p1.1': [...delivery, reply] } });
    expect(answered.conversation.at(-1)).toEqual({ type: 'QuestionsAnswered', data: { confirmed: true, sign: null } });
  });

  test('another label is a no', async () => {
    const { messages, state } = await asked('unsubscribe');
    const answered = labelReplies(state, messages, byUser('interested'));
    expect(answered).toMatchObject({ hold: null, says: null });
    expect(answered.conversation.at(-1)).toEqual({ type: 'QuestionsAnswered', data: { confirmed: false, sign: null } });
  });

  test('is to the question that the user saw, and leaves every other one open', async () => {
    const { history, messages, state } = await asked('automatic');
    const [shown] = state.questions;
    if (!shown) throw new Error('nothing is asked');
    const wish = { ...shown, sign: 'unsubscribe' } as const;
    const both = fold(conversation, [...history, { type: 'QuestionAsked', data: wish }]);
    expect(() => labelReplies(both, messages, { ...byUser('automatic'), asked: shown })).toThrow(/has changed/);
    const denied = labelReplies(both, messages, { by: 'user', denies: true, asked: wish });
    expect(denied.hold).toBe('automatic');
    const after = fold(conversation, [...history, { type: 'QuestionAsked', data: wish }, ...denied.conversation]);
    expect(after).toMatchObject({ questions: [shown], askedAt: both.askedAt });
  });

  test('is asked for again after three days, as new', async () => {
    const { history, state } = await asked('unsubscribe');
    const read = fold(conversation, [...history, { type: 'ConversationRead', data: {} }]);
    expect(read.unread).toBe(false);
    const days = (count: number) => new Date(Date.parse(state.askedAt ?? '') + count * 86_400_000).toISOString();
    expect(repeatQuestion(read, days(2.9))).toEqual([]);
    expect(repeatQuestion(read, days(3))).toEqual([{ type: 'QuestionRepeated', data: {} }]);
    expect(conversation.evolve(read, { type: 'QuestionRepeated', data: {}, at: days(3), actor: '' })).toMatchObject({
      unread: true,
      askedAt: days(3),
    });
  });
});

describe('a corrected label undoes what followed from the wrong one', () => {
  test('what it said of the delivery, while what the provider said stays', async () => {
    const { state, messages } = await got('Unsubscribe me');
    const corrected = labelReplies(state, messages, byUser('interested'));
    expect(corrected.says).toBeNull();
    expect(corrected.messages['c1.p1.1']).toEqual([
      { type: 'DeliveryUnlabeled', data: { attempt: 1 } },
      { type: 'ReplyReceived', data: { by: 'user' } },
    ]);
    const delivered = { attempt: 1, report: 'delivered', happenedAt: null } as const;
    const labeled: MessageEvent[] = [
      ...sent,
      { type: 'DeliveryLabeled', data: { attempt: 1, report: 'unsubscribed' } },
      { type: 'DeliveryReported', data: delivered, personal: null },
    ];
    expect(fold(message, labeled).delivery?.report).toBe('unsubscribed');
    expect(fold(message, [...labeled, { type: 'DeliveryUnlabeled', data: { attempt: 1 } }]).delivery?.report).toBe(
      'delivered',
    );
  });

  test('the discount', async () => {
    const { state, messages, conversation: came } = await got('Away');
    const off = labelReplies(state, messages, byUser('automatic'));
    const discounted = fold(message, [...sent, ...(off.messages['c1.p1.1'] ?? [])]);
    const now = fold(conversation, [...came, ...off.conversation]);
    expect(labelReplies(now, { 'c1.p1.1': discounted }, byUser('interested')).messages).toEqual({
      'c1.p1.1': [{ type: 'ReplyReceived', data: { by: 'user' } }],
    });
  });
});

test('an address that a label calls dead is followed by nothing', async () => {
  const { state, messages } = await got('Hm');
  const { messages: changed } = labelReplies(state, messages, byUser('bounce'));
  const after = fold(message, [...sent, ...(changed['c1.p1.1'] ?? [])]);
  expect(mayBeFollowed(after)).toBe(false);
});
