/** Ends a message that has not left, and marks one that has. */

import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isWaiting, type MessageState, mustExist } from './messageState.ts';
import type { ReplyLabel } from './replyLabels.ts';

/** The user says that a person replied (Mark as Replied, a label): only to a sent message. A reply found in a mailbox confirms it, once. */
export function recordReply(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (state.repliedBy === 'user') return [];
  if (state.status !== 'sent') throw new Refused({ code: 'only_sent_replied' });
  return [{ type: 'ReplyReceived', data: { by: 'user' } }];
}

/** A reply that was found in a mailbox, to what left. A second one is no event, unless it stops what was moved since the first (`again`). */
export const recordFoundReply = ({ replied }: MessageState, again = false): MessageEvent[] =>
  replied && !again ? [] : [{ type: 'ReplyReceived', data: { by: 'mailbox' } }];

/** The user says that a program had written it: no reply. */
export const discountReply = ({ replied }: MessageState, label: ReplyLabel): MessageEvent[] =>
  replied ? [{ type: 'ReplyDiscounted', data: { label } }] : [];

/** `removal`: the decision on the partner whose Undo restores the message (removalOf). */
export const messageCancelled = (reason: Reason, removal: number | null = null): MessageEvent => ({
  type: 'MessageCancelled',
  data: { reason, removal },
});

/** Stops a message that has not left. A message on its way or final stays as it is. */
export const cancelMessage = (
  { status }: MessageState,
  reason: Reason,
  removal: number | null = null,
): MessageEvent[] => (isWaiting(status) ? [messageCancelled(reason, removal)] : []);
