/** What a person must have seen before an email leaves at once, and the answer that they get. */
import { Refused } from '../shared/refused.ts';
import type { MessageState } from './messageState.ts';

/** Refuses to send to another address than the one that the person was shown; callers that show none pass undefined. */
export function mustBeShownAddress(shown: string | undefined, address: string | null): void {
  if (shown !== undefined && shown !== address) throw new Refused({ code: 'address_changed' });
}

/** Refuses with the reason when a message that was asked to leave has not, or may not have. */
export function mustHaveLeft(state: MessageState): void {
  if (state.status === 'sent') return;
  if (state.status === 'unknown') {
    throw new Refused({ code: 'sending_unconfirmed', status: 'unknown' });
  }
  throw new Refused({ code: 'did_not_leave', status: state.status, reason: state.reason ?? null });
}
