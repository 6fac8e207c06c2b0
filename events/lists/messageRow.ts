import { isAnswer } from '../messages/answer.ts';
import type { MessageState } from '../messages/messageState.ts';
import type { Placed } from './person.ts';

/** A row of a list of messages. Times are ISO 8601. */
export type MessageRow = {
  id: string;
  campaignId: string;
  status: MessageState['status'];
  /** The numbers of the screens that count it. */
  sets: readonly string[];
  /** The campaign's screen lists it: an answer only while a person must decide about it. */
  listed: boolean;
  createdAt: string;
  /** When it left, or else is to leave. */
  at: string | null;
  /** Until when a text waits for its turn; null: it does not, or it may go at any time. */
  notBefore: string | null;
};

const WAITS: ReadonlySet<MessageState['status']> = new Set(['drafted', 'approved']);

export const messageRow = ({ id, state, sets }: Placed): MessageRow => ({
  ...{ id, campaignId: state.campaignId, status: state.status, sets, createdAt: state.createdAt },
  listed: isAnswer(state.step)
    ? sets.includes('failed') || sets.includes('unknown')
    : sets.includes('kept') || sets.includes('cancelled'),
  at: state.sentAt ?? state.scheduledAt,
  notBefore: WAITS.has(state.status) && !(state.status === 'approved' && state.immediate) ? state.notBefore : null,
});
