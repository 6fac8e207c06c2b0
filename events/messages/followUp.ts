/** A follow-up: a message of its own, with a step of its own, which is made when the one before it was sent. */

import type { CampaignState } from '../campaigns/campaign.ts';
import { type PartnerState, removalOf } from '../partners/partner.ts';
import { type SuppressionState, suppressedBecause } from '../privacy/suppression.ts';
import { Refused } from '../shared/refused.ts';
import { answerSubject, isAnswer } from './answer.ts';
import { answeredSinceWanted } from './answered.ts';
import { CAME_BACK } from './delivery.ts';
import { followUpDue } from './followUpDue.ts';
import { type Cancellation, cancelMessage, messageCancelled, REMOVED } from './messageEnd.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { isWaiting, type MessageState, mustExist } from './messageState.ts';
import { draftMessage } from './messageText.ts';
import { isUnplanned } from './resend.ts';

/** Planned messages are numbered: the first one is 1. */
export const followUpStep = (number: number): string => String(number + 1);

/** Which message of its campaign's sequence it is, or sends again: 0 for the first one; null for an answer, which is none of them. */
export const sequenceNumber = ({ step, followUp }: Pick<MessageState, 'step' | 'followUp'>): number | null =>
  isAnswer(step) ? null : (followUp?.number ?? 0);

/** Whether a mail is known to have left and to have reached the person, who has not answered: only such a one is followed up. */
export const mayBeFollowed = ({
  status,
  replied,
  delivery,
  erased,
}: Pick<MessageState, 'status' | 'replied' | 'delivery' | 'erased'>): boolean =>
  status === 'sent' && !replied && !erased && !(delivery && CAME_BACK.includes(delivery.report));

/** Why a follow-up ends whose earlier email turned out not to have reached the person. */
export const NOT_FOLLOWED = 'the email before it did not arrive';

/** Why one ends that its campaign no longer has. */
export const DROPPED = 'the campaign has no such follow-up any more';

/** A follow-up that was cancelled for one of these reasons begins again, once the email before it arrives or the campaign has it again. */
export const BEGINS_AGAIN: readonly string[] = [NOT_FOLLOWED, DROPPED];

/** Whether a follow-up still has to begin: there is none, or what ended it before it left no longer holds. */
export const mayBegin = ({ status, reason, dispatch }: Pick<MessageState, 'status' | 'reason' | 'dispatch'>): boolean =>
  status === 'none' || (status === 'cancelled' && dispatch === null && BEGINS_AGAIN.includes(reason ?? ''));

export type Following = {
  campaign: CampaignState;
  partner: PartnerState;
  suppression: Pick<SuppressionState, 'suppressed' | 'reason'>;
  previous: MessageState;
  /** What else was written to the person, in every campaign. */
  others: readonly MessageState[];
  next: MessageState;
};

/** The follow-up that comes after a message; null: its campaign has none. */
export const followUpAfter = (
  campaign: Pick<CampaignState, 'followUps'>,
  previous: Pick<MessageState, 'step' | 'followUp'>,
) => {
  const number = sequenceNumber(previous);
  return number === null ? null : (campaign.followUps[number] ?? null);
};

/**
 * A message was sent: its follow-up begins, and waits for its day. `zone`, `dayMs`: see followUpDue. `hashOf`: of a text for the
 * present address. `awayUntil`: the person wrote that they are away so long (ISO 8601). What has stopped it in the meantime cancels it at
 * once, so that the campaign knows that nothing more comes. A text that the user wrote was approved with the campaign.
 */
export function draftFollowUp(
  { campaign, partner, suppression, previous, others, next }: Following,
  follows: string,
  how: {
    zone: string;
    dayMs?: number | undefined;
    awayUntil?: string | null;
    hashOf: (text: MessageText) => string | null;
  },
): MessageEvent[] {
  const wanted = followUpAfter(campaign, previous);
  if (!wanted || !mayBeFollowed(previous) || previous.sentAt === null || !mayBegin(next)) return [];
  if (campaign.status === 'none' || campaign.status === 'deleted' || campaign.status === 'completed') return [];
  const { campaignId, partnerId } = previous;
  const number = (sequenceNumber(previous) ?? 0) + 1;
  const due = followUpDue(previous.sentAt, wanted.afterDays, how);
  const notBefore = how.awayUntil && how.awayUntil > due ? how.awayUntil : due;
  const ids = { campaignId, partnerId, step: followUpStep(number), followUp: { number, follows, notBefore } };
  const drafted = draftMessage(next, ids);
  const stopped = (why: Cancellation): MessageEvent[] => [...drafted, messageCancelled(why)];
  if (partner.status !== 'approved')
    return stopped({ cause: 'partner_removed', text: REMOVED, removal: removalOf(partner, previous.createdAt) });
  if (suppression.suppressed) return stopped({ cause: 'suppressed', text: suppressedBecause(suppression.reason) });
  const answered = answeredSinceWanted({ ...next, ...ids }, [previous, ...others]);
  if (answered !== null) return stopped({ cause: 'replied', text: answered });
  if (wanted.writer === 'ai' || !previous.text) return drafted;
  const text = { subject: answerSubject(previous.text.subject), body: wanted.text };
  const textHash = how.hashOf(text);
  if (textHash === null) return drafted;
  return [
    ...drafted,
    { type: 'MessageEdited', data: {}, personal: text },
    { type: 'MessageApproved', data: { textHash, by: 'follow_up' } },
  ];
}

/** The mail before it turned out not to have arrived: a follow-up that waits is over. A reply says so itself. */
export const cancelUnfollowed = (state: MessageState, previous: MessageState): MessageEvent[] =>
  mayBeFollowed(previous) || previous.replied
    ? []
    : cancelMessage(state, { cause: 'not_followed', text: NOT_FOLLOWED });

/** Its campaign has fewer follow-ups by now. */
export const cancelDropped = (state: MessageState, campaign: Pick<CampaignState, 'followUps'>): MessageEvent[] =>
  isDropped(state, campaign) ? cancelMessage(state, { cause: 'dropped', text: DROPPED }) : [];

/** Whether the campaign has no such follow-up any more. */
export const isDropped = (
  { followUp, step }: Pick<MessageState, 'followUp' | 'step'>,
  { followUps }: Pick<CampaignState, 'followUps'>,
): boolean => followUp !== null && !isUnplanned(step) && followUp.number > followUps.length;

/** Whether its text is still to be written by the AI, and nobody has asked for it yet. */
export const needsText = ({ status, step, followUp, hasText, lastRun }: MessageState): boolean =>
  followUp !== null && !isUnplanned(step) && status === 'drafted' && !hasText && lastRun === null;

/** Why a follow-up ends by hand. */
export const STOPPED = 'you stopped the follow-ups';

/** The user wants no more follow-ups for this partner. One that is on its way cannot be stopped. A second time is no event. */
export function stopFollowUps(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (!state.followUp || isUnplanned(state.step)) throw new Refused('illegal', 'Only a follow-up can be stopped.');
  if (state.status === 'cancelled') return [];
  if (!isWaiting(state.status)) throw new Refused('conflict', 'This follow-up has left already.');
  return cancelMessage(state, { cause: 'follow_ups_stopped', text: STOPPED });
}
