/** The partner asked to hear from the user on a later day. */
import { STOPPED_BY_REPLY, wasStopped } from './answered.ts';
import type { MessageEvent } from './messageEvents.ts';
import { isWaiting, type MessageState } from './messageState.ts';
import { withdrawApproval } from './messageText.ts';
import { isUnplanned } from './resend.ts';

const isStopped = (state: MessageState): boolean =>
  wasStopped(state) && state.reason !== null && STOPPED_BY_REPLY.includes(state.reason.code);

/** A follow-up that waits, or that their reply has stopped. */
export const mayMove = (state: MessageState): boolean =>
  state.followUp !== null && !isUnplanned(state.step) && (isWaiting(state.status) || isStopped(state));

/** Moves a follow-up to a day (`YYYY-MM-DD`). Its text knows nothing of their reply, so it is reviewed again. */
export function moveFollowUp(state: MessageState, day: string): MessageEvent[] {
  if (!mayMove(state)) return [];
  const restored: MessageEvent[] = isStopped(state) ? [{ type: 'MessageRestored', data: {} }] : [];
  const status = isStopped(state) ? (state.approvedHash === null ? 'drafted' : 'approved') : state.status;
  const notBefore = new Date(day).toISOString();
  return [
    ...restored,
    { type: 'EmailPostponed', data: { notBefore, reason: 'later' } },
    ...withdrawApproval({ ...state, status }, { code: 'asked_later' }),
  ];
}
