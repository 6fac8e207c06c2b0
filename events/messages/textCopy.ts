/** "Send it to me": a user gets a text as an email of their own. It is no contact: the partner's message and its counters stay as they are. */
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { type MessageState, mustExist } from './messageState.ts';

/** A copy that is under way for so long may have lost its job. */
const JOINS_MS = 60_000;

/** `requestId`: of the click. A click that is repeated sends nothing more, nor does a second one while the first is under way. */
export function requestCopy(
  state: MessageState,
  { requestId, userId, text }: { requestId: string; userId: string; text: MessageText },
  now: string,
): MessageEvent[] {
  mustExist(state);
  if (state.erased) throw new Refused({ code: 'edit_of_erased' });
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  const { copy } = state;
  const isUnderWay = copy?.status === 'open' && Date.parse(now) - Date.parse(copy.at) < JOINS_MS;
  if (copy?.id === requestId || isUnderWay) return [];
  return [{ type: 'TextCopyRequested', data: { requestId, userId }, personal: text }];
}

/** `failed`: why it did not leave, or why no one knows; null: it left. */
export function concludeCopy({ copy }: MessageState, requestId: string, failed: Reason | null): MessageEvent[] {
  if (copy?.id !== requestId || copy.status !== 'open') return [];
  return failed
    ? [{ type: 'TextCopyFailed', data: { requestId, reason: failed } }]
    : [{ type: 'TextCopySent', data: { requestId } }];
}
