/**
 * What came back from one partner in one campaign: received mails, what they say, and whether somebody has looked at them. The mails that
 * were sent are messages of their own; the screen shows both in one thread.
 *
 * The stream is `conversation-<campaign>.<partner>`. Texts lie under the partner's key. A thread is read from the events: of its texts the state
 * holds the beginning of the newest, and all of them in the form in which they are searched.
 */
import { z } from 'zod';
import { isAnswer } from '../messages/answer.ts';
import { cutText } from '../shared/cutText.ts';
import type { Aggregate, EventOf, MayBeUnreadable, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import { UNREADABLE } from '../shared/unreadable.ts';
import { isAutomaticLabel, REPLY_LABELS, type ReplyLabel } from './labels.ts';
import { newPartOf } from './newPart.ts';

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
  /** Sanitized. */
  html: z.string().nullable(),
  /** Its Message-ID, and those that it names in References, which an answer continues. A Message-ID may name its sender's computer. */
  internetMessageId: z.string().nullable(),
  references: z.array(z.string()),
  /** Its attachments; what is in them lies in vault.received_files, where it is kept. `size`: in bytes; null: not known. */
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number().nullable() })),
});
export type MailText = z.infer<typeof mailText>;

export const conversationDefinitions = {
  /**
   * `receivedId`: the same mail has the same one, however it was read. `messageId`: our message that it belongs to. `automatic`: a program
   * wrote it. `truncated`: it was longer than what is kept. `unparsed`: no program could read more than its headers.
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
    }),
    personal: mailText,
  },
  ReplyClassified: { version: 1, data: z.object({ receivedId, label, by: z.enum(['ai', 'rules']) }) },
  /** The user's word: only a newer mail gives the conversation another label. */
  ReplyLabelSet: { version: 1, data: z.object({ label }) },
  ConversationRead: { version: 1, data: z.object({}) },
  ConversationMarkedUnread: { version: 1, data: z.object({}) },
  ConversationDone: { version: 1, data: z.object({}) },
  ConversationReopened: { version: 1, data: z.object({}) },
  /** The user asked the AI for an answer to send. */
  AnswerDraftRequested: { version: 1, data: z.object({ requestId: z.string() }) },
  AnswerDrafted: { version: 1, data: z.object({ requestId: z.string() }), personal: z.object({ body: z.string() }) },
  AnswerDraftFailed: { version: 1, data: z.object({ requestId: z.string(), reason: z.string() }) },
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
};

export type ConversationState = MayBeUnreadable & {
  campaignId: string;
  partnerId: string;
  /** In the order in which they were recorded. */
  received: readonly ReceivedMail[];
  /** A person wrote something that was not read, or the user marked it so: reports and automatic answers alone are no news. */
  unread: boolean;
  markedUnread: boolean;
  /** How many of the received mails were there when it was read. */
  readMails: number;
  done: boolean;
  /** `mails`: how many there were by then. */
  label: { label: ReplyLabel; by: 'ai' | 'rules' | 'user'; at: string; mails: number } | null;
  /** Of the newest mail, by when its mailbox had it. */
  lastReceivedAt: string | null;
  last: { from: string; fromName: string | null; subject: string; text: string; unparsed: boolean } | null;
  /** All received mails as a search looks through them (searchable()); of very many the newest. */
  searched: string;
  /** The newest draft of an answer that the AI was asked for. */
  draft: {
    id: string;
    at: string;
    status: 'open' | 'done' | 'failed';
    body: string | null;
    reason: string | null;
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
  lastReceivedAt: null,
  last: null,
  searched: '',
  draft: null,
  erased: false,
};

const isByPerson = ({ automatic, label }: ReceivedMail): boolean => !automatic && !isAutomaticLabel(label);

/** So much is searched: some hundred long letters. */
const MOST_SEARCHED = 200_000;

/** A text, or a word that is looked for, as they are compared: in lower case, with each letter written in one way. */
export const searchable = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

const withSearched = (before: string, { from, fromName, subject, text, files }: MailText): string =>
  `${before}\n${searchable([fromName ?? '', from, subject, text, ...files.map(({ name }) => name)].join(' '))}`
    .slice(-MOST_SEARCHED)
    .replace(/^[\uDC00-\uDFFF]/, '');

/** As much of a text as a list shows. */
const SNIPPET = 300;

const startOf = ({ from, fromName, subject, text }: MailText, unparsed: boolean) => ({
  ...{ from, fromName, subject, unparsed },
  text: cutText(
    cutText(newPartOf(text) || text, 4 * SNIPPET)
      .replace(/\s+/g, ' ')
      .trim(),
    SNIPPET,
  ),
});

/** Whether the user has labeled the conversation since the mail was in it, whatever the clock of its sender said. */
export const isDecided = ({ label, received }: Pick<ConversationState, 'label' | 'received'>, id: string): boolean =>
  label?.by === 'user' && received.slice(0, label.mails).some((mail) => mail.id === id);

/**
 * The label of a conversation after one of its mails got its own (`received`: with it). A person's mail weighs more than a program's, then
 * the newest counts. The user's word holds until the person writes again.
 */
function labelAfter(
  label: ConversationState['label'],
  received: readonly ReceivedMail[],
  { receivedId: id, label: given, by }: { receivedId: string; label: ReplyLabel; by: 'ai' | 'rules' },
  at: string,
): ConversationState['label'] {
  const labeled = received.filter((mail) => mail.label !== null);
  const byPeople = labeled.filter((mail) => !isAutomaticLabel(mail.label));
  const newest = (byPeople.length > 0 ? byPeople : labeled).reduce<ReceivedMail | null>(
    (latest, mail) => (latest && latest.at > mail.at ? latest : mail),
    null,
  );
  if (newest?.id !== id) return label;
  if (label?.by === 'user' && (isAutomaticLabel(given) || isDecided({ label, received }, id))) return label;
  return { label: given, by, at, mails: received.length };
}

/** A mail may get its label later, and then be no reply. */
function evolve(state: ConversationState, event: Recorded<ConversationEvent>): ConversationState {
  const after = evolveRest(state, event);
  return { ...after, unread: after.markedUnread || after.received.slice(after.readMails).some(isByPerson) };
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
        received: [...state.received, { id, messageId, at, automatic, label: null }],
        done: state.done && automatic,
        lastReceivedAt: newest ? at : state.lastReceivedAt,
        last: newest ? event.personal && startOf(event.personal, event.data.unparsed) : state.last,
        searched: event.personal ? withSearched(state.searched, event.personal) : state.searched,
      };
    }
    case 'ReplyClassified': {
      const { receivedId: id, label: given } = event.data;
      const received = state.received.map((mail) => (mail.id === id ? { ...mail, label: given } : mail));
      return { ...state, received, label: labelAfter(state.label, received, event.data, event.at) };
    }
    case 'ReplyLabelSet':
      return {
        ...state,
        label: { label: event.data.label, by: 'user', at: event.at, mails: state.received.length },
      };
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
      return { ...state, draft: { id, at: event.at, status: 'open', body: null, reason: null } };
    }
    case 'AnswerDrafted':
      return { ...state, draft: state.draft && { ...state.draft, status: 'done', body: event.personal?.body ?? null } };
    case 'AnswerDraftFailed':
      return { ...state, draft: state.draft && { ...state.draft, status: 'failed', reason: event.data.reason } };
    case 'PersonErased':
      return { ...state, last: null, searched: '', draft: state.draft && { ...state.draft, body: null }, erased: true };
  }
}

export const conversation: Aggregate<ConversationState, ConversationEvent> = {
  kind: 'conversation',
  definitions: conversationDefinitions,
  projectionVersion: 7,
  initial,
  evolve,
};

/** The conversation that a message belongs to. */
export const conversationOf = (messageId: string): string => messageId.split('.').slice(0, 2).join('.');

/** More mails than people write: from a program that runs wild the log takes no more. */
export const MOST_MAILS = 500;

export type IncomingMail = Extract<ConversationEvent, { type: 'MailReceived' }>['data'] & { personal: MailText | null };

/** A mail that came in. The same one again is no event, and nothing is kept of a person who was erased. */
export function recordMail(
  state: ConversationState,
  { personal, ...data }: IncomingMail,
  byRules: ReplyLabel | null,
): ConversationEvent[] {
  if (state.erased || state.received.length >= MOST_MAILS) return [];
  if (state.received.some(({ id }) => id === data.receivedId)) return [];
  const received: ConversationEvent = { type: 'MailReceived', data, personal: state.unreadable ? null : personal };
  if (byRules === null) return [received];
  const { receivedId: id } = data;
  return [received, { type: 'ReplyClassified', data: { receivedId: id, label: byRules, by: 'rules' } }];
}

/** What a mail says. Once that is known, a second answer is no event. */
export function classifyReply(
  state: ConversationState,
  id: string,
  given: ReplyLabel,
  by: 'ai' | 'rules',
): ConversationEvent[] {
  const mail = state.received.find((one) => one.id === id);
  if (!mail || mail.label !== null) return [];
  return [{ type: 'ReplyClassified', data: { receivedId: id, label: given, by } }];
}

function mustExist({ received }: ConversationState): void {
  if (received.length === 0) throw new Refused('not_found', 'Conversation not found');
}

export function setReplyLabel(state: ConversationState, given: ReplyLabel): ConversationEvent[] {
  mustExist(state);
  if (state.label?.by === 'user' && state.label.label === given) return [];
  return [{ type: 'ReplyLabelSet', data: { label: given } }];
}

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
  return state.done ? [] : [{ type: 'ConversationDone', data: {} }];
}

export function reopenConversation(state: ConversationState): ConversationEvent[] {
  mustExist(state);
  return state.done ? [{ type: 'ConversationReopened', data: {} }] : [];
}

/** A draft that is under way for so long is joined by a second request; its job may be lost after that. */
const DRAFT_JOINS_MS = 5 * 60_000;

/** Whether a draft is still under way, and not lost, at `now` (ISO 8601). */
export const isDrafting = ({ draft }: Pick<ConversationState, 'draft'>, now: string): boolean =>
  draft?.status === 'open' && Date.parse(now) - Date.parse(draft.at) < DRAFT_JOINS_MS;

/** Asks the AI for an answer. A second request joins one that is under way. */
export function requestDraft(state: ConversationState, requestId: string, now: string): ConversationEvent[] {
  mustExist(state);
  if (state.erased) throw new Refused('illegal', 'This person was erased; nothing can be sent.');
  if (state.unreadable) throw new Refused('illegal', `${UNREADABLE}.`);
  if (isDrafting(state, now)) return [];
  return [{ type: 'AnswerDraftRequested', data: { requestId } }];
}

/** What came of a request; of one that was replaced, or ended before, nothing does. */
export function concludeDraft(
  { draft, erased, unreadable }: ConversationState,
  requestId: string,
  result: { body: string } | { failed: string },
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

/** The messages that a program answered, and no person did: as far as is known they have no reply. */
export const answeredByProgramsAlone = ({ received }: ConversationState): string[] => {
  const byPeople = new Set(received.filter(isByPerson).flatMap((mail) => [mail.messageId, countsFor(received, mail)]));
  return [...new Set(received.map(({ messageId }) => messageId))].filter((id) => !byPeople.has(id));
};
