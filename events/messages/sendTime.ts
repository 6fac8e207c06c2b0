/** The time of a message: of the plan, or at once (Send Now). */

import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { Flaw } from './check/flaw.ts';
import { messageCancelled } from './messageEnd.ts';
import type { MessageEvent, SendPlanEntry } from './messageEvents.ts';
import { isWaiting, type MessageState, mustExist, PLANNABLE } from './messageState.ts';
import { isUnplanned } from './resend.ts';
import { flagged } from './saveText.ts';
import { releaseSend } from './sendAttempt.ts';

export function scheduleEmail(state: MessageState, entry: SendPlanEntry): MessageEvent[] {
  if (state.status !== PLANNABLE || state.immediate) return [];
  return [{ type: 'EmailScheduled', data: entry }];
}

/** The campaign was paused, the email's time passed unused, or its rules changed (replan.ts). It is approved again and waits for a plan. */
export function unscheduleEmail(state: MessageState, reason: Reason): MessageEvent[] {
  if (state.status !== 'scheduled' && !(state.status === 'deferred' && !state.immediate)) return [];
  return [{ type: 'EmailUnscheduled', data: { reason } }];
}

/** A message of the plan waits until then. An earlier time is taken back. Without more, the person is away. */
export function postponeEmail(
  state: MessageState,
  notBefore: string,
  { reason, code }: { reason: 'automatic' | 'user'; code: 'away' | 'postponed' } = {
    reason: 'automatic',
    code: 'away',
  },
): MessageEvent[] {
  if (isUnplanned(state.step) || state.immediate || !isWaiting(state.status)) return [];
  if (notBefore <= (state.notBefore ?? '')) return [];
  const postponed: MessageEvent = { type: 'EmailPostponed', data: { notBefore, reason } };
  return (state.scheduledAt ?? notBefore) < notBefore ? [postponed, ...unscheduleEmail(state, { code })] : [postponed];
}

/**
 * Send Now approves this one text and puts it before the plan. It answers 409 after sending, because a re-send is its own call. A text with `flaws`
 * is to be read first.
 */
export function requestSendNow(
  state: MessageState,
  textHash: string | null,
  flaws: readonly Flaw[] = [],
): MessageEvent[] {
  mustExist(state);
  if (state.status === 'sent') throw new Refused({ code: 'send_of_sent' });
  if (state.status === 'unknown') {
    throw new Refused({ code: 'send_of_unconfirmed' });
  }
  if (state.status === 'abandoned') throw new Refused({ code: 'send_of_resent' });
  if (state.status === 'cancelled') throw new Refused({ code: 'send_of_cancelled' });
  if (state.erased) throw new Refused({ code: 'person_erased' });
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  const trying = state.immediate && !isDeferredByPolicy(state);
  if (state.status === 'claimed' || state.status === 'dispatching' || trying) return [];
  if (!state.hasText || textHash === null) {
    throw new Refused({ code: 'send_without_text' });
  }
  if (state.status === 'failed') throw new Refused({ code: 'send_of_failed' });
  if (flaws.length > 0) throw flagged();
  return [
    ...(state.approvedHash === textHash
      ? []
      : [{ type: 'MessageApproved', data: { textHash, by: 'send_now' } } as const]),
    { type: 'SendNowRequested', data: {} },
  ];
}

/** A Send Now that waits for its next try is tried at once. */
export function resumeSendNow(state: MessageState): MessageEvent[] {
  return state.status === 'deferred' && state.immediate ? [{ type: 'SendNowResumed', data: {} }] : [];
}

const A_DAY_MS = 86_400_000;

/** The end of a Send Now's tries (ISO 8601), a day after it was asked for. null: a planned email. */
export const giveUpTime = ({ askedAt }: MessageState): string | null =>
  askedAt === null ? null : new Date(Date.parse(askedAt) + A_DAY_MS).toISOString();

/**
 * Ends a claimed Send Now that is held back (`reason`) at `now` (ISO 8601), a day after it was asked for. Before that it does nothing. Its text stays
 * approved: it goes with the plan of its campaign, or the user decides again.
 */
export function giveUpSendNow(state: MessageState, attemptNumber: number, reason: Reason, now: string): MessageEvent[] {
  if (state.askedAt === null || Date.parse(now) - Date.parse(state.askedAt) < A_DAY_MS) return [];
  return releaseSend({ ...state, immediate: false }, attemptNumber, { code: 'taken_back', reason });
}

/**
 * Ends a Send Now whose attempt is `deferred` at `now` (ISO 8601), a day or more after it was asked for. It goes back to the plan; a re-send or an
 * answer is cancelled. Anything else: no event.
 */
export function giveUpDeferred(state: MessageState, deferred: readonly MessageEvent[], now: string): MessageEvent[] {
  const [event, ...others] = deferred;
  const giveUpAt = giveUpTime(state);
  if (event?.type !== 'EmailDeferred' || others.length > 0 || giveUpAt === null || now < giveUpAt) return [];
  const { reason } = event.data;
  return isUnplanned(state.step)
    ? [messageCancelled({ code: 'tried_for_a_day', reason })]
    : [{ type: 'EmailUnscheduled', data: { reason: { code: 'taken_back', reason } } }];
}

/** Whether a limit or setting of ours defers a Send Now, not the provider. */
export const isDeferredByPolicy = (state: MessageState): boolean =>
  state.status === 'deferred' && state.immediate && state.dispatch?.attempt !== state.attempt;

/** Ends the wish to send at once while it is held back: the user sees why and decides again. */
export function endSendNow(state: MessageState): MessageEvent[] {
  if (!isDeferredByPolicy(state)) return [];
  return [{ type: 'EmailUnscheduled', data: { reason: state.reason ?? { code: 'held_back' } } }];
}
