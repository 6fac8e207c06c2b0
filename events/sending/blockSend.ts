import { cancelMessage } from '../messages/messageEnd.ts';
import type { MessageEvent } from '../messages/messageEvents.ts';
import type { MessageState } from '../messages/messageState.ts';
import { withdrawApproval } from '../messages/messageText.ts';
import { isUnplanned, refuseApproval } from '../messages/resend.ts';
import { failClaimed, releaseSend } from '../messages/sendAttempt.ts';
import { giveUpSendNow, giveUpTime } from '../messages/sendTime.ts';
import type { Blocked } from './sendPolicy.ts';

/** When a Send Now is tried again that a setting keeps. */
const SOON_MS = 5 * 60_000;

/**
 * What becomes of a claimed message that may not leave at `now` (ISO 8601): the table of sendPolicy.ts. `deferred`: a Send Now waits for the
 * next day, and its time is drawn elsewhere, so that those which wait do not leave in one burst.
 */
export function blockSend(
  message: MessageState,
  { reason, effect, why, until, removal }: Blocked,
  now: string,
): { events: MessageEvent[]; deferred: boolean } {
  const ends = (events: MessageEvent[]) => ({ events, deferred: false });
  if (effect === 'cancel') return ends(cancelMessage(message, why, removal));
  // no re-send or answer is flagged
  if (reason === 'text_flagged') return ends(withdrawApproval(message, why));
  if (effect === 'review') return ends(refuseApproval(message, reason as Parameters<typeof refuseApproval>[1]));
  if (isUnplanned(message.step)) return ends(cancelMessage(message, why));
  if (effect === 'fail') return ends(failClaimed(message, message.attempt, why));
  const over = giveUpSendNow(message, message.attempt, why, now);
  if (over.length > 0) return ends(over);
  if (effect === 'defer' && message.immediate) return { events: [], deferred: true };
  const soon = new Date(Date.parse(now) + SOON_MS).toISOString();
  const again = effect === 'hold' ? (until ?? giveUpTime(message) ?? soon) : soon;
  return ends(releaseSend(message, message.attempt, why, again));
}
