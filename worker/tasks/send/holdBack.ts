import { cancelMessage } from '../../../events/messages/messageEnd.ts';
import type { MessageEvent } from '../../../events/messages/messageEvents.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import { isResend, refuseOldAddress } from '../../../events/messages/resend.ts';
import { failClaimed, releaseSend } from '../../../events/messages/sendAttempt.ts';
import { giveUpSendNow } from '../../../events/messages/sendTime.ts';
import type { Obstacle } from './mayLeave.ts';
import type { FullDay } from './waitForNextDay.ts';

/** A Send Now that a setting holds back is tried again after so long. */
const SOON_MS = 5 * 60_000;

const failNow = (message: MessageState, reason: string) => failClaimed(message, message.attempt, reason);

/**
 * What becomes of a claimed message that an obstacle keeps at `moment` (ISO 8601): its events, or the full day that a Send Now waits for,
 * which is decided elsewhere. A re-send is over.
 */
export function holdBack(
  message: MessageState,
  obstacle: Obstacle,
  moment: string,
): { events: MessageEvent[]; full: Omit<FullDay, 'zone'> | null } {
  const ends = (events: MessageEvent[]) => ({ events, full: null });
  if (obstacle.does === 'cancel') return ends(cancelMessage(message, obstacle.reason, obstacle.removal));
  if (obstacle.does === 'withdraw') return ends(refuseOldAddress(message));
  const failed = isResend(message.step) ? cancelMessage : failNow;
  if (obstacle.does === 'fail') return ends(failed(message, obstacle.reason));
  const { reason, fullUntil, again } = obstacle;
  if (isResend(message.step)) return ends(cancelMessage(message, reason));
  const over = giveUpSendNow(message, message.attempt, reason, moment);
  if (over.length > 0) return ends(over);
  if (message.immediate && fullUntil !== undefined) return { events: [], full: { reason, endsAt: fullUntil } };
  const soon = new Date(Date.parse(moment) + SOON_MS).toISOString();
  return ends(releaseSend(message, message.attempt, reason, again ?? soon));
}
