import { describe, expect, test } from 'vitest';
import { draftView } from '../../api/present/inbox.ts';
import {
  type ConversationEvent,
  classifyReply,
  concludeDraft,
  conversation,
  finishConversation,
  type IncomingMail,
  MOST_MAILS,
  markRead,
  markUnread,
  outreachOfAnswer,
  recordMail,
  reopenConversation,
  requestDraft,
  setReplyLabel,
} from '../../events/conversations/conversation.ts';
import { answerStep, answerSubject, isTakenBack, requestAnswer, undoUntil } from '../../events/messages/answer.ts';
import { message } from '../../events/messages/message.ts';
import { discountReply, recordFoundReply, recordReply } from '../../events/messages/messageEnd.ts';
import { initialMessage } from '../../events/messages/messageState.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import { claimSend } from '../../events/messages/sendAttempt.ts';
import { takeBackAnswer } from '../../events/messages/steer.ts';
import { given } from '../support/scenario.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();
const aMail = (id: string, more: Partial<IncomingMail> = {}): IncomingMail => ({
  receivedId: id,
  messageId: 'c1.p1.1',
  receivedAt: at(0),
  source: 'gmail',
  automatic: false,
  truncated: false,
  unparsed: false,
  kept: [],
  personal: {
    from: 'maren@run.example',
    fromName: 'Maren',
    subject: 'Re: A vest',
    text: 'Tell\n\nme more.',
    newPart: 'Tell\n\nme more.',
    html: null,
    internetMessageId: `<${id}@run.example>`,
    references: [],
    replyTo: null,
    copies: [],
    files: [],
  },
  ...more,
});
const received = (id: string, more: Partial<IncomingMail> = {}): ConversationEvent => {
  const { personal, ...data } = aMail(id, more);
  return { type: 'MailReceived', data, personal };
};
const classified = (id: string, label: ReplyLabel, by: 'ai' | 'rules' = 'ai'): ConversationEvent => ({
  type: 'ReplyClassified',
  data: { receivedId: id, label, by, wants: [] },
  personal: null,
});
const NONE = { label: null, asks: [] };
const set = (label: ReplyLabel): ConversationEvent => ({ type: 'ReplyLabelSet', data: { label } });

describe('a mail that comes in', () => {
  test('is recorded once, and labeled at once where rules suffice', () => {
    given(conversation)
      .when((state) => recordMail(state, aMail('m1'), NONE))
      .gives(received('m1'));
    given(conversation)
      .when((state) => recordMail(state, aMail('m1', { automatic: true }), { label: 'automatic', asks: [] }))
      .gives(received('m1', { automatic: true }), classified('m1', 'automatic', 'rules'));
    given(conversation, received('m1'))
      .when((state) => recordMail(state, aMail('m1', { source: 'inbound' }), NONE))
      .gives();
  });

  test('is unread, and brings the conversation back that was done; a program does not', () => {
    const { state } = given(conversation, received('m1'), { type: 'ConversationDone', data: {} }, received('m2'));
    expect(state).toMatchObject({ campaignId: 'c1', partnerId: 'p1', unread: true, done: false });
    expect(state.last).toEqual({
      from: 'maren@run.example',
      fromName: 'Maren',
      subject: 'Re: A vest',
      text: 'Tell me more.',
      unparsed: false,
    });
    const away = given(
      conversation,
      received('m1'),
      { type: 'ConversationDone', data: {} },
      received('m2', { automatic: true }),
    );
    expect(away.state).toMatchObject({ unread: false, done: true });
  });

  test('is unread only where a person wrote it, whenever that becomes known', () => {
    const unread = (...history: ConversationEvent[]) => given(conversation, ...history).state.unread;
    const read: ConversationEvent = { type: 'ConversationRead', data: {} };
    const marked: ConversationEvent = { type: 'ConversationMarkedUnread', data: {} };
    expect(unread(received('m1'))).toBe(true);
    expect(unread(received('m1', { automatic: true }))).toBe(false);
    // a label alone does not make it a program's
    for (const label of ['bounce', 'automatic', 'no'] as const)
      expect(unread(received('m1'), classified('m1', label))).toBe(true);
    // a report after a reply that was read
    expect(unread(received('m1'), read, received('m2', { automatic: true }))).toBe(false);
    expect(unread(received('m1'), { type: 'ConversationDone', data: {} }, received('m2'))).toBe(true);
    expect(unread(received('m1'), read)).toBe(false);
    expect(unread(received('m1'), read, marked)).toBe(true);
    // the user's word, whoever wrote
    expect(unread(received('m1', { automatic: true }), marked)).toBe(true);
    expect(unread(received('m1', { automatic: true }), marked, read)).toBe(false);
  });

  test('an older one that is found later is not the last', () => {
    const { state } = given(conversation, received('m2', { receivedAt: at(9) }), received('m1', { receivedAt: at(3) }));
    expect(state.lastReceivedAt).toBe(at(9));
  });

  test('nothing is kept of a person who was erased, nor of a program that runs wild', () => {
    given(conversation, received('m1'), { type: 'PersonErased', data: {} })
      .when((state) => recordMail(state, aMail('m2'), NONE))
      .gives();
    const many = Array.from({ length: MOST_MAILS }, (_, index) => received(`m${index}`));
    given(conversation, ...many)
      .when((state) => recordMail(state, aMail('one more'), NONE))
      .gives();
  });
});

describe('what it says', () => {
  test('is recorded once for each mail', () => {
    given(conversation, received('m1'))
      .when((state) => classifyReply(state, 'm1', { label: 'no', by: 'ai' }))
      .gives(classified('m1', 'no'));
    for (const id of ['m1', 'm2'])
      given(conversation, received('m1'), classified('m1', 'no'))
        .when((state) => classifyReply(state, id, { label: 'interested', by: 'rules' }))
        .gives();
  });

  test.each([
    [
      'the newest mail counts',
      [
        ['m1', 0, 'no'],
        ['m2', 5, 'interested'],
      ],
      'interested',
    ],
    [
      'whichever is understood first',
      [
        ['m2', 5, 'interested'],
        ['m1', 0, 'no'],
      ],
      'interested',
    ],
    [
      'a person weighs more than a program',
      [
        ['m1', 0, 'interested'],
        ['m2', 5, 'automatic'],
      ],
      'interested',
    ],
    [
      'also one that was found later',
      [
        ['m2', 5, 'automatic'],
        ['m1', 0, 'no'],
      ],
      'no',
    ],
    [
      'a program alone',
      [
        ['m1', 0, 'bounce'],
        ['m2', 5, 'automatic'],
      ],
      'automatic',
    ],
  ] as const)('%s', (_, mails, label) => {
    const history = mails.map(([id, minute]) => received(id, { receivedAt: at(minute) }));
    const { state } = given(conversation, ...history, ...mails.map(([id, , says]) => classified(id, says)));
    expect(state.label?.label).toBe(label);
  });

  test('the word of the user holds until the person writes again', () => {
    const first = [received('m1'), set('later'), classified('m1', 'interested')];
    expect(given(conversation, ...first).state.label).toMatchObject({ label: 'later', by: 'user' });
    const later = received('m2', { receivedAt: at(50) });
    const away = given(conversation, ...first, later, classified('m2', 'automatic')).state;
    expect(away.label).toMatchObject({ label: 'later', by: 'user' });
    const again = given(conversation, ...first, later, classified('m2', 'interested')).state;
    expect(again.label).toMatchObject({ label: 'interested', by: 'ai' });
    // the clock of another server may be ahead
    const ahead = [received('m1', { receivedAt: at(50) }), set('later'), classified('m1', 'interested')];
    expect(given(conversation, ...ahead).state.label).toMatchObject({ label: 'later', by: 'user' });
    given(conversation, ...first)
      .when((state) => setReplyLabel(state, 'later'))
      .gives();
  });

  test('a reply to an answer counts for the newest other message that had mails by then', () => {
    const away = received('m1', { automatic: true });
    const toAnswer = received('m2', { messageId: 'c1.p1.a1' });
    const toFollowUp = received('m3', { automatic: true, messageId: 'c1.p1.2' });
    const of = (...events: ConversationEvent[]) => given(conversation, ...events).state;
    expect(outreachOfAnswer(of(away, toAnswer, toFollowUp), 'c1.p1.a1')).toBe('c1.p1.1');
    expect(outreachOfAnswer(of(away, toFollowUp, toAnswer), 'c1.p1.a1')).toBe('c1.p1.2');
    // the user says so, and no mail has come
    expect(outreachOfAnswer(of(away, toFollowUp), 'c1.p1.a1')).toBe('c1.p1.2');
    expect(outreachOfAnswer(of(), 'c1.p1.a1')).toBeUndefined();
  });
});

test('read, unread, done and reopened change something once each, and need a mail', () => {
  const steps = [markRead, markUnread, finishConversation, reopenConversation];
  for (const step of steps) given(conversation).when(step).refuses('not_found', 'Conversation not found');
  const history: ConversationEvent[] = [received('m1')];
  for (const [step, type] of [
    [markRead, 'ConversationRead'],
    [markUnread, 'ConversationMarkedUnread'],
    [finishConversation, 'ConversationDone'],
    [reopenConversation, 'ConversationReopened'],
  ] as const) {
    const events = step(given(conversation, ...history).state);
    expect(events).toEqual([{ type, data: {} }]);
    history.push(...events);
    expect(step(given(conversation, ...history).state)).toEqual([]);
  }
});

describe('on the message', () => {
  const sent = { ...initialMessage, status: 'sent' as const };
  test('a reply counts once, on what was sent', () => {
    expect(recordFoundReply(sent)).toEqual([{ type: 'ReplyReceived', data: { by: 'mailbox' } }]);
    expect(recordFoundReply({ ...sent, replied: true })).toEqual([]);
  });
  test('one that a program wrote is taken off again', () => {
    const discounted = { type: 'ReplyDiscounted', data: { label: 'automatic' } };
    expect(discountReply(sent, 'automatic')).toEqual([]);
    const found = { ...sent, replied: true, repliedBy: 'mailbox' as const };
    expect(discountReply(found, 'automatic')).toEqual([discounted]);
  });
  test('what was found is confirmed by the user once', () => {
    const left = { type: 'EmailSent' as const, data: { attempt: 1, providerMessageId: null } };
    const found = given(message, left, ...recordFoundReply(sent)).state;
    const marked = given(message, left, ...recordReply(found)).state;
    expect(marked.repliedBy).toBe('user');
    expect(recordReply(marked)).toEqual([]);
  });
});

describe('an answer', () => {
  const ids = { campaignId: 'c1', partnerId: 'p1', step: answerStep(1) };
  const text = { subject: 'Re: A vest', body: 'Yes.' };
  const toThem = { to: 'maren@run.example', name: 'Maren Lund', copies: [] };
  test('is a message of its own, approved as it is, that leaves at once', () => {
    const events = requestAnswer(initialMessage, ids, text, toThem, 'h');
    expect(events.map(({ type }) => type)).toEqual([
      'MessageDrafted',
      'MessageEdited',
      'AnswerAddressed',
      'MessageApproved',
      'SendNowRequested',
    ]);
    const { state } = given(message, ...events);
    expect(state).toMatchObject({ status: 'approved', immediate: true, approvedHash: 'h', step: 'a1' });
    expect(requestAnswer(state, ids, text, toThem, 'h')).toEqual([]);
    expect(() => requestAnswer(state, ids, text, { ...toThem, to: 'other@run.example' }, 'h')).toThrow();
    given(message, ...events)
      .when((now) => requestAnswer(now, ids, { ...text, body: 'No.' }, toThem, 'h'))
      .refuses('conflict');
    expect(isUnplanned('a1') && isUnplanned('r1') && !isUnplanned('1')).toBe(true);
  });
  test('waits until it may leave, and is taken back until a worker has it', () => {
    const leavesAt = '2026-03-02T10:00:08.000Z';
    const waits = requestAnswer(initialMessage, ids, text, toThem, 'h', leavesAt);
    const { state } = given(message, ...waits);
    const claimAt = (now: string) => claimSend(state, { worker: 'w', now, leaseUntil: '2026-03-02T10:02:00.000Z' });
    expect(undoUntil(state)).toBe(leavesAt);
    expect(claimAt('2026-03-02T10:00:07.999Z')).toEqual([]);
    const claimed = claimAt(leavesAt);
    expect(claimed).toMatchObject([{ type: 'SendClaimed', data: { attempt: 1 } }]);
    given(message, ...waits, ...claimed)
      .when(takeBackAnswer)
      .refuses('conflict', /cannot be stopped/);
    const takenBack = takeBackAnswer(state);
    expect(takenBack).toEqual([
      { type: 'MessageCancelled', data: { reason: { code: 'taken_back_by_user' }, removal: null } },
    ]);
    const after = given(message, ...waits, ...takenBack).state;
    expect([takeBackAnswer(after), undoUntil(after), isTakenBack(after)]).toEqual([[], null, true]);
  });
  test('needs an address', () => {
    given(message)
      .when((now) => requestAnswer(now, ids, text, null, null))
      .refuses('illegal', /no email address/);
  });
  test.each([
    ['A vest', 'Re: A vest'],
    ['Re: A vest', 'Re: A vest'],
    ['AW: RE: re[2]: A vest', 'Re: A vest'],
    ['Regarding a vest', 'Re: Regarding a vest'],
  ])('the subject of %s is %s', (subject, answer) => {
    expect(answerSubject(subject)).toBe(answer);
  });
});

describe('a draft of an answer', () => {
  const request = (requestId: string, wish: string | null = null): ConversationEvent => ({
    ...{ type: 'AnswerDraftRequested', data: { requestId }, personal: { wish } },
  });
  const asked: ConversationEvent[] = [received('m1'), request('d1')];
  test('a second request joins the first, and one that was lost is asked for again', () => {
    given(conversation, ...asked)
      .when((state) => requestDraft(state, { requestId: 'd2', wish: null }, at(2)))
      .gives();
    given(conversation, ...asked)
      .when((state) => requestDraft(state, { requestId: 'd2', wish: null }, at(30)))
      .gives(request('d2'));
    given(conversation)
      .when((state) => requestDraft(state, { requestId: 'd1', wish: null }, at(0)))
      .refuses('not_found');
  });
  test('another wish replaces the request, and erasure removes it', () => {
    given(conversation, ...asked)
      .when((state) => requestDraft(state, { requestId: 'd2', wish: 'Say yes.' }, at(2)))
      .gives(request('d2', 'Say yes.'));
    const { state } = given(conversation, received('m1'), request('d2', 'Say yes.'));
    expect(state.draft?.wish).toBe('Say yes.');
    const erased = given(conversation, received('m1'), request('d2', 'Say yes.'), { type: 'PersonErased', data: {} });
    expect(erased.state.draft?.wish).toBeNull();
  });
  test('one that was lost is shown as failed', () => {
    const state = [...asked].reduce(
      (now, event) => conversation.evolve(now, { ...event, at: at(0) } as never),
      conversation.initial,
    );
    expect(draftView({ state }, [], at(4))?.status).toBe('open');
    expect(draftView({ state }, [], at(6))).toEqual({
      ...{ id: 'd1', status: 'failed', body: null },
      reason: 'The draft did not arrive. Ask for it again.',
      flaws: [],
    });
  });
  test('ends once', () => {
    const done: ConversationEvent = { type: 'AnswerDrafted', data: { requestId: 'd1' }, personal: { body: 'Hello' } };
    given(conversation, ...asked)
      .when((state) => concludeDraft(state, 'd1', { body: 'Hello' }))
      .gives(done);
    for (const history of [[...asked, done], asked.slice(0, 1)])
      given(conversation, ...history)
        .when((state) => concludeDraft(state, 'd1', { failed: { code: 'late' } }))
        .gives();
    given(conversation, ...asked, { type: 'PersonErased', data: {} })
      .when((state) => concludeDraft(state, 'd1', { body: 'Hello' }))
      .gives({ ...done, personal: null });
  });
});
