/** The sets that a message belongs to: what the numbers of the screens count, and what completes a campaign. */
import type { CampaignState } from '../campaigns/campaign.ts';
import type { MessageSet } from '../history/metrics.ts';
import { isAnswer } from '../messages/answer.ts';
import { CAME_BACK } from '../messages/delivery.ts';
import { followUpsLeft, mayBeFollowed, numberAfter, sequenceNumber } from '../messages/followUp.ts';
import type { DeliveryReport } from '../messages/messageEvents.ts';
import {
  CALLED_OFF,
  FINAL,
  isHeld,
  isWaiting,
  type MessageState,
  NOT_LEFT,
  PENDING,
  PLANNABLE,
} from '../messages/messageState.ts';
import { isResend, isUnplanned } from '../messages/resend.ts';

/**
 * `all`: of its campaign, called off or not. `toFollow`: it was sent, and its follow-up has not begun. `toPlan`: it waits for a time, or for its day.
 * `toStart`: it waits for the plan, for its day, or for an approval, or it has a time that a plan gave it.
 * `onHold`: a person has put it on hold, so none of these happens.
 */
export type CountedSet =
  | Exclude<MessageSet, 'runAsked' | 'runDone' | 'runFailed'>
  | 'all'
  | 'open'
  | 'openPlanned'
  | 'toFollow'
  | 'toPlan'
  | 'toStart'
  | 'onHold'
  | CheckedSet;

/** `toRead`: a person is to read it, approved or not. `flagged`, `unchecked`: of those that wait for approval. */
export type CheckedSet = 'toRead' | 'flagged' | 'unchecked';

/**
 * A message with its id. `check`: of a text that is checked, whether it is flagged (null: not known yet), and the hash of what it was checked against;
 * unset: it has no such text. `subject`: the state's own has been left out (db/lists/project.ts).
 */
export type Listed = {
  id: string;
  state: MessageState;
  check?: { flagged: boolean | null; facts?: string | null } | null;
  subject?: string | null;
};

export function byCampaign<M extends Listed>(messages: readonly M[]): Map<string, M[]> {
  const found = new Map<string, M[]>();
  for (const one of messages) {
    const own = found.get(one.state.campaignId);
    if (own) own.push(one);
    else found.set(one.state.campaignId, [one]);
  }
  return found;
}

/** Code units, as a database compares in the collation "C". */
const later = (a: string, b: string): number => (a > b ? 1 : a < b ? -1 : 0);

/** The newest of those that may replace one another comes last. */
const byAge = (a: Listed, b: Listed): number =>
  later(a.state.createdAt, b.state.createdAt) ||
  Number(isResend(a.state.step)) - Number(isResend(b.state.step)) ||
  a.state.step.length - b.state.step.length ||
  later(a.state.step, b.state.step);

/**
 * The failed messages that another one replaces: it sends the mail again, and was not called off. An answer is sent again by the next answer, and all
 * else by a re-send. `messages`: of one campaign to one person.
 */
export function replacedIn(messages: readonly Listed[]): ReadonlySet<string> {
  const replaced = new Set<string>();
  for (const answers of [true, false]) {
    const rivals = messages
      .filter(
        ({ state: { step, status } }) =>
          isAnswer(step) === answers && (status === 'failed' || (status !== 'cancelled' && isUnplanned(step))),
      )
      .sort(byAge);
    for (const { id, state } of rivals.slice(0, -1)) if (state.status === 'failed') replaced.add(id);
  }
  return replaced;
}

/** Sent, and the newest that is known of it is one of these reports. */
const isReported = ({ status, delivery }: MessageState, reports: readonly DeliveryReport[]): boolean =>
  status === 'sent' && delivery !== null && reports.includes(delivery.report);

/** Whether it was sent, and its follow-up has not begun. `written`: all messages of its campaign to the person, itself included. */
export const isToFollow = (
  state: MessageState,
  written: readonly MessageState[],
  campaign: Pick<CampaignState, 'followUps'>,
): boolean =>
  sequenceNumber(state) !== null &&
  mayBeFollowed(state) &&
  followUpsLeft(campaign, state.campaignId, written).length > 0 &&
  numberAfter(state, written) !== null;

/** The sets that follow from the check of its text. */
export function checkedSetsOf({ state, check }: Listed): CheckedSet[] {
  const { status, hasText, approvedHash, step } = state;
  if (isAnswer(step) || !hasText || !NOT_LEFT.has(status)) return [];
  const flagged = check?.flagged === true;
  return [
    ...(approvedHash === null || flagged ? (['toRead'] as const) : []),
    ...(status === 'drafted' && flagged ? (['flagged'] as const) : []),
    ...(check?.flagged === null ? (['unchecked'] as const) : []),
  ];
}

/** The sets of a message. `isReplaced`: another one sends it again. An answer from the inbox is no outreach, and counts in few of them. */
export function setsOf(state: MessageState, isReplaced: boolean): CountedSet[] {
  const { status, hasText, step, replied, immediate } = state;
  const sets: Partial<Record<CountedSet, boolean>> = {
    all: true,
    open: !FINAL.has(status),
    openPlanned: !FINAL.has(status) && !isUnplanned(step),
    // a person must see also an answer that failed: nothing sends it again
    failed: status === 'failed' && !isReplaced,
    unknown: status === 'unknown',
    toPlan: status === PLANNABLE && !immediate && !isHeld(state) && !isUnplanned(step),
    // a claimed one is about to leave
    toStart: isWaiting(status) && status !== 'claimed' && !immediate && !isUnplanned(step),
    onHold: isHeld(state),
    ...(!isAnswer(step) && {
      messages: status !== 'cancelled' && !isReplaced,
      kept: !CALLED_OFF.has(status) && !isReplaced,
      cancelled: CALLED_OFF.has(status),
      withText: status !== 'cancelled' && hasText && !isReplaced,
      withoutText: status !== 'cancelled' && status !== 'unfit' && !hasText,
      unfit: status === 'unfit',
      toReview: status === 'drafted' && hasText,
      pending: PENDING.has(status),
      sent: status === 'sent',
      replied: status === 'sent' && replied,
      bounced: isReported(state, CAME_BACK),
      unsubscribed: isReported(state, ['unsubscribed']),
      complained: isReported(state, ['complained']),
    }),
  };
  return (Object.keys(sets) as CountedSet[]).filter((name) => sets[name]);
}
