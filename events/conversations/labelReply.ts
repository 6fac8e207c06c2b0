import { labelDelivery } from '../messages/delivery.ts';
import { discountReply, recordReply } from '../messages/messageEnd.ts';
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
  isDecided,
  mustBeAsked,
  questionsOfAi,
  setReplyLabel,
} from './conversation.ts';
import { holdOf, type Question } from './question.ts';

/**
 * `receivedId`: of the mail that was read; the user labels the whole conversation, or denies what was asked. `asked`: the question that the user
 * saw. Refused when it is no longer the one.
 */
type Asked = Pick<Question, 'receivedId' | 'sign'>;
export type Labeling =
  | { by: 'user'; label: ReplyLabel; asked?: Asked }
  | { by: 'user'; denies: true; asked: Asked }
  | { by: 'ai' | 'rules'; label: ReplyLabel; receivedId: string };

/** `says`: what the label says of the person's addresses; undefined: nothing changes, null: what a label had said is undone. */
export type Labeled = {
  conversation: ConversationEvent[];
  messages: Record<string, MessageEvent[]>;
  hold: HoldSign | null;
  says: LabeledReport | null | undefined;
};

const SAYS: Partial<Record<ReplyLabel, LabeledReport>> = { unsubscribe: 'unsubscribed', bounce: 'bounced' };

/**
 * Carries out a label. The user's word decides, and undoes the label before it. A program's mail is no reply, a person's is one. A wish to stop, or a
 * dead address, ends all email. The AI may be wrong, or fooled by the mail: its word stops, and asks the user.
 */
export function labelReplies(
  state: ConversationState,
  messages: Readonly<Record<string, MessageState>>,
  labeling: Labeling,
): Labeled {
  const events = eventsOf(state, labeling);
  const hold = holdOf(questionsAfter(state, events));
  if (labeling.by !== 'user' || 'denies' in labeling || events.length === 0)
    return { conversation: events, messages: {}, hold, says: undefined };
  const { label } = labeling;
  const says = SAYS[label] ?? null;
  const newest = state.received.at(-1)?.messageId;
  const answered = [...new Set(state.received.map(({ messageId }) => messageId))];
  const verb = (id: string, message: MessageState): MessageEvent[] => [
    ...labelDelivery(message, id === newest ? says : null),
    ...(isAutomaticLabel(label) ? discountReply(message, label) : id === newest ? recordReply(message) : []),
  ];
  const changed = answered.flatMap((id) => {
    const message = messages[id];
    return message?.status === 'sent' ? [[id, verb(id, message)] as const] : [];
  });
  return { conversation: events, messages: Object.fromEntries(changed), hold, says };
}

function eventsOf(state: ConversationState, labeling: Labeling): ConversationEvent[] {
  if (labeling.by === 'user' && labeling.asked) mustBeAsked(state, labeling.asked);
  if ('denies' in labeling) return denyQuestions(labeling.asked);
  const { label } = labeling;
  if (labeling.by === 'user') return [...setReplyLabel(state, label), ...answerQuestions(state, label)];
  const { receivedId, by } = labeling;
  const classified = classifyReply(state, receivedId, label, by);
  const asks = by === 'ai' && classified.length > 0 && !isDecided(state, receivedId);
  return asks ? [...classified, ...questionsOfAi(state, receivedId, label)] : classified;
}

const questionsAfter = (state: ConversationState, events: readonly ConversationEvent[]): readonly Question[] =>
  events.reduce((now, event) => conversation.evolve(now, { ...event, at: '', actor: '' }), state).questions;
