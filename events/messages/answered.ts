/** A person's reply stops everything to them that was wanted before it, in every campaign. */

import type { ReasonCode } from '../shared/reasons.ts';
import { isAnswer } from './answer.ts';
import { cancelMessage, recordFoundReply } from './messageEnd.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { isUnplanned } from './resend.ts';

type Wanted = Pick<MessageState, 'campaignId' | 'step' | 'followUp' | 'askedAt' | 'movedAt' | 'createdAt'>;

/** Another message to the same person, in whichever campaign. */
export type OtherMessage = Wanted & Pick<MessageState, 'repliedAt'>;

/**
 * The last time a person wanted a message to go: by Send Now, a re-send, moving it to the day that the partner named, or adding the partner to the
 * campaign of its follow-ups. The screen names who has replied, so the person knows.
 */
function wantedAt(state: Wanted, others: readonly Wanted[]): string {
  if (state.askedAt !== null) return state.askedAt;
  if (state.movedAt !== null) return state.movedAt;
  if (state.followUp === null) return state.createdAt;
  const first = others.find(
    ({ campaignId, step, followUp }) => campaignId === state.campaignId && followUp === null && !isUnplanned(step),
  );
  return first?.createdAt ?? '';
}

/**
 * The reason against a message whose person replied to another one (`others`: all to them) after it was wanted. null: it may leave. An answer is
 * written because they replied.
 */
export function answeredSinceWanted(
  state: Wanted,
  others: readonly OtherMessage[],
): 'replied' | 'replied_elsewhere' | null {
  if (isAnswer(state.step)) return null;
  const since = wantedAt(state, others);
  const replied = others.filter(({ repliedAt }) => repliedAt !== null && since <= repliedAt);
  if (replied.length === 0) return null;
  return replied.some(({ campaignId }) => campaignId === state.campaignId) ? 'replied' : 'replied_elsewhere';
}

/** The person has replied to `replied`: what still waits for them is over. `others`: all that was written to them. */
export function cancelAnswered(
  state: MessageState,
  replied: MessageState,
  others: readonly MessageState[],
): MessageEvent[] {
  // only the reply that is looked at counts: the others may be no replies by now
  const known = others.map((other) => ({ ...other, repliedAt: null }));
  const code = answeredSinceWanted(state, [replied, ...known]);
  return code === null ? [] : cancelMessage(state, { code });
}

/**
 * A reply to an inbox answer counts for the message before it (events/conversations/conversation.ts `outreachOfAnswer`), because rates count what was
 * written first. `answer`: what was replied to.
 */
export const recordReplyToAnswer = (state: MessageState, answer: MessageState): MessageEvent[] =>
  state.status === 'sent' && answer.replied ? recordFoundReply(state) : [];

/** The reasons that a label can set and another can lift: a reply, or an entry on the list. */
export const STOPPED_BY_REPLY: readonly ReasonCode[] = ['replied', 'replied_elsewhere'];
export const STOPPED_BY_ENTRY: readonly ReasonCode[] = ['suppressed_unsubscribed', 'suppressed_bounced'];

/** Whether such a reason canceled a message that never was on its way. A plan or a person may still send it. */
export const wasStopped = ({ status, reason, dispatch, erased, step }: MessageState): boolean =>
  status === 'cancelled' &&
  reason !== null &&
  [...STOPPED_BY_REPLY, ...STOPPED_BY_ENTRY].includes(reason.code) &&
  dispatch === null &&
  !erased &&
  !isUnplanned(step);
