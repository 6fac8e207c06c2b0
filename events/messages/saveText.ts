import { Refused } from '../shared/refused.ts';
import { type Flaw, openFlaws } from './check/flaw.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { type MessageState, sameText } from './messageState.ts';
import { editMessage, withdrawApproval } from './messageText.ts';

/**
 * Saves and approves the text that a person wrote or read. `seen`: the text that the person edited, or empty. Another text saved since is a conflict,
 * unless it is the same. A text that is approved unchanged is not marked as edited. Flaws (`flaws`) keep a text from approval, not from being saved.
 * The person lets each pass (`passed`).
 */
export function saveText(
  state: MessageState,
  text: MessageText,
  textHash: string,
  seen: MessageText | undefined,
  { flaws, passed }: { flaws: readonly Flaw[]; passed: readonly Flaw[] } = { flaws: [], passed: [] },
): MessageEvent[] {
  const edit = editMessage(state, text, textHash);
  const stored = state.text ?? { subject: '', body: '' };
  const unchanged = sameText(text, stored);
  if (!unchanged && seen && !sameText(seen, stored)) throw new Refused({ code: 'text_changed', changed: true });
  const [edited, approved] = [edit.slice(0, -1), edit.slice(-1)];
  const saved = unchanged ? [] : edited;
  if (openFlaws(flaws, passed).length === 0) return [...saved, ...letPass(flaws, textHash), ...approved];
  if (unchanged) throw flagged();
  return [...saved, ...withdrawApproval(state, { code: 'text_flagged' })];
}

/** A flagged text is not approved unless its reader says so. */
export const flagged = (): Refused => new Refused({ code: 'text_flagged', flagged: true });

const letPass = (flaws: readonly Flaw[], textHash: string): MessageEvent[] => {
  const rules = [...new Set(flaws.map(({ rule }) => rule))];
  return flaws.length === 0
    ? []
    : [{ type: 'TextCheckOverridden', data: { textHash, rules }, personal: { flaws: [...flaws] } }];
};
