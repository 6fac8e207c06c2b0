/** What a reply wants: the AI's answer against the mail, what is offered, and what the law gives a date to. */
import { describe, expect, test } from 'vitest';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';
import { answerOffer, conversation, finishConversation } from '../../events/conversations/conversation.ts';
import { labelReplies } from '../../events/conversations/labelReply.ts';
import { legalRightIn } from '../../events/conversations/legalWords.ts';
import { offersOf } from '../../events/conversations/offers.ts';
import { holdOf } from '../../events/conversations/question.ts';
import { provedWants, type Want, wantsAnswer } from '../../events/conversations/wants.ts';
import { answeredSinceWanted } from '../../events/messages/answered.ts';
import { stillFollows } from '../../events/messages/followUp.ts';
import { message } from '../../events/messages/message.ts';
import { recordFoundReply } from '../../events/messages/messageEnd.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { mayMove, moveFollowUp } from '../../events/messages/moveFollowUp.ts';
import type { ChosenLabel, ReplyLabel } from '../../events/messages/replyLabels.ts';
import { answerBy } from '../../events/privacy/legalRequest.ts';
import { Refused } from '../../events/shared/refused.ts';
import { Input } from '../../worker/sandbox/openai/inputs.ts';
import { labelReply } from '../../worker/sandbox/openai/texts.ts';
import { fold } from '../support/scenario.ts';

const RECEIVED = '2026-11-23T09:30:00.000Z';
type Said = Parameters<typeof provedWants>[0][number];
const aWant = (label: ChosenLabel, quote: string, more: Partial<Said> = {}): Said => ({
  ...{ label, quote, topic: null, right: null, until: null, name: null, email: null },
  ...more,
});
const proved = (text: string, ...labels: Said[]) =>
  provedWants(labels, { newPart: text, subject: 'Re: A vest' }, RECEIVED);

describe('the answer of the AI', () => {
  const text = 'Sounds great!\nAsk Elin Berg, elin@nord.example. What’s the “fee”?';
  test.each<[string, Said, Partial<Want> | null]>([
    ['a quote over a line end', aWant('interested', 'Sounds great! Ask Elin'), { label: 'interested' }],
    ['other quotation marks', aWant('question', 'What\'s the "fee"?', { topic: 'price' }), { topic: 'price' }],
    ['other letters', aWant('question', 'WHAT’S THE', {}), { topic: 'other' }],
    ['words that are not there', aWant('unsubscribe', 'Stop writing'), null],
    ['no words', aWant('no', '  '), null],
    [
      'a name and an address',
      aWant('referral', 'Ask Elin Berg', { name: 'Elin Berg', email: 'Elin@nord.example' }),
      { name: 'Elin Berg', email: 'elin@nord.example' },
    ],
    [
      'an invented address',
      aWant('referral', 'Ask Elin Berg', { name: 'Elin Moe', email: 'elin@evil.example' }),
      { name: null, email: null },
    ],
    ['a part of an address', aWant('new_address', 'elin@nord.example', { email: 'in@nord.example' }), { email: null }],
    [
      'details of another label',
      aWant('interested', 'Sounds great', { name: 'Elin Berg', until: '2027-01-01', right: 'access' }),
      { name: null, until: null, right: null },
    ],
    ['a day', aWant('later', 'Ask', { until: '2027-03-01' }), { until: '2027-03-01' }],
    ['a day before the mail', aWant('later', 'Ask', { until: '2026-11-01' }), { until: null }],
    ['a day that is none', aWant('later', 'Ask', { until: '2027-02-30' }), { until: null }],
    ['a day far away', aWant('later', 'Ask', { until: '2036-02-01' }), { until: null }],
  ])('%s', (_, said, expected) => {
    const [want] = proved(text, said);
    if (expected === null) expect(want).toBeUndefined();
    else expect(want).toMatchObject(expected);
  });

  test('several labels: the heaviest is first, each is there once', () => {
    const many = (['no', 'question', 'legal_request', 'question', 'unsubscribe'] as const).map((one) =>
      aWant(one, 'fee'),
    );
    expect(proved(text, ...many).map(({ label }) => label)).toEqual(['legal_request', 'unsubscribe', 'question', 'no']);
  });

  test('a mail with a subject alone is read by it', () => {
    const mail = { newPart: '', subject: 'Please stop' };
    expect(provedWants([aWant('unsubscribe', 'please stop')], mail, RECEIVED)).toHaveLength(1);
  });

  test.each([
    ['Sounds great, tell me more.', ['interested']],
    ['What does it cost? And ask me again later.', ['later', 'question']],
    ['I am the wrong person. Ask Elin Berg (elin@nord.example) instead of me.', ['referral']],
    ['Under the GDPR, delete my data. Stop writing.', ['legal_request', 'unsubscribe']],
    ['Hm.', ['interested']],
  ])('of the sandbox to "%s" has its form and is proved', (newPart, labels) => {
    const answer = wantsAnswer.parse(labelReply(Input.parse({ reply: { subject: 'Re: A vest', text: newPart } })));
    expect(
      proved(newPart, ...answer.labels)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(labels);
  });
});

const came = (id: string, receivedAt = RECEIVED): ConversationEvent => ({
  type: 'MailReceived',
  data: {
    receivedId: id,
    messageId: 'c1.p1.1',
    receivedAt,
    source: 'gmail',
    automatic: false,
    truncated: false,
    unparsed: false,
    kept: [],
  },
  personal: null,
});
const byAi = (id: string, ...wants: Want[]) =>
  ({ by: 'ai', receivedId: id, label: wants[0]?.label as ReplyLabel, wants }) as const;
const want = (label: ReplyLabel, more: Partial<Want> = {}): Want => ({
  ...{ label, quote: 'Q', topic: null, right: null, until: null, name: null, email: null },
  ...more,
});
const stateAfter = (history: ConversationEvent[], ...events: ConversationEvent[]) =>
  fold(conversation, [...history, ...events]);

describe('offers', () => {
  const history = (...wants: Want[]): ConversationEvent[] => {
    const first = [came('m1')];
    return [...first, ...labelReplies(fold(conversation, first), {}, byAi('m1', ...wants)).conversation];
  };
  const offered = (...wants: Want[]) =>
    offersOf(stateAfter(history(...wants)).received, 'Ada@a.example').map(({ label }) => label);
  test.each<[string, Want, boolean]>([
    ['a referral with a name', want('referral', { name: 'Elin' }), true],
    ['a referral with an address', want('referral', { email: 'elin@nord.example' }), true],
    ['a referral to no one', want('referral'), false],
    ['a new address', want('new_address', { email: 'new@a.example' }), true],
    ['the present address', want('new_address', { email: 'ada@a.example' }), false],
    ['a later day', want('later', { until: '2027-03-01' }), true],
    ['no day', want('later'), false],
    ['interest', want('interested'), false],
  ])('%s', (_, one, is) => expect(offered(one)).toEqual(is ? [one.label] : []));

  test('are gone when answered or erased, and a later mail has its own day', () => {
    const before = history(want('referral', { name: 'Elin' }), want('later', { until: '2027-03-01' }));
    const state = stateAfter(before);
    const no = answerOffer(state, { receivedId: 'm1', label: 'referral' }, false);
    const left = stateAfter(before, ...no);
    expect(offersOf(left.received, null).map(({ label }) => label)).toEqual(['later']);
    expect(() => answerOffer(left, { receivedId: 'm1', label: 'referral' }, true)).toThrow(Refused);
    expect(offersOf(stateAfter(before, came('m2')).received, null).map(({ label }) => label)).toEqual(['referral']);
    const erased = stateAfter(before, { type: 'PersonErased', data: {} });
    expect(JSON.stringify(erased)).not.toMatch(/Elin|"Q"/);
  });
});

describe('a follow-up that is moved', () => {
  const followUp = {
    id: 'f',
    textId: 't',
    afterDays: 3,
    number: 1,
    follows: 'c1.p1.1',
    notBefore: '2026-11-25T00:00:00.000Z',
  };
  const stopped: MessageEvent[] = [
    { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: 'p1', step: '2', resendOf: null, followUp } },
    { type: 'MessageEdited', data: {}, personal: { subject: 'S', body: 'T' } },
    { type: 'MessageApproved', data: { textHash: 'h', by: 'follow_up' } },
    { type: 'MessageCancelled', data: { reason: { code: 'replied' }, removal: null } },
  ];
  const record = (events: MessageEvent[], at: string) => events.map((event) => ({ ...event, at, actor: '' }));
  const folded = (events: ReturnType<typeof record>) => events.reduce(message.evolve, message.initial);
  const first: MessageState = {
    ...message.initial,
    ...{ status: 'sent', campaignId: 'c1', partnerId: 'p1', step: '1', sentAt: '2026-11-20' },
    ...{ replied: true, repliedAt: '2026-11-23', repliedBy: 'mailbox' },
  };

  test('waits until then, is reviewed again, and is stopped by the next reply alone', () => {
    const before = folded(record(stopped, '2026-11-23'));
    expect(mayMove(before)).toBe(true);
    const moved = folded([
      ...record(stopped, '2026-11-20'),
      ...record(moveFollowUp(before, '2027-03-01'), '2026-11-24'),
    ]);
    expect(moved).toMatchObject({ status: 'drafted', approvedHash: null, notBefore: '2027-03-01T00:00:00.000Z' });
    expect([stillFollows(moved, first), stillFollows(before, first)]).toEqual([true, false]);
    expect(answeredSinceWanted(moved, [first])).toBeNull();
    expect(recordFoundReply(first)).toEqual([]);
    const again = recordFoundReply(first, true).map((event) => ({ ...event, at: '2026-11-30', actor: '' }));
    expect(answeredSinceWanted(moved, [again.reduce(message.evolve, first)])).toBe('replied');
  });

  test('that was ended otherwise stays', () => {
    const ended: MessageEvent = {
      type: 'MessageCancelled',
      data: { reason: { code: 'follow_ups_stopped' }, removal: null },
    };
    expect(moveFollowUp(folded(record([...stopped.slice(0, 3), ended], 'x')), '2027-03-01')).toEqual([]);
  });
});

describe('a legal request', () => {
  test.each([
    ['2026-11-23T09:30:00.000Z', '2026-12-23'],
    ['2026-12-31T23:59:00.000Z', '2027-01-31'],
    ['2027-01-31T00:00:00.000Z', '2027-02-28'],
    ['2028-01-30T00:00:00.000Z', '2028-02-29'],
  ])('of %s is answered by %s', (at, day) => expect(answerBy({ at })).toBe(day));

  const asked = (...wants: Want[]) => {
    const history = [came('m1')];
    return [...history, ...labelReplies(stateAfter(history), {}, byAi('m1', ...wants)).conversation];
  };

  test('holds when the AI names it, and the user ends it', () => {
    const history = asked(want('legal_request', { right: 'erasure' }));
    const state = stateAfter(history);
    expect([holdOf(state), state.legalRequest]).toEqual([
      'legal_request',
      { receivedId: 'm1', at: RECEIVED, right: 'erasure', doneAt: null },
    ]);
    const [question] = state.questions;
    if (!question) throw new Error('nothing is asked');
    const no = labelReplies(state, {}, { by: 'user', denies: true, asked: question });
    expect([no.hold, stateAfter(history, ...no.conversation).legalRequest]).toEqual([null, null]);
    const yes = labelReplies(state, {}, { by: 'user', label: 'legal_request', asked: question });
    expect(yes).toMatchObject({ hold: 'legal_request', says: undefined });
    const open = stateAfter(history, ...yes.conversation);
    expect(() => finishConversation(open)).toThrow(Refused);
    // a later mail, and its label, leave it
    const later = stateAfter(history, ...yes.conversation, came('m2'), {
      type: 'ReplyLabelSet',
      data: { label: 'legal_request' },
    });
    expect(later.legalRequest?.at).toBe(RECEIVED);
    const corrected = labelReplies(open, {}, { by: 'user', label: 'interested' });
    expect([corrected.hold, corrected.says]).toEqual([null, null]);
  });

  const ask = (receivedId: string): ConversationEvent => ({
    type: 'QuestionAsked',
    data: { receivedId, sign: 'legal_request', by: 'words' },
  });
  const confirmed: ConversationEvent[] = [
    { type: 'ReplyLabelSet', data: { label: 'legal_request' } },
    { type: 'QuestionsAnswered', data: { confirmed: true, sign: null } },
  ];

  test('that is open stays when the question of a later mail is denied or withdrawn', () => {
    const open = [came('m1'), ask('m1'), ...confirmed, came('m2', '2026-12-01T09:30:00.000Z'), ask('m2')];
    const asks = { receivedId: 'm2', sign: 'legal_request' } as const;
    const no = labelReplies(stateAfter(open), {}, { by: 'user', denies: true, asked: asks });
    expect(no.hold).toBe('legal_request');
    expect(stateAfter(open, ...no.conversation).legalRequest).toMatchObject({ at: RECEIVED, doneAt: null });
    const read = labelReplies(stateAfter(open), {}, byAi('m2', want('question')));
    expect(stateAfter(open, ...read.conversation).legalRequest).toMatchObject({ at: RECEIVED, doneAt: null });
  });

  test('is that of the next mail when the AI withdraws the question of the first', () => {
    const later = '2026-12-01T09:30:00.000Z';
    const both = [came('m1'), ask('m1'), came('m2', later), ask('m2'), came('m3', '2026-12-05T09:30:00.000Z')];
    const read = labelReplies(stateAfter(both), {}, byAi('m1', want('question')));
    const left = stateAfter(both, ...read.conversation);
    expect(left.legalRequest).toMatchObject({ receivedId: 'm2', at: later });
    expect(stateAfter(both, ...read.conversation, ...confirmed).legalRequest).toMatchObject({ at: later });
  });

  test.each<[string, Want[], 'unsubscribed' | undefined]>([
    ['erasure', [want('legal_request', { right: 'erasure' })], 'unsubscribed'],
    ['a complaint', [want('legal_request', { right: 'complaint' })], 'unsubscribed'],
    ['access', [want('legal_request', { right: 'access' })], undefined],
    ['access, and no more mail', [want('legal_request', { right: 'access' }), want('unsubscribe')], 'unsubscribed'],
  ])('%s: what done says of the address', (_, wants, says) => {
    const history = asked(...wants);
    const yes = labelReplies(stateAfter(history), {}, { by: 'user', label: 'legal_request' });
    const done = labelReplies(stateAfter(history, ...yes.conversation), {}, { by: 'user', finishes: 'legal_request' });
    expect(done).toMatchObject({ hold: null, says, conversation: [{ type: 'LegalRequestDone' }] });
    const finished = stateAfter(history, ...yes.conversation, ...done.conversation);
    expect(labelReplies(finished, {}, { by: 'user', finishes: 'legal_request' }).conversation).toEqual([]);
  });
});

describe('words of a legal request', () => {
  test.each([
    ['Please delete all my personal data.', 'erasure'],
    ['Under Article 17 GDPR I ask you to erase what you hold on me.', 'erasure'],
    ['Bitte löschen Sie meine Daten.', 'erasure'],
    ['Ich bitte um Löschung meiner Daten gemäß Art. 17 DSGVO.', 'erasure'],
    ['Merci de supprimer mes données.', 'erasure'],
    ['This is a subject access request.', 'access'],
    ['Where did you get my email address?', 'access'],
    ['Woher haben Sie meine E-Mail-Adresse?', 'access'],
    ['Auskunft nach Art. 15 DSGVO, bitte.', 'access'],
    ['I will complain to the ICO about this, you break data protection law.', 'complaint'],
    ['Ich werde Beschwerde bei der Datenschutzbehörde einlegen.', 'complaint'],
    ['Ich widerspreche der Verarbeitung meiner Daten nach Art. 21 DSGVO.', 'erasure'],
    ['Proszę o usunięcie moich danych osobowych.', 'erasure'],
    ['¿De dónde han sacado mi correo?', 'access'],
    ['Hoe komen jullie aan mijn gegevens?', 'access'],
    ['Unerlaubte Werbung, § 7 UWG. Ich behalte mir eine Abmahnung vor.', 'complaint'],
    ['I was surprised to hear from you and would like you to delete all of my\npersonal data.', 'erasure'],
    ['Hiermit fordere ich Sie höflich auf, sämtliche meiner persönlichen\nDaten zu löschen.', 'erasure'],
    ['Is your tool GDPR compliant?', null],
    ['Delete\n\nMy data', null],
    ['Ich habe meine Daten unten eingefügt.', null],
    ['Remove me from your list.', null],
    ['My lawyer friend would love one.', null],
    ['Sounds good, tell me more.', null],
    ['Our art 15 pieces are on show.', null],
    ['What data do you need from me?', null],
    ['We delete old posts each year.', null],
  ])('%s: %s', (newPart, right) => expect(legalRightIn({ newPart, subject: '' })).toBe(right));
});
