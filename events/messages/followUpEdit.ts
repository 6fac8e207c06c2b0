/** Carries an edit of a campaign's follow-ups to those that wait. */

import type { CampaignState } from '../campaigns/campaign.ts';
import type { FollowUp } from '../campaigns/followUps.ts';
import { sameJson } from '../shared/sameJson.ts';
import { followUpDue, followUpsLeft, mayBeFollowed, numberAfter, type Written } from './followUp.ts';
import { cancelMessage } from './messageEnd.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isFinal, isWaiting, type MessageState } from './messageState.ts';
import { isUnplanned } from './resend.ts';
import { unscheduleEmail } from './sendTime.ts';

type FollowUps = Pick<CampaignState, 'followUps'>;

const isEditedByHand = ({ edited, fromCampaign }: Pick<MessageState, 'edited' | 'fromCampaign'>): boolean =>
  edited && !fromCampaign;

/** The campaign's follow-up of a message. null: it is none, sends one again, or was deleted. */
const presentOf = ({ followUp, step }: MessageState, { followUps }: FollowUps): FollowUp | null =>
  (isUnplanned(step) ? undefined : followUps.find(({ id }) => id === followUp?.id)) ?? null;

/** Whether it takes what its campaign says: nobody edited it or asked for it to leave at once. */
const takesEdits = (state: MessageState): boolean => !state.immediate && !isEditedByHand(state);

/** Why a message that waits is not what its campaign would send now; null: it is. `others`: what else was written to the person. */
export function outdated(
  state: MessageState,
  campaign: FollowUps,
  others: readonly Written[],
): 'dropped' | 'replaced' | null {
  if (state.followUp === null || isUnplanned(state.step)) return null;
  const present = presentOf(state, campaign);
  if (!present) return 'dropped';
  if (!takesEdits(state)) return null;
  const [next] = followUpsLeft(campaign, state.campaignId, others);
  return next?.id === present.id && present.textId === state.followUp.textId ? null : 'replaced';
}

/** Ends a follow-up that is outdated: its place is free for the next one. */
export function cancelOutdated(state: MessageState, campaign: FollowUps, others: readonly Written[]): MessageEvent[] {
  const code = outdated(state, campaign, others);
  return code === null ? [] : cancelMessage(state, { code });
}

/** Whether its campaign has another wait for it by now. */
export const hasNewWait = (state: MessageState, campaign: FollowUps): boolean => {
  const present = presentOf(state, campaign);
  return (
    present !== null && isWaiting(state.status) && takesEdits(state) && present.afterDays !== state.followUp?.afterDays
  );
};

/** Gives a follow-up the new wait of its campaign. It keeps its text, and a time that is late enough. `previous`: what it follows. */
export function changeWait(
  state: MessageState,
  campaign: FollowUps,
  previous: Pick<MessageState, 'sentAt'>,
  how: Parameters<typeof followUpDue>[2],
): MessageEvent[] {
  const present = presentOf(state, campaign);
  if (!present || !hasNewWait(state, campaign) || previous.sentAt === null) return [];
  const { afterDays } = present;
  const notBefore = followUpDue(previous.sentAt, afterDays, how);
  const isEarly = (state.scheduledAt ?? notBefore) < notBefore;
  return [
    { type: 'FollowUpWaitChanged', data: { afterDays, notBefore } },
    ...(isEarly ? unscheduleEmail(state, { code: 'wait_changed' }) : []),
  ];
}

/**
 * The people whom an edit concerns. Waiting follow-ups: `changed` get another text or wait, `toReview` return to review, `ended` end, `kept` stay as
 * somebody edited them. `started`: people for whom another one begins. `completes`: nothing is left to send.
 */
export type FollowUpChanges = {
  changed: number;
  toReview: number;
  ended: number;
  kept: number;
  started: number;
  completes: boolean;
};

/** The effect of an edit on a waiting follow-up. null: none. `others`: what else the campaign wrote to the person. */
function changeOf(
  state: MessageState,
  { before, after }: Edit,
  others: readonly MessageState[],
): 'changed' | 'toReview' | 'ended' | 'kept' | null {
  if (outdated(state, after, others) !== null) {
    const [next] = followUpsLeft(after, state.campaignId, others);
    if (!next) return 'ended';
    return next.writer === 'ai' ? 'toReview' : 'changed';
  }
  if (hasNewWait(state, after)) return 'changed';
  return isEditedByHand(state) && !sameJson(presentOf(state, before), presentOf(state, after)) ? 'kept' : null;
}

/** Whether a follow-up is to begin for the person to whom all this was written. */
const begins = (campaign: FollowUps, written: readonly MessageState[]): boolean =>
  written.some(
    (one) =>
      mayBeFollowed(one) &&
      numberAfter(one, written) !== null &&
      followUpsLeft(campaign, one.campaignId, written).length > 0,
  );

type Edit = { before: CampaignState; after: CampaignState };

/** `messages`: all of the campaign. */
export function followUpChanges(edit: Edit, messages: readonly MessageState[]): FollowUpChanges {
  const changes = { changed: 0, toReview: 0, ended: 0, kept: 0, started: 0 };
  const byPartner = new Map<string, MessageState[]>();
  for (const one of messages) byPartner.set(one.partnerId, [...(byPartner.get(one.partnerId) ?? []), one]);
  for (const written of byPartner.values()) {
    const waiting = written.find(({ followUp, step, status }) => followUp && !isUnplanned(step) && isWaiting(status));
    const change = waiting
      ? changeOf(
          waiting,
          edit,
          written.filter((one) => one !== waiting),
        )
      : begins(edit.after, written) && !begins(edit.before, written) && 'started';
    if (change) changes[change] += 1;
  }
  const open = messages.filter(({ status }) => !isFinal(status)).length;
  const isLast = changes.ended > 0 && open === changes.ended && changes.started === 0;
  return { ...changes, completes: edit.before.status === 'active' && isLast };
}
