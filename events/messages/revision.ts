import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { type MessageState, sameText } from './messageState.ts';
import { mustBeEditable } from './messageText.ts';
import type { Part } from './parts.ts';

/** "Improve": the AI rewrites one text as a person asks. Its answer changes nothing: the person saves it, or keeps the old text. */

/** One that is under way for so long may have lost its job: the same request asks again. */
const JOINS_MS = 5 * 60_000;

/** The same request joins one that is under way; another one takes its place. */
export function requestRevision(
  state: MessageState,
  wanted: { requestId: string; instruction: string; text: MessageText },
  now: string,
): MessageEvent[] {
  mustBeEditable(state);
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  const { requestId, instruction, text } = wanted;
  const open = state.revision?.status === 'open' ? state.revision : null;
  const isSame = open?.text && open.instruction === instruction && sameText(open.text, text);
  if (open && isSame && Date.parse(now) - Date.parse(open.at) < JOINS_MS) return [];
  return [{ type: 'TextRevisionRequested', data: { requestId }, personal: { instruction, ...text } }];
}

/** The result of a request. A request that was replaced, or whose message has another text, gets none. */
export function concludeRevision(
  { revision, erased, unreadable }: MessageState,
  requestId: string,
  result: { text: MessageText; parts: readonly Part[]; model: string; promptVersion: string } | { failed: Reason },
): MessageEvent[] {
  if (revision?.id !== requestId || revision.status !== 'open') return [];
  if ('failed' in result) return [{ type: 'TextRevisionFailed', data: { requestId, reason: result.failed } }];
  const { text, parts, model, promptVersion } = result;
  const personal = erased || unreadable ? null : { ...text, parts: [...parts] };
  return [{ type: 'TextRevised', data: { requestId, model, promptVersion }, personal }];
}
