import type { ConversationState } from '../conversations/conversation.ts';
import { isAnswer } from '../messages/answer.ts';
import { type ReplyLabel, WANT_ANSWER } from '../messages/replyLabels.ts';
import type { Person } from './person.ts';

/** A row of the inbox. Times are ISO 8601. */
export type ConversationRow = {
  id: string;
  campaignId: string;
  lastReceivedAt: string;
  unread: boolean;
  done: boolean;
  label: ReplyLabel | null;
  /** When the newest mail of a person was answered; null: not yet. An automatic mail after it changes nothing. */
  answeredAt: string | null;
  /** Open, with a question to the user or a legal request, or of a label that wants an answer and without one. */
  unanswered: boolean;
};

const newest = (times: readonly string[]): string | null => times.toSorted().at(-1) ?? null;

function answeredAt(
  { campaignId, received, lastReceivedAt }: ConversationState,
  { messages }: Pick<Person, 'messages'>,
) {
  const byPerson = newest(received.filter(({ automatic }) => !automatic).map(({ at }) => at)) ?? lastReceivedAt ?? '';
  const answers = messages.flatMap(({ state: { campaignId: of, step, sentAt } }) =>
    of === campaignId && isAnswer(step) && sentAt !== null && sentAt > byPerson ? [sentAt] : [],
  );
  return newest(answers);
}

function isUnanswered({ done, questions, legalRequest, label }: ConversationState, answered: string | null): boolean {
  if (done) return false;
  if (questions.length > 0 || (legalRequest !== null && legalRequest.doneAt === null)) return true;
  return answered === null && (label === null || WANT_ANSWER.includes(label.label));
}

export function conversationRow(
  { id, state }: { id: string; state: ConversationState },
  person: Pick<Person, 'messages'>,
): ConversationRow {
  const answered = answeredAt(state, person);
  return {
    ...{
      id,
      campaignId: state.campaignId,
      lastReceivedAt: state.lastReceivedAt ?? '',
      unread: state.unread,
      done: state.done,
    },
    label: state.label?.label ?? null,
    answeredAt: answered,
    unanswered: isUnanswered(state, answered),
  };
}
