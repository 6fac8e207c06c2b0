import { whyOutdated } from './mediaKit.ts';
import type { MessageEvent } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { isUnplanned } from './resend.ts';

/**
 * Undoes what the removal of a partner canceled (`removal`: that decision). Text and approval return, and the time is drawn again. `textHash`: of its
 * text for the present address; an approval for another one is withdrawn. Messages that left or ended for another reason stay. So do re-sends and
 * answers, which leave at once or not at all.
 */
export function restoreMessage(state: MessageState, removal: number, textHash: string | null): MessageEvent[] {
  if (state.status !== 'cancelled' || state.removed?.decision !== removal) return [];
  if (state.erased || isUnplanned(state.step)) return [];
  const restored: MessageEvent = { type: 'MessageRestored', data: {} };
  if (state.approvedHash === null || state.approvedHash === textHash) return [restored];
  const reason = { code: whyOutdated(state.approvedHash, textHash) };
  return [restored, { type: 'MessageApprovalWithdrawn', data: { reason } }];
}
