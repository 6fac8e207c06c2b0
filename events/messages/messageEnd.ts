/** What ends a message that has not left, and what marks one that has. */

import type { ReplyLabel } from '../conversations/labels.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isWaiting, type MessageState, mustExist } from './messageState.ts';

/** Mark as Replied: only a sent message; a second mark is no event. */
export function recordReply(state: MessageState, by: 'user' | 'mailbox'): MessageEvent[] {
  mustExist(state);
  if (state.replied) return [];
  if (state.status !== 'sent') throw new Refused('illegal', 'Only a sent message can be marked as replied.');
  return [{ type: 'ReplyReceived', data: { by } }];
}

/** A reply that was found in a mailbox, to what left. A second one is no event. */
export const recordFoundReply = ({ replied }: MessageState): MessageEvent[] =>
  replied ? [] : [{ type: 'ReplyReceived', data: { by: 'mailbox' } }];

/** A program had written it: no reply. */
export const discountReply = (state: MessageState, label: ReplyLabel): MessageEvent[] =>
  state.replied ? [{ type: 'ReplyDiscounted', data: { label } }] : [];

/** Why a message is cancelled whose partner has answered another one. */
export const REPLIED = 'this partner has replied';

/** Why a message is cancelled whose partner was rejected or deleted. */
export const REMOVED = 'the partner was removed from your list';

/**
 * Stops a message that has not left. What is on its way or final stays as it is. `removal`: the decision on the partner whose Undo restores
 * it (removalOf).
 */
export function cancelMessage(state: MessageState, reason: string, removal: number | null = null): MessageEvent[] {
  if (!isWaiting(state.status)) return [];
  return [{ type: 'MessageCancelled', data: { reason, removal } }];
}
