/** When somebody is back who is out of office, as far as their automatic mail says. */

import { type ConversationState, isDecided, isOfProgram } from './conversation.ts';
import { CLOCK_SKEW_MS } from './incomingMail.ts';
import { returnDateIn } from './returnDate.ts';

const DAY_MS = 86_400_000;
/** Where no day is named. */
const USUAL_DAYS = 7;
/**
 * The time (ISO 8601) until which an out-of-office mail of `receivedAt` asks for nothing: the day after its last named day, else a week. `found`: the
 * day that the AI found in it.
 */
export function awayUntil(
  mail: { newPart: string; subject: string },
  receivedAt: string,
  found: string | null = null,
): string {
  const day = returnDateIn(mail, receivedAt) ?? found;
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
  const isLabeledAway = mails.label?.by === 'user' && mails.label.label === 'automatic';
  const newest = mails.received.at(-1)?.id;
  const isNote = ({ id, label }: (typeof mails.received)[number]) =>
    label === 'automatic' || (isLabeledAway && id === newest && isDecided(mails, id));
  const written = mails.received.filter((mail) => !isOfProgram(mail) && !isNote(mail));
  return mails.received
    .filter((mail) => {
      if (!isNote(mail) || mail.at < earliest || written.some(({ at }) => at > mail.at)) return false;
      return mails.label?.label === 'automatic' || !isDecided(mails, mail.id);
    })
    .map(({ id }) => id);
}
