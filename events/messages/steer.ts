/** A person steers an email: it is approved, retried, canceled, held without a date, released, or brought back. */
import type { PartnerState } from '../partners/partner.ts';
import type { ReasonCode } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import { isAnswer, isTakenBack } from './answer.ts';
import type { Flaw } from './check/flaw.ts';
import { whyOutdated } from './mediaKit.ts';
import { messageCancelled } from './messageEnd.ts';
import type { MessageEvent, SendPlanEntry } from './messageEvents.ts';
import { isHeld, isWaiting, type MessageState, mustExist } from './messageState.ts';
import { mustBeEditable, withdrawApproval } from './messageText.ts';
import { isUnplanned } from './resend.ts';
import { flagged } from './saveText.ts';
import { postponeEmail, unscheduleEmail } from './sendTime.ts';
import type { Steer } from './steerNames.ts';

/** Only these cancellations are taken back by `restore`. */
export const CANCELED_BY_USER: readonly ReasonCode[] = ['canceled_by_user', 'follow_ups_stopped', 'taken_out'];

/** A plan gives it its time, or will. */
const isOfPlan = ({ immediate, step }: Pick<MessageState, 'immediate' | 'step'>): boolean =>
  !immediate && !isUnplanned(step);

const isCanceledByUser = ({ status, reason, erased, step }: MessageState): boolean =>
  status === 'cancelled' && reason !== null && CANCELED_BY_USER.includes(reason.code) && !erased && !isUnplanned(step);

/** The ways in which a person can steer a message now. */
export function steersOf(state: MessageState): Steer[] {
  if (isCanceledByUser(state)) return ['restore'];
  if (state.status === 'failed' && !isAnswer(state.step)) return ['retry'];
  if (!isWaiting(state.status) || state.status === 'claimed') return [];
  if (isAnswer(state.step)) return ['cancel'];
  if (!isOfPlan(state)) return ['cancel', 'take_out'];
  const isToApprove = state.status === 'drafted' && state.hasText && !state.erased;
  const isMovable = state.followUp === null && state.dispatch === null;
  return [
    ...(isToApprove ? (['approve'] as const) : []),
    ...(state.status === 'scheduled' ? (['reschedule'] as const) : []),
    ...(['postpone', isHeld(state) ? 'release' : 'hold', 'cancel', 'take_out'] as const),
    ...(isMovable ? (['move'] as const) : []),
  ];
}

/** A person approves the text of one that waits for it, as it is. */
export function approveByUser(state: MessageState, textHash: string | null, flaws: readonly Flaw[]): MessageEvent[] {
  mustBeEditable(state);
  if (!state.hasText || textHash === null) throw new Refused({ code: 'send_without_text' });
  if (flaws.length > 0) throw flagged();
  return state.status === 'drafted' ? [{ type: 'MessageApproved', data: { textHash, by: 'bulk' } }] : [];
}

export function mustBeFailed({ status, step }: Pick<MessageState, 'status' | 'step'>): void {
  if (status !== 'failed' || isAnswer(step)) throw new Refused({ code: 'steer_not_failed' });
}

/** Undo of an approval, while the email waits. */
export function takeBackApproval(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (state.status === 'drafted') return [];
  mustWait(state);
  return withdrawApproval(state, { code: 'approval_undone' });
}

/** A claimed email may be with its provider a moment later, so its stop could not be promised. */
function mustWait({ status }: MessageState): void {
  if (status === 'claimed' || status === 'dispatching') throw new Refused({ code: 'steer_leaving' });
  if (!isWaiting(status)) throw new Refused({ code: 'steer_over' });
}

/** A second time is no event. Without this follow-up, no later one begins (followUp.ts). */
export function cancelByUser(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (state.status === 'cancelled') return [];
  mustWait(state);
  const isFollowUp = state.followUp !== null && !isUnplanned(state.step);
  return [messageCancelled({ code: isFollowUp ? 'follow_ups_stopped' : 'canceled_by_user' })];
}

/** Undo of an answer that has not left. A second time is no event. */
export function takeBackAnswer(state: MessageState): MessageEvent[] {
  mustExist(state);
  if (isTakenBack(state)) return [];
  mustWait(state);
  return [messageCancelled({ code: 'taken_back_by_user' })];
}

/** Cancels all that waits for a person in a campaign. `messages`: all to them there, by id. Answers of the inbox stay. */
export function takeOut(
  messages: Readonly<Record<string, MessageState>>,
  code: 'taken_out' | 'moved' = 'taken_out',
): Record<string, MessageEvent[]> {
  const planned = Object.entries(messages).filter(([, { step }]) => !isAnswer(step));
  for (const [, { status }] of planned)
    if (status === 'claimed' || status === 'dispatching') throw new Refused({ code: 'steer_leaving' });
  const waiting = planned.filter(([, { status }]) => isWaiting(status));
  if (waiting.length === 0) throw new Refused({ code: 'steer_nothing' });
  return Object.fromEntries(waiting.map(([id]) => [id, [messageCancelled({ code })]]));
}

/** The same for a person who joins another campaign. It must be the first to write to them. */
export function moveOut(messages: Readonly<Record<string, MessageState>>): Record<string, MessageEvent[]> {
  const hasLeft = ({ dispatch, status }: MessageState) => dispatch !== null && status !== 'dispatching';
  if (Object.values(messages).some(hasLeft)) throw new Refused({ code: 'move_emailed' });
  return takeOut(messages, 'moved');
}

/** It keeps its text and approval, and gets no time until it is released. */
export function holdEmail(state: MessageState): MessageEvent[] {
  mustExist(state);
  mustWait(state);
  if (!isOfPlan(state)) throw new Refused({ code: 'steer_unplanned' });
  if (isHeld(state)) return [];
  return [{ type: 'EmailHeld', data: {} }, ...unscheduleEmail(state, { code: 'on_hold' })];
}

/** `entry`: the time that the user chose; null: it is not known yet, and only the email is checked. */
export function rescheduleEmail(state: MessageState, entry: SendPlanEntry | null): MessageEvent[] {
  mustExist(state);
  mustWait(state);
  if (state.status !== 'scheduled') throw new Refused({ code: 'reschedule_unplanned' });
  if (entry === null || state.chosenAt === entry.at) return [];
  const scheduled: MessageEvent = { type: 'EmailScheduled', data: { ...entry, chosen: true } };
  return [...unscheduleEmail(state, { code: 'rescheduled' }), scheduled];
}

/** `notBefore` (ISO 8601): the start of a day. It is never earlier than what already holds the email back. */
export function postponeByUser(state: MessageState, notBefore: string): MessageEvent[] {
  mustExist(state);
  mustWait(state);
  if (!isOfPlan(state)) throw new Refused({ code: 'steer_unplanned' });
  return postponeEmail(state, notBefore, { reason: 'user', code: 'postponed' });
}

export function releaseHold(state: MessageState): MessageEvent[] {
  mustExist(state);
  return isHeld(state) ? [{ type: 'EmailHoldEnded', data: {} }] : [];
}

/**
 * Brings back what the user canceled, with its text and approval. `textHash`: of its text for the present address. `now`: ISO 8601. The time that it had
 * returns with it while it is still to come and the campaign sends.
 */
export function restoreByUser(
  state: MessageState,
  partner: Pick<PartnerState, 'status'>,
  { textHash, now, sends }: { textHash: string | null; now: string; sends: boolean },
): MessageEvent[] {
  mustExist(state);
  if (state.status !== 'cancelled') return [];
  if (!isCanceledByUser(state)) throw new Refused({ code: 'steer_over' });
  if (partner.status !== 'approved') throw new Refused({ code: 'join_not_approved' });
  const restored: MessageEvent = { type: 'MessageRestored', data: {} };
  const status = state.approvedHash === null ? 'drafted' : 'approved';
  if (status === 'approved' && state.approvedHash !== textHash)
    return [restored, ...withdrawApproval({ ...state, status }, { code: whyOutdated(state.approvedHash, textHash) })];
  const slot = state.removed?.slot;
  if (!slot || !sends || slot.at <= now) return [restored];
  return [restored, { type: 'EmailScheduled', data: slot }];
}
