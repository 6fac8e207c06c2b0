/** What ends a message that has not left, and what marks one that has. */

import type { ReplyLabel } from '../conversations/labels.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isWaiting, type MessageState, mustExist } from './messageState.ts';

/** The user says that a person replied (Mark as Replied, a label): only to a sent message. What was found in a mailbox is confirmed by it, once. */
export function recordReply(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (state.repliedBy === 'user') return [];
  if (state.status !== 'sent') throw new Refused('illegal', 'Only a sent message can be marked as replied.');
  return [{ type: 'ReplyReceived', data: { by: 'user' } }];
}

/** A reply that was found in a mailbox, to what left. A second one is no event. */
export const recordFoundReply = ({ replied }: MessageState): MessageEvent[] =>
  replied ? [] : [{ type: 'ReplyReceived', data: { by: 'mailbox' } }];

/** The user says that a program had written it: no reply. */
export const discountReply = ({ replied }: MessageState, label: ReplyLabel): MessageEvent[] =>
  replied ? [{ type: 'ReplyDiscounted', data: { label } }] : [];

/** Why a message is cancelled whose partner has answered another one, of the same campaign or not. */
export const REPLIED = 'this partner has replied';
export const REPLIED_ELSEWHERE = 'this partner has replied in another campaign';

/** Why a message is cancelled whose partner was rejected or deleted. */
export const REMOVED = 'the partner was removed from your list';

export type CancelCause =
  | 'campaign_deleted'
  | 'partner_removed'
  | 'suppressed'
  | 'same_address'
  | 'replied'
  | 'not_followed'
  | 'dropped'
  | 'replaced'
  | 'follow_ups_stopped'
  | 'text_changed'
  | 'undeliverable'
  | 'tried_for_a_day'
  | 'erased'
  /** sendPolicy.ts has the codes of these. */
  | 'not_allowed';

/** `text`: the words of the cause, which are recorded. `removal`: the decision on the partner whose Undo restores the message (removalOf). */
export type Cancellation = { cause: CancelCause; text: string; removal?: number | null };

export const messageCancelled = ({ text, removal = null }: Cancellation): MessageEvent => ({
  type: 'MessageCancelled',
  data: { reason: text, removal },
});

/** Stops a message that has not left. What is on its way or final stays as it is. */
export const cancelMessage = ({ status }: MessageState, why: Cancellation): MessageEvent[] =>
  isWaiting(status) ? [messageCancelled(why)] : [];
