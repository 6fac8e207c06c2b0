import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { isUnplanned } from './resend.ts';

/**
 * Brings back what the removal of a partner cancelled (`removal`: that decision), when it is undone: text and approval are as before, the send
 * time is drawn again. `textHash`: of its text for the present address; an approval for another one is withdrawn. What was cancelled for
 * another reason or has left stays as it is; so does a re-send or an answer, which leaves at once or not at all.
 */
export function restoreMessage(state: MessageState, removal: number, textHash: string | null): MessageEvent[] {
  if (state.status !== 'cancelled' || state.removed?.decision !== removal) return [];
  if (state.erased || isUnplanned(state.step)) return [];
  const restored: MessageEvent = { type: 'MessageRestored', data: {} };
  if (state.approvedHash === null || state.approvedHash === textHash) return [restored];
  return [restored, { type: 'MessageApprovalWithdrawn', data: { reason: { code: 'address_changed' } } }];
}
