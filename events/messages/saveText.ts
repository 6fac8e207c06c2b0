import { Refused } from '../shared/refused.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { editMessage } from './messageText.ts';

const same = (a: MessageText, b: MessageText): boolean => a.subject === b.subject && a.body === b.body;

/**
 * Saves and approves the text that a person wrote or read. `seen`: the text (empty, if there was none) on which they did; another one that
 * was saved in the meantime is a conflict, unless it is the same as theirs. A text that is approved unchanged is not marked as edited.
 */
export function saveText(
  state: MessageState,
  text: MessageText,
  textHash: string,
  seen: MessageText | undefined,
): MessageEvent[] {
  const events = editMessage(state, text, textHash);
  const stored = state.text ?? { subject: '', body: '' };
  if (same(text, stored)) return events.filter(({ type }) => type !== 'MessageEdited');
  if (seen && !same(seen, stored))
    throw new Refused('conflict', 'This text was changed elsewhere in the meantime.', { changed: true });
  return events;
}
