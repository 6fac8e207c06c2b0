/**
 * The received mails of one partner in one campaign, their labels, and whether somebody has read them. The mails that were sent are messages of their
 * own; the screen shows both in one thread.
 *
 * The stream is `conversation-<campaign>.<partner>`. Texts lie under the partner's key. A thread is read from the events. The state holds the
 * beginning of the newest text, and all texts in search form.
 */
import { z } from 'zod';
import { isAnswer } from '../messages/answer.ts';
import { isAutomaticLabel, REPLY_LABELS, type ReplyLabel } from '../messages/replyLabels.ts';
import { LEGAL_RIGHTS, type LegalRequest } from '../privacy/legalRequest.ts';
import { HOLD_SIGNS, type HoldSign } from '../shared/doNotContact.ts';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { cutText } from '../shared/format.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import { OFFERED, type OfferLabel } from './offers.ts';
import { ASKED_BY, type ByRules, mainQuestion, type Question, signOf } from './question.ts';
import { type Want, wantData, wantPersonal } from './wants.ts';

/** By which way a mail came in: the Gmail API, a mailbox that speaks IMAP, or SendGrid's Inbound Parse. */
export const MAIL_SOURCES = ['gmail', 'imap', 'inbound'] as const;
export type MailSourceName = (typeof MAIL_SOURCES)[number];

const label = z.enum(REPLY_LABELS);
const receivedId = z.string();

const mailText = z.object({
  from: z.string(),
  fromName: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  /** Of the text: what its writer wrote now (newPart.ts). */
  newPart: z.string(),
  /** Sanitized. */
  html: z.string().nullable(),
  /** Its Message-ID, and those that it names in References, which an answer continues. A Message-ID may name its sender's computer. */
  internetMessageId: z.string().nullable(),
  references: z.array(z.string()),
  /** Where its writer wants answers (Reply-To); null: where it came from. */
  replyTo: z.string().nullable(),
  /** Who else got it (To and Cc). */
  copies: z.array(z.string()),
  /** Its attachments; what is in them lies in vault.received_files, where it is kept. `size`: in bytes; null: not known. */
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number().nullable() })),
});
export type MailText = z.infer<typeof mailText>;

export const conversationDefinitions = {
  /**
   * `receivedId`: the same mail has the same one, however it was read. `messageId`: our message that it belongs to. `automatic`: a program
   * wrote it. `truncated`: it was longer than what is kept. `unparsed`: no program could read more than its headers. `kept`: its attachments in the
   * vault, each by its number and the SHA-256 of its encrypted bytes.
   */
  MailReceived: {
    version: 1,
    data: z.object({
      receivedId,
      messageId: z.string(),
      receivedAt: z.string(),
      source: z.enum(MAIL_SOURCES),
      automatic: z.boolean(),
      truncated: z.boolean(),
      unparsed: z.boolean(),
      kept: z.array(z.object({ number: z.number(), sha256: z.string() })),
    }),
    personal: mailText,
  },
  /** `label`: the main one of `wants`. Rules say no more than a label. `said`: the evidence, in the order of `wants`. */
  ReplyClassified: {
    version: 1,
    data: z.object({ receivedId, label, by: z.enum(['ai', 'rules']), wants: z.array(wantData) }),
    personal: wantPersonal,
  },
  /** The user's word: only a newer mail gives the conversation another label. */
  ReplyLabelSet: { version: 1, data: z.object({ label }) },
  /** A mail shows a weak sign: the user says whether it is true (question.ts). */
  QuestionAsked: {
    version: 1,
    data: z.object({
      ...{ receivedId, sign: z.enum(HOLD_SIGNS), by: z.enum(ASKED_BY) },
      right: z.enum(LEGAL_RIGHTS).optional(),
    }),
  },
  /** Nobody has answered for days. */
  QuestionRepeated: { version: 1, data: z.object({}) },
  /** The AI read the mail, and it does not say so. */
  QuestionWithdrawn: { version: 1, data: z.object({ receivedId }) },
  /** `sign`: whose open questions are closed; null: all, because a label of the user says more. */
  QuestionsAnswered: {
    version: 1,
    data: z.object({ confirmed: z.boolean(), sign: z.enum(HOLD_SIGNS).nullable() }),
  },
  /** The user has done what the law asks. */
  LegalRequestDone: { version: 1, data: z.object({}) },
  /** The user's answer to what the thread offered (offers.ts). */
  OfferAnswered: {
    version: 1,
    data: z.object({ receivedId, label: z.enum(OFFERED), taken: z.boolean() }),
  },
  ConversationRead: { version: 1, data: z.object({}) },
  ConversationMarkedUnread: { version: 1, data: z.object({}) },
  ConversationDone: { version: 1, data: z.object({}) },
  ConversationReopened: { version: 1, data: z.object({}) },
  /** The user asked the AI for an answer to send. `wish`: what it should say. */
  AnswerDraftRequested: {
    version: 1,
    data: z.object({ requestId: z.string() }),
    personal: z.object({ wish: z.string().nullable() }),
  },
  AnswerDrafted: { version: 1, data: z.object({ requestId: z.string() }), personal: z.object({ body: z.string() }) },
  AnswerDraftFailed: { version: 1, data: z.object({ requestId: z.string(), reason: reasonSchema }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type ConversationEvent = EventOf<typeof conversationDefinitions>;

/** A received mail without its text. */
export type ReceivedMail = {
  id: string;
  messageId: string;
  at: string;
  automatic: boolean;
  label: ReplyLabel | null;
  /** What the AI found in it, the weightiest first. */
  wants: readonly Want[];
  /** The offers that the user has answered. */
  answered: readonly OfferLabel[];
  /** Signs that the user said it does not show. */
  denied: readonly HoldSign[];
};

/** Whether no person wrote it, as far as is known. */
export const isOfProgram = ({ automatic, label }: Pick<ReceivedMail, 'automatic' | 'label'>): boolean =>
  automatic || isAutomaticLabel(label);

const isDenied = ({ denied }: ReceivedMail, given: ReplyLabel): boolean =>
  denied.some((sign) => sign === signOf(given));

export type ConversationState = MayBeUnreadable & {
  campaignId: string;
  partnerId: string;
  /** In the order in which they were recorded. */
  received: readonly ReceivedMail[];
  /** A person wrote something unread, or the user marked it so. Reports and automatic answers alone are no news. */
  unread: boolean;
  markedUnread: boolean;
  /** The number of received mails when it was read. */
  readMails: number;
  done: boolean;
  label: { label: ReplyLabel; by: 'ai' | 'rules' | 'user'; at: string } | null;
  /** The number of received mails when the user last chose a label. */
  decidedMails: number;
  legalRequest: LegalRequest | null;
  /** The user moved a follow-up to a day that the person named: a new reply stops it again. */
  moved: boolean;
  /** Open ones (question.ts). */
  questions: readonly Question[];
  /** When the oldest open one was asked, or repeated (ISO 8601); null: none is open. */
  askedAt: string | null;
  /** The newest mail's arrival in its mailbox. */
  lastReceivedAt: string | null;
  last: { from: string; fromName: string | null; subject: string; text: string; unparsed: boolean } | null;
  /** All received mails as a search looks through them (searchable()); of very many the newest. */
  searched: string;
  /** The newest draft of an answer that the AI was asked for. */
  draft: {
    id: string;
    at: string;
    status: 'open' | 'done' | 'failed';
    wish: string | null;
    body: string | null;
    reason: Reason | null;
  } | null;
  erased: boolean;
};

const initial: ConversationState = {
  campaignId: '',
  partnerId: '',
  received: [],
  unread: false,
  markedUnread: false,
  readMails: 0,
  done: false,
  label: null,
  decidedMails: 0,
  legalRequest: null,
  moved: false,
  questions: [],
  askedAt: null,
  lastReceivedAt: null,
  last: null,
  searched: '',
  draft: null,
  erased: false,
};

/** So much is searched: some hundred long letters. */
const MOST_SEARCHED = 200_000;

/** The form in which texts and search words are compared: lower case, with each letter written in one way. */
export const searchable = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

const withSearched = (before: string, { from, fromName, subject, text, files }: MailText): string =>
  `${before}\n${searchable([fromName ?? '', from, subject, text, ...files.map(({ name }) => name)].join(' '))}`
    .slice(-MOST_SEARCHED)
    .replace(/^[\uDC00-\uDFFF]/, '');

/** As much of a text as a list shows. */
const SNIPPET = 300;

const startOf = ({ from, fromName, subject, text, newPart }: MailText, unparsed: boolean) => ({
  ...{ from, fromName, subject, unparsed },
  text: cutText(
    cutText(newPart || text, 4 * SNIPPET)
      .replace(/\s+/g, ' ')
      .trim(),
    SNIPPET,
  ),
});

/** Whether the user chose a label since the mail was in it, whatever its sender's clock said. */
export const isDecided = (
  { decidedMails, received }: Pick<ConversationState, 'decidedMails' | 'received'>,
  id: string,
): boolean => received.slice(0, decidedMails).some((mail) => mail.id === id);

/**
 * The label of a conversation after one of its mails got its own (`received`: with it). A person's mail weighs more than a program's, then
 * the newest counts. The user's word holds until the person writes again.
 */
function labelAfter(
  { label, decidedMails }: ConversationState,
  received: readonly ReceivedMail[],
  { receivedId: id, label: given, by }: { receivedId: string; label: ReplyLabel; by: 'ai' | 'rules' },
  at: string,
): ConversationState['label'] {
  const labeled = received.filter((mail) => mail.label !== null);
  const byPeople = labeled.filter((mail) => !isOfProgram(mail));
  const newest = (byPeople.length > 0 ? byPeople : labeled).reduce<ReceivedMail | null>(
    (latest, mail) => (latest && latest.at > mail.at ? latest : mail),
    null,
  );
  if (newest?.id !== id) return label;
  if (isDecided({ decidedMails, received }, id) || (label?.by === 'user' && isAutomaticLabel(given))) return label;
  return { label: given, by, at };
}

function evolve(state: ConversationState, event: Recorded<ConversationEvent>): ConversationState {
  const after = evolveRest(state, event);
  const isNews = ({ automatic }: ReceivedMail) => !automatic;
  return { ...after, unread: after.markedUnread || after.received.slice(after.readMails).some(isNews) };
}

const UNSAID = { quote: null, name: null, email: null };

/** The request in a mail. An earlier one that is open keeps its date. */
function legalRequestIn({ legalRequest }: ConversationState, { id, at, wants }: ReceivedMail): LegalRequest {
  const right = wants.find(({ label }) => label === 'legal_request')?.right ?? null;
  if (legalRequest?.doneAt === null) return { ...legalRequest, right: legalRequest.right ?? right };
  return { receivedId: id, at, right, doneAt: null };
}

function askedLegally(
  state: ConversationState,
  asked: { receivedId: string; right?: LegalRequest['right'] | undefined },
) {
  const mail = state.received.find(({ id }) => id === asked.receivedId);
  const found = mail ? legalRequestIn(state, mail) : state.legalRequest;
  return found && { ...found, right: found.right ?? asked.right ?? null };
}

/** The request goes with its question, to the next mail that is asked about. */
function legalRequestWithout(
  state: ConversationState,
  gone: readonly Question[],
  left: readonly Question[],
): LegalRequest | null {
  const isLegal = (one: Question) => one.sign === 'legal_request';
  if (!gone.some((one) => isLegal(one) && one.receivedId === state.legalRequest?.receivedId)) return state.legalRequest;
  const next = left.find(isLegal);
  return next ? askedLegally({ ...state, legalRequest: null }, next) : null;
}

/** The label that a weak sign gave, and that the user denies, goes with the question. */
function withoutQuestions(
  state: ConversationState,
  { confirmed, sign }: { confirmed: boolean; sign: HoldSign | null },
): ConversationState {
  const { received, label } = state;
  const questions = state.questions.filter((one) => sign === null || one.sign === sign);
  const left = state.questions.filter((one) => !questions.includes(one));
  const denied = (given: ReplyLabel | null, asked: readonly Question[]): boolean =>
    !confirmed && asked.some((one) => given !== null && one.sign === signOf(given));
  const labelOf = ({ id, label: given }: ReceivedMail): ReplyLabel | null => {
    const asked = questions.filter(({ receivedId: of }) => of === id);
    if (denied(given, asked)) return null;
    return (confirmed && mainQuestion(asked)?.sign) || given;
  };
  const deniedOf = ({ id, denied: before }: ReceivedMail): readonly HoldSign[] =>
    confirmed ? before : [...before, ...questions.filter((one) => one.receivedId === id).map((one) => one.sign)];
  return {
    ...state,
    received: received.map((mail) => ({ ...mail, label: labelOf(mail), denied: deniedOf(mail) })),
    legalRequest: confirmed ? state.legalRequest : legalRequestWithout(state, questions, left),
    label: label && label.by !== 'user' && denied(label.label, questions) ? null : label,
    // a no to one sign is no word on anything else
    decidedMails: sign === null ? received.length : state.decidedMails,
    questions: left,
    askedAt: left.length > 0 ? state.askedAt : null,
  };
}

function evolveRest(state: ConversationState, event: Recorded<ConversationEvent>): ConversationState {
  switch (event.type) {
    case 'MailReceived': {
      const { receivedId: id, messageId, receivedAt: at, automatic } = event.data;
      const [campaignId = '', partnerId = ''] = messageId.split('.');
      const newest = state.lastReceivedAt === null || at >= state.lastReceivedAt;
      return {
        ...state,
        campaignId,
        partnerId,
        received: [
          ...state.received,
          { id, messageId, at, automatic, label: null, wants: [], answered: [], denied: [] },
        ],
        done: state.done && automatic,
        lastReceivedAt: newest ? at : state.lastReceivedAt,
        last: newest ? event.personal && startOf(event.personal, event.data.unparsed) : state.last,
        searched: event.personal ? withSearched(state.searched, event.personal) : state.searched,
      };
    }
    case 'ReplyClassified': {
      const { receivedId: id, label: given } = event.data;
      const said = event.personal?.said ?? [];
      const wants = event.data.wants.map((want, at) => ({ ...want, ...(said[at] ?? UNSAID) }));
      const received = state.received.map((mail) =>
        mail.id === id ? { ...mail, label: isDenied(mail, given) ? null : given, wants } : mail,
      );
      return { ...state, received, label: labelAfter(state, received, event.data, event.at) };
    }
    case 'ReplyLabelSet': {
      const { label: given } = event.data;
      const newest = state.received.at(-1);
      const corrected = state.label?.label === 'legal_request' ? null : state.legalRequest;
      return {
        ...state,
        label: { label: given, by: 'user', at: event.at },
        decidedMails: state.received.length,
        legalRequest: given === 'legal_request' && newest ? legalRequestIn(state, newest) : corrected,
      };
    }
    case 'LegalRequestDone':
      return { ...state, legalRequest: state.legalRequest && { ...state.legalRequest, doneAt: event.at } };
    case 'OfferAnswered': {
      const { receivedId: id, label: offered, taken } = event.data;
      return {
        ...state,
        received: state.received.map((mail) =>
          mail.id === id ? { ...mail, answered: [...mail.answered, offered] } : mail,
        ),
        moved: state.moved || (taken && offered === 'later'),
      };
    }
    case 'QuestionAsked':
      return {
        ...state,
        legalRequest: event.data.sign === 'legal_request' ? askedLegally(state, event.data) : state.legalRequest,
        questions: [...state.questions, event.data],
        askedAt: state.askedAt ?? event.at,
        markedUnread: true,
        done: false,
      };
    case 'QuestionRepeated':
      return { ...state, askedAt: event.at, markedUnread: true, done: false };
    case 'QuestionWithdrawn': {
      const { receivedId } = event.data;
      const questions = state.questions.filter((one) => one.receivedId !== receivedId);
      const withdrawn = state.questions.filter((one) => !questions.includes(one));
      const legalRequest = legalRequestWithout(state, withdrawn, questions);
      return { ...state, questions, legalRequest, askedAt: questions.length > 0 ? state.askedAt : null };
    }
    case 'QuestionsAnswered':
      return withoutQuestions(state, event.data);
    case 'ConversationRead':
      return { ...state, markedUnread: false, readMails: state.received.length };
    case 'ConversationMarkedUnread':
      return { ...state, markedUnread: true };
    case 'ConversationDone':
      return { ...state, done: true, markedUnread: false, readMails: state.received.length };
    case 'ConversationReopened':
      return { ...state, done: false };
    case 'AnswerDraftRequested': {
      const { requestId: id } = event.data;
      const wish = event.personal?.wish ?? null;
      return { ...state, draft: { id, at: event.at, status: 'open', wish, body: null, reason: null } };
    }
    case 'AnswerDrafted':
      return { ...state, draft: state.draft && { ...state.draft, status: 'done', body: event.personal?.body ?? null } };
    case 'AnswerDraftFailed':
      return { ...state, draft: state.draft && { ...state.draft, status: 'failed', reason: event.data.reason } };
    case 'PersonErased':
      return {
        ...state,
        last: null,
        searched: '',
        received: state.received.map((mail) => ({
          ...mail,
          wants: mail.wants.map((want) => ({ ...want, ...UNSAID })),
        })),
        legalRequest: null,
        questions: [],
        askedAt: null,
        draft: state.draft && { ...state.draft, wish: null, body: null },
        erased: true,
      };
  }
}

export const conversation: Aggregate<ConversationState, ConversationEvent> = {
  kind: 'conversation',
  definitions: conversationDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

export const conversationOf = (messageId: string): string => messageId.split('.').slice(0, 2).join('.');

/** More mails than people write: from a program that runs wild the log takes no more. */
export const MOST_MAILS = 500;

export type IncomingMail = Extract<ConversationEvent, { type: 'MailReceived' }>['data'] & { personal: MailText | null };

/** A mail that came in, and what rules say of it. The same one again is no event, and nothing is kept of a person who was erased. */
export function recordMail(
  state: ConversationState,
  { personal, ...data }: IncomingMail,
  { label: byRules, asks }: ByRules,
): ConversationEvent[] {
  if (state.erased || state.received.length >= MOST_MAILS) return [];
  if (state.received.some(({ id }) => id === data.receivedId)) return [];
  const { receivedId: id } = data;
  return [
    { type: 'MailReceived', data, personal: state.unreadable ? null : personal },
    ...(byRules ? [classified(id, { label: byRules, by: 'rules' })] : []),
    ...asks.map((one) => ({ type: 'QuestionAsked', data: { receivedId: id, ...one } }) as const),
  ];
}

type Reading = { label: ReplyLabel; by: 'ai' | 'rules'; wants?: readonly Want[] };

const classified = (receivedId: string, { label: given, by, wants = [] }: Reading): ConversationEvent => ({
  type: 'ReplyClassified',
  data: {
    ...{ receivedId, label: given, by },
    wants: wants.map((want) => ({ label: want.label, topic: want.topic, right: want.right, until: want.until })),
  },
  personal:
    wants.length === 0 ? null : { said: wants.map(({ quote, name, email }) => ({ quote: quote ?? '', name, email })) },
});

/** Labels a mail. Once that is known, a second answer is no event. */
export function classifyReply(state: ConversationState, id: string, reading: Reading): ConversationEvent[] {
  const mail = state.received.find((one) => one.id === id);
  if (!mail || mail.label !== null || state.erased) return [];
  return [classified(id, state.unreadable ? { ...reading, wants: [] } : reading)];
}

function mustExist({ received }: ConversationState): void {
  if (received.length === 0) throw new Refused({ code: 'no_conversation' });
}

export function setReplyLabel(state: ConversationState, given: ReplyLabel): ConversationEvent[] {
  mustExist(state);
  if (state.label?.by === 'user' && state.label.label === given) return [];
  return [{ type: 'ReplyLabelSet', data: { label: given } }];
}

/** The AI's label of a mail asks its own weak sign, and withdraws a question of words alone. `wary`: it withdraws none. */
export function questionsOfAi(
  { questions, received }: ConversationState,
  id: string,
  given: ReplyLabel,
  wary = false,
): ConversationEvent[] {
  const mail = received.find((one) => one.id === id);
  if (!mail || mail.automatic) return [];
  const own = questions.filter(({ receivedId: of }) => of === id);
  const sign = isDenied(mail, given) ? undefined : signOf(given);
  if (sign !== undefined && own.some((question) => question.sign === sign)) return [];
  return [
    ...(!wary && own.some(({ by }) => by === 'words')
      ? [{ type: 'QuestionWithdrawn', data: { receivedId: id } } as const]
      : []),
    ...(sign === undefined ? [] : [{ type: 'QuestionAsked', data: { receivedId: id, sign, by: 'ai' } } as const]),
  ];
}

/** The user answers the question that they saw: another one may have come since. */
export function mustBeAsked({ questions }: ConversationState, asked: Pick<Question, 'receivedId' | 'sign'>): void {
  const main = mainQuestion(questions);
  if (main?.sign !== asked.sign || main.receivedId !== asked.receivedId)
    throw new Refused({ code: 'question_changed' });
}

export const denyQuestions = ({ sign }: Pick<Question, 'sign'>): ConversationEvent[] => [
  { type: 'QuestionsAnswered', data: { confirmed: false, sign } },
];

/** The user has done what a confirmed request asks. A second time is no event. */
export function finishLegalRequest(state: ConversationState): ConversationEvent[] {
  if (state.legalRequest?.doneAt !== null) return [];
  if (state.questions.some(({ sign }) => sign === 'legal_request')) throw new Refused({ code: 'question_changed' });
  return [{ type: 'LegalRequestDone', data: {} }];
}

/** Refused when the mail offers no such thing, or it was answered. */
export function answerOffer(
  { received }: ConversationState,
  { receivedId, label: offered }: { receivedId: string; label: OfferLabel },
  taken: boolean,
): ConversationEvent[] {
  const mail = received.find(({ id }) => id === receivedId);
  const isOffered = mail?.wants.some((want) => want.label === offered) && !mail.answered.includes(offered);
  if (!isOffered) throw new Refused({ code: 'offer_changed' });
  return [{ type: 'OfferAnswered', data: { receivedId, label: offered, taken } }];
}

export const answerQuestions = ({ questions }: ConversationState, given: ReplyLabel): ConversationEvent[] =>
  questions.length > 0
    ? [{ type: 'QuestionsAnswered', data: { confirmed: mainQuestion(questions)?.sign === given, sign: null } }]
    : [];

/** An open question is shown as new again after so long. */
export const REPEATED_AFTER_MS = 3 * 86_400_000;

export const repeatQuestion = ({ askedAt, erased }: ConversationState, now: string): ConversationEvent[] =>
  askedAt !== null && !erased && Date.parse(now) - Date.parse(askedAt) >= REPEATED_AFTER_MS
    ? [{ type: 'QuestionRepeated', data: {} }]
    : [];

export function markRead(state: ConversationState): ConversationEvent[] {
  mustExist(state);
  return state.unread ? [{ type: 'ConversationRead', data: {} }] : [];
}

export function markUnread(state: ConversationState): ConversationEvent[] {
  mustExist(state);
  return state.unread ? [] : [{ type: 'ConversationMarkedUnread', data: {} }];
}

/** Nothing is left to do: it leaves the list until the person writes again. */
export function finishConversation(state: ConversationState): ConversationEvent[] {
  mustExist(state);
  if (state.legalRequest?.doneAt === null) throw new Refused({ code: 'legal_request_open' });
  return state.done ? [] : [{ type: 'ConversationDone', data: {} }];
}

export function reopenConversation(state: ConversationState): ConversationEvent[] {
  mustExist(state);
  return state.done ? [{ type: 'ConversationReopened', data: {} }] : [];
}

/** A second request joins a draft that is this young. After that its job may be lost. */
const DRAFT_JOINS_MS = 5 * 60_000;

/** Whether a draft is still under way, and not lost, at `now` (ISO 8601). */
export const isDrafting = ({ draft }: Pick<ConversationState, 'draft'>, now: string): boolean =>
  draft?.status === 'open' && Date.parse(now) - Date.parse(draft.at) < DRAFT_JOINS_MS;

/** Asks the AI for an answer. The same request joins one that is under way; another wish replaces it. */
export function requestDraft(
  state: ConversationState,
  { requestId, wish }: { requestId: string; wish: string | null },
  now: string,
): ConversationEvent[] {
  mustExist(state);
  if (state.erased) throw new Refused({ code: 'person_erased' });
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  if (isDrafting(state, now) && state.draft?.wish === wish) return [];
  return [{ type: 'AnswerDraftRequested', data: { requestId }, personal: { wish } }];
}

/** The result of a request. A request that was replaced or has ended gets none. */
export function concludeDraft(
  { draft, erased, unreadable }: ConversationState,
  requestId: string,
  result: { body: string } | { failed: Reason },
): ConversationEvent[] {
  if (draft?.id !== requestId || draft.status !== 'open') return [];
  if ('failed' in result) return [{ type: 'AnswerDraftFailed', data: { requestId, reason: result.failed } }];
  const personal = erased || unreadable ? null : { body: result.body };
  return [{ type: 'AnswerDrafted', data: { requestId }, personal }];
}

const isToAnswer = ({ messageId }: ReceivedMail): boolean => isAnswer(messageId.split('.')[2] ?? '');

/** The message that a mail counts as a reply to. A mail to an answer counts for the newest message before it that is no answer. */
const countsFor = (received: readonly ReceivedMail[], mail: ReceivedMail | undefined): string | undefined =>
  received.slice(0, mail && received.indexOf(mail) + 1).findLast((earlier) => !isToAnswer(earlier))?.messageId;

/** The message that a reply to an answer from the inbox counts for. It has mails of its own, so a label can take its reply back. */
export const outreachOfAnswer = ({ received }: ConversationState, answerId: string): string | undefined =>
  countsFor(
    received,
    received.findLast(({ messageId }) => messageId === answerId),
  );
