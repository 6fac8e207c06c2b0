/** A follow-up is a message with its own step, made when the one before it was sent. */

import type { CampaignState } from '../campaigns/campaign.ts';
import type { FollowUp } from '../campaigns/followUps.ts';
import { type PartnerState, removalOf } from '../partners/partner.ts';
import type { SuppressionState } from '../privacy/suppression.ts';
import { type ReasonCode, suppressedBy } from '../shared/reasons.ts';
import { fillVariables, variableIn } from '../shared/variables.ts';
import { daysLater, instantOf, localDay } from '../shared/zoned.ts';
import { answerSubject, isAnswer } from './answer.ts';
import { answeredSinceWanted } from './answered.ts';
import { isRepeated } from './check/messageFlaws.ts';
import { CAME_BACK } from './delivery.ts';
import { type ProfileTexts, variableSource } from './fillText.ts';
import { cancelMessage, messageCancelled } from './messageEnd.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { draftMessage } from './messageText.ts';
import { isUnplanned } from './resend.ts';

/** Planned messages are numbered: the first one is 1. */
export const followUpStep = (number: number): string => String(number + 1);

/** A message's place in its campaign's sequence, or that of the one it sends again. 0: the first. null: an answer. */
export const sequenceNumber = ({ step, followUp }: Pick<MessageState, 'step' | 'followUp'>): number | null =>
  isAnswer(step) ? null : (followUp?.number ?? 0);

/** Whether an email left, arrived and got no answer. Only then it is followed up. */
export const mayBeFollowed = ({
  status,
  replied,
  delivery,
  erased,
}: Pick<MessageState, 'status' | 'replied' | 'delivery' | 'erased'>): boolean =>
  status === 'sent' && !replied && !erased && !(delivery && CAME_BACK.includes(delivery.report));

/** Whether a message still follows the one before it. The user may have moved it after a reply. */
export const stillFollows = (
  { movedAt }: Pick<MessageState, 'movedAt'>,
  previous: Parameters<typeof mayBeFollowed>[0] | undefined,
): boolean => !!previous && mayBeFollowed(movedAt === null ? previous : { ...previous, replied: false });

/** A follow-up that was cancelled for one of these reasons may begin again. The person has not had it. */
export const BEGINS_AGAIN: readonly ReasonCode[] = ['not_followed', 'dropped', 'replaced'];

/** Whether its place is free again: the person has not had it. */
export const gaveWay = ({ status, reason }: Pick<MessageState, 'status' | 'reason'>): boolean =>
  status === 'cancelled' && reason !== null && BEGINS_AGAIN.includes(reason.code);

/** Whether a follow-up still has to begin: there is none, or what ended it before it left no longer holds. */
export const mayBegin = (state: Pick<MessageState, 'status' | 'reason' | 'dispatch'>): boolean =>
  state.status === 'none' || (gaveWay(state) && state.dispatch === null);

/** A message to the person, of whichever campaign. */
export type Written = Pick<MessageState, 'campaignId' | 'step' | 'followUp' | 'status' | 'reason' | 'dispatch'>;

/** The follow-ups of a campaign that a person has not had, in the order of its list. `written`: what was written to them. */
export const followUpsLeft = (
  { followUps }: Pick<CampaignState, 'followUps'>,
  campaignId: string,
  written: readonly Written[],
): FollowUp[] => {
  const had = written.filter((one) => one.campaignId === campaignId && !gaveWay(one));
  return followUps.filter(({ id }) => !had.some(({ followUp }) => followUp?.id === id));
};

/** The number of the follow-up after a message; null: there is one already, or none comes after it. */
export function numberAfter(
  previous: Pick<MessageState, 'campaignId' | 'step' | 'followUp'>,
  written: readonly Written[],
): number | null {
  const number = sequenceNumber(previous);
  if (number === null) return null;
  const later = written.filter(
    ({ campaignId, step, followUp }) =>
      campaignId === previous.campaignId && !isUnplanned(step) && (followUp?.number ?? 0) > number,
  );
  if (!later.every(gaveWay)) return null;
  // one that was on its way keeps its place
  const used = new Set(later.filter(({ dispatch }) => dispatch !== null).map(({ followUp }) => followUp?.number));
  let free = number + 1;
  while (used.has(free)) free += 1;
  return free;
}

export type Following = {
  campaign: CampaignState;
  partner: PartnerState;
  suppression: Pick<SuppressionState, 'suppressed' | 'reason'>;
  previous: MessageState;
  /** Other messages to the person, in every campaign. */
  others: readonly MessageState[];
  next: MessageState;
};

/**
 * A message was sent: its follow-up begins, and waits for its day. It is the first of the present list that the person has not had. `place`: its
 * number, and what it follows. `hashOf`: of a text for the present address. A stop in between cancels it at once, so that the campaign knows that
 * nothing more comes. A text that the user wrote was approved with the campaign, but not one that they had, or that lacks a value.
 */
export function draftFollowUp(
  { campaign, partner, suppression, previous, others, next }: Following,
  { number, follows }: { number: number; follows: string },
  how: Parameters<typeof followUpDue>[2] & { hashOf: (text: MessageText) => string | null; profile: ProfileTexts },
): MessageEvent[] {
  const { campaignId, partnerId } = previous;
  const [wanted] = followUpsLeft(campaign, campaignId, [previous, ...others]);
  if (!wanted || !mayBeFollowed(previous) || previous.sentAt === null || !mayBegin(next)) return [];
  if (numberAfter(previous, [...others, next]) !== number) return [];
  if (campaign.status === 'none' || campaign.status === 'deleted' || campaign.status === 'completed') return [];
  const { id, textId, afterDays } = wanted;
  const followUp = { id, textId, afterDays, number, follows, notBefore: followUpDue(previous.sentAt, afterDays, how) };
  const ids = { campaignId, partnerId, step: followUpStep(number), followUp };
  const drafted = draftMessage(next, ids);
  const stopped = (...why: Parameters<typeof messageCancelled>): MessageEvent[] => [
    ...drafted,
    messageCancelled(...why),
  ];
  if (partner.status !== 'approved')
    return stopped({ code: 'partner_removed' }, removalOf(partner, previous.createdAt));
  if (suppression.suppressed) return stopped(suppressedBy(suppression.reason));
  const answered = answeredSinceWanted({ ...next, ...ids }, [previous, ...others]);
  if (answered !== null) return stopped({ code: answered });
  if (wanted.writer === 'ai' || !previous.text) return drafted;
  const body = fillVariables(wanted.text, variableSource(partner, how.profile));
  const text = { subject: answerSubject(previous.text.subject), body };
  const textHash = how.hashOf(text);
  if (textHash === null) return drafted;
  const filled: MessageEvent = { type: 'MessageEdited', data: { fromCampaign: true }, personal: text };
  if (variableIn(body) || isRepeated(body, [previous, ...others])) return [...drafted, filled];
  return [...drafted, filled, { type: 'MessageApproved', data: { textHash, by: 'follow_up' } }];
}

/** The mail before it turned out not to have arrived: a follow-up that waits is over. A reply says so itself. */
export const cancelUnfollowed = (state: MessageState, previous: MessageState): MessageEvent[] =>
  mayBeFollowed(previous) || previous.replied ? [] : cancelMessage(state, { code: 'not_followed' });

/** Whether its text is still to be written by the AI, and nobody has asked for it yet. */
export const needsText = ({ status, step, followUp, hasText, lastRun }: MessageState): boolean =>
  followUp !== null && !isUnplanned(step) && status === 'drafted' && !hasText && lastRun === null;

/**
 * The moment from which the plan may send a follow-up (ISO 8601): the start of a local day, so that all its hours are open. `dayMs`: how long a day
 * is in a sandbox that hurries. `awayUntil`: the person wrote that they are away so long.
 */
export function followUpDue(
  sentAt: string,
  afterDays: number,
  { zone, dayMs, awayUntil }: { zone: string; dayMs?: number | undefined; awayUntil?: string | null },
): string {
  const sent = Date.parse(sentAt);
  const instant =
    dayMs === undefined ? instantOf(daysLater(localDay(sent, zone), afterDays), 0, zone) : sent + afterDays * dayMs;
  const due = new Date(instant).toISOString();
  return awayUntil && awayUntil > due ? awayUntil : due;
}
