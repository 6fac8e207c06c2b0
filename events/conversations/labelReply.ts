import { labelDelivery } from '../messages/delivery.ts';
import { discountReply, recordFoundReply, recordReply } from '../messages/messageEnd.ts';
import type { LabeledReport, MessageEvent } from '../messages/messageEvents.ts';
import type { MessageState } from '../messages/messageState.ts';
import { isAutomaticLabel, type ReplyLabel } from '../messages/replyLabels.ts';
import type { HoldSign } from '../shared/doNotContact.ts';
import {
  answerQuestions,
  type ConversationEvent,
  type ConversationState,
  classifyReply,
  conversation,
  denyQuestions,
  finishLegalRequest,
  isDecided,
  isOfProgram,
  mustBeAsked,
  questionsOfAi,
  setReplyLabel,
} from './conversation.ts';
import { asksWhetherReply, holdOf, type Question } from './question.ts';
import type { Want } from './wants.ts';

/**
 * `receivedId`: of the mail that was read; the user labels the whole conversation, or denies what was asked. `asked`: the question that the user
 * saw. Refused when it is no longer the one. `wary`: the mail talks to an AI, or says a wish to stop: the AI's label ends no question.
 */
type Asked = Pick<Question, 'receivedId' | 'sign'>;
export type Labeling =
  | { by: 'user'; label: ReplyLabel; asked?: Asked }
  | { by: 'user'; denies: true; asked: Asked }
  | { by: 'user'; finishes: 'legal_request' }
  | { by: 'ai' | 'rules'; label: ReplyLabel; receivedId: string; wants?: readonly Want[]; wary?: boolean };

/** `says`: what the label says of the person's addresses; undefined: nothing changes, null: what a label had said is undone. */
export type Labeled = {
  conversation: ConversationEvent[];
  messages: Record<string, MessageEvent[]>;
  hold: HoldSign | null;
  says: LabeledReport | null | undefined;
};

/** A legal request leaves what an earlier label said. */
const SAYS: Partial<Record<ReplyLabel, LabeledReport | 'unchanged'>> = {
  unsubscribe: 'unsubscribed',
  spam: 'unsubscribed',
  bounce: 'bounced',
  legal_request: 'unchanged',
};

/**
 * Carries out a label. The user's word decides, and undoes the label before it. A program's mail is no reply, a person's is one. A wish to stop, or a
 * dead address, ends all email. The AI may be wrong, or fooled by the mail: its word holds, and asks the user. A mail that may be a program’s is no
 * reply until that is answered.
 */
export function labelReplies(
  state: ConversationState,
  messages: Readonly<Record<string, MessageState>>,
  labeling: Labeling,
): Labeled {
  const events = eventsOf(state, labeling);
  const after = afterAll(state, events);
  const hold = holdOf(after);
  if (labeling.by !== 'user' || 'denies' in labeling)
    return {
      conversation: events,
      messages: repliesByQuestion(state, after, messages, labeling),
      hold,
      says: undefined,
    };
  if ('finishes' in labeling || events.length === 0) {
    const says = events.length > 0 && endsAllMail(state) ? 'unsubscribed' : undefined;
    return { conversation: events, messages: {}, hold, says };
  }
  const { label } = labeling;
  const said = SAYS[label] ?? null;
  const says = said === 'unchanged' ? undefined : said;
  const newest = state.received.at(-1)?.messageId;
  const answered = [...new Set(state.received.map(({ messageId }) => messageId))];
  // the question is about one mail: another one of the person is a reply
  const discounted = (message: MessageState) =>
    labeling.asked && hasReply(after) ? [] : discountReply(message, label);
  const verb = (id: string, message: MessageState): MessageEvent[] => [
    ...(says === undefined ? [] : labelDelivery(message, id === newest ? says : null)),
    ...(isAutomaticLabel(label) ? discounted(message) : id === newest ? recordReply(message) : []),
  ];
  const changed = answered.flatMap((id) => {
    const message = messages[id];
    return message?.status === 'sent' ? [[id, verb(id, message)] as const] : [];
  });
  return { conversation: events, messages: Object.fromEntries(changed), hold, says };
}

function eventsOf(state: ConversationState, labeling: Labeling): ConversationEvent[] {
  if ('asked' in labeling && labeling.asked) mustBeAsked(state, labeling.asked);
  if ('finishes' in labeling) return finishLegalRequest(state);
  if ('denies' in labeling) return denyQuestions(labeling.asked);
  const { label } = labeling;
  if (labeling.by === 'user') return [...setReplyLabel(state, label), ...answerQuestions(state, label)];
  const { receivedId, by, wary } = labeling;
  const classified = classifyReply(state, receivedId, labeling);
  const asks = by === 'ai' && classified.length > 0 && !isDecided(state, receivedId);
  return asks ? [...classified, ...questionsOfAi(state, receivedId, label, wary)] : classified;
}

const afterAll = (state: ConversationState, events: readonly ConversationEvent[]): ConversationState =>
  events.reduce((now, event) => conversation.evolve(now, { ...event, at: '', actor: '' }), state);

/** A request for what is known of a person objects to nothing, unless they also say so. */
const endsAllMail = ({ received, legalRequest }: ConversationState): boolean =>
  legalRequest?.right !== 'access' ||
  received.some(({ wants }) => wants.some(({ label }) => label === 'unsubscribe' || label === 'spam'));

const isAsked = ({ questions }: ConversationState, id: string): boolean =>
  questions.some((question) => question.receivedId === id && asksWhetherReply(question));

const hasReply = (state: ConversationState): boolean =>
  state.received.some((mail) => !isOfProgram(mail) && !isAsked(state, mail.id));

/** The mails that may be a program’s are replies again once no one asks, and none while the AI asks. Other mails of the person keep theirs. */
function repliesByQuestion(
  before: ConversationState,
  after: ConversationState,
  messages: Readonly<Record<string, MessageState>>,
  { by }: Labeling,
): Labeled['messages'] {
  const changed = after.received.flatMap(({ id, messageId, automatic }) => {
    const message = messages[messageId];
    const [was, is] = [isAsked(before, id), isAsked(after, id)];
    if (automatic || was === is || message?.status !== 'sent') return [];
    if (is) return hasReply(after) ? [] : [[messageId, discountReply(message, 'automatic')] as const];
    const found = by !== 'user' || before.moved;
    return [[messageId, found ? recordFoundReply(message, before.moved) : recordReply(message)] as const];
  });
  return Object.fromEntries(changed);
}
