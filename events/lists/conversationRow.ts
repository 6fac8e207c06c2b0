import { type ConversationState, searchable } from '../conversations/conversation.ts';
import { isAnswer } from '../messages/answer.ts';
import { type ReplyLabel, WANT_ANSWER } from '../messages/replyLabels.ts';
import type { Listed } from './messageSets.ts';
import type { Person, Talk } from './person.ts';

/** A row of the inbox. Times are ISO 8601. */
export type ConversationRow = {
  id: string;
  campaignId: string;
  lastReceivedAt: string;
  /** The inbox shows it: its partner was not deleted. */
  listed: boolean;
  unread: boolean;
  done: boolean;
  label: ReplyLabel | null;
  /** Of the first email to the person, if that has the text that its version has now. */
  variant: string | null;
  /** When the newest mail of a person was answered, or its answer was written that still leaves; null: not yet. An automatic mail after it changes nothing. */
  answeredAt: string | null;
  /** Open, with a question to the user or a legal request, or of a label that wants an answer and without one. */
  unanswered: boolean;
  /** What a search looks through: mails of both sides, and the names of partner and campaign. Of an erased person it keeps the campaign alone. */
  found: string;
};

const newest = (times: readonly string[]): string | null => times.toSorted().at(-1) ?? null;

function answeredAt({ campaignId, received, lastReceivedAt }: ConversationState, messages: readonly Listed[]) {
  const byPerson = newest(received.filter(({ automatic }) => !automatic).map(({ at }) => at)) ?? lastReceivedAt ?? '';
  const answers = messages.flatMap(({ state: { campaignId: of, step, sentAt, askedAt } }) =>
    of === campaignId && isAnswer(step) ? [sentAt ?? askedAt ?? ''] : [],
  );
  return newest(answers.filter((at) => at > byPerson));
}

function isUnanswered({ done, questions, legalRequest, label }: ConversationState, answered: string | null): boolean {
  if (done) return false;
  if (questions.length > 0 || (legalRequest !== null && legalRequest.doneAt === null)) return true;
  return answered === null && (label === null || WANT_ANSWER.includes(label.label));
}

function presentVariant(campaignId: string, { messages, campaigns }: Pick<Person, 'messages' | 'campaigns'>) {
  const first = messages.find(({ state }) => state.campaignId === campaignId && state.step === '1')?.state;
  const variant = first?.variant ?? null;
  const textIds = campaigns.get(campaignId)?.abTest?.textIds;
  return variant && textIds?.[variant] === first?.variantTextId ? variant : null;
}

function foundIn({ state, sentText }: Talk, { partner, campaigns }: Pick<Person, 'partner' | 'campaigns'>): string {
  const names = [
    ...[partner?.person?.name, partner?.person?.username, campaigns.get(state.campaignId)?.name],
    sentText,
  ].filter(Boolean);
  return `${state.searched}\n${searchable(names.join(' '))}`;
}

export function conversationRow(
  talk: Talk,
  person: Pick<Person, 'partner' | 'messages' | 'campaigns'>,
): ConversationRow {
  const { id, state } = talk;
  const answered = answeredAt(state, person.messages);
  return {
    ...{ id, campaignId: state.campaignId, lastReceivedAt: state.lastReceivedAt ?? '' },
    listed: person.partner !== null && person.partner.status !== 'deleted',
    ...{ unread: state.unread, done: state.done, label: state.label?.label ?? null },
    variant: presentVariant(state.campaignId, person),
    answeredAt: answered,
    unanswered: isUnanswered(state, answered),
    found: foundIn(talk, person),
  };
}
