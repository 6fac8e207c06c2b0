/** When somebody is back who is out of office, as far as their automatic mail says. */

import { isAutomaticLabel } from '../messages/replyLabels.ts';
import { type ConversationState, isDecided } from './conversation.ts';
import { CLOCK_SKEW_MS } from './incomingMail.ts';
import { returnDateIn } from './returnDate.ts';

const DAY_MS = 86_400_000;
/** Where no day is named. */
const USUAL_DAYS = 7;
/** The time (ISO 8601) until which an out-of-office mail of `receivedAt` asks for nothing: the day after its last named day, else a week. */
export function awayUntil(mail: { newPart: string; subject: string }, receivedAt: string): string {
  const day = returnDateIn(mail, receivedAt);
  const until = day === null ? Date.parse(receivedAt) + USUAL_DAYS * DAY_MS : Date.parse(day) + DAY_MS;
  return new Date(until).toISOString();
}

/**
 * The ids of the mails of a conversation, since `since` (ISO 8601), by which its person is away. A later mail of the person says that they are back.
 * The user's word on a mail wins.
 */
export function absenceNotes(
  mails: Pick<ConversationState, 'received' | 'label' | 'decidedMails'>,
  since: string | null,
): readonly string[] {
  const earliest = new Date((Date.parse(since ?? '') || 0) - CLOCK_SKEW_MS).toISOString();
  const written = mails.received.filter(({ automatic, label }) => !automatic && !isAutomaticLabel(label));
  return mails.received
    .filter(({ id, at, label }) => {
      if (label !== 'out_of_office' || at < earliest || written.some((mail) => mail.at > at)) return false;
      return mails.label?.label === 'out_of_office' || !isDecided(mails, id);
    })
    .map(({ id }) => id);
}
