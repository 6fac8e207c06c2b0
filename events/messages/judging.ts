/** The AI compares a text with the facts: which texts it reads, and what its answer does. */
import type { Flaw } from './check/flaw.ts';
import { openFlaws } from './check/flaw.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { type MessageState, NOT_LEFT } from './messageState.ts';
import { withdrawApproval } from './messageText.ts';
import { isUnplanned } from './resend.ts';

/** Only what an AI wrote is judged. What a person wrote or changed is their word: rules check it, and no opinion of an AI takes their approval back. */
export const needsJudge = (state: MessageState): boolean =>
  state.text !== null &&
  state.toJudge &&
  state.judged === null &&
  !state.erased &&
  !state.unreadable &&
  NOT_LEFT.has(state.status) &&
  !isUnplanned(state.step);

/** The judge read the text of `textHash`. An approval that did not know these flaws ends; what leaves at once is checked there. */
export function recordJudged(
  state: MessageState,
  { textHash, flaws, ...by }: { textHash: string; flaws: readonly Flaw[]; model: string; promptVersion: string },
  hashOf: (text: MessageText) => string,
): MessageEvent[] {
  if (!needsJudge(state) || !state.text || hashOf(state.text) !== textHash) return [];
  // a part without an answer is no news to a person who approved the whole text unjudged
  const isAwaited = !state.passed.some(({ rule }) => rule === 'unjudged');
  const found = flaws.filter(({ rule }) => rule !== 'unjudged' || isAwaited);
  const judged: MessageEvent = { type: 'MessageJudged', data: { textHash, ...by }, personal: { flaws: found } };
  const isNews = openFlaws(found, state.passed).length > 0 && !state.immediate && state.status !== 'claimed';
  return [judged, ...(isNews ? withdrawApproval(state, { code: 'text_flagged' }) : [])];
}
