import type { MessageText } from '../messageEvents.ts';
import { BEGINS_THREAD, type MessageState, type MessageStatus, NOT_LEFT, sameText } from '../messageState.ts';
import { isUnplanned } from '../resend.ts';
import type { CheckedMessage } from './checkText.ts';
import type { KnownPartner } from './facts.ts';
import { type Flaw, openFlaws } from './flaw.ts';

/** Of an unfit message, a text that a person writes. */
const isChecked = (status: MessageStatus): boolean => NOT_LEFT.has(status) || status === 'unfit';

type Other = Pick<MessageState, 'sentAt' | 'text' | 'status'>;

/**
 * The flaws of a campaign's text that no person let pass. Answers and re-sends are a person's word alone. `others`: what else the campaign wrote to
 * the same person. `text`: another than its own.
 */
export function messageFlaws(
  check: (message: CheckedMessage) => Flaw[],
  state: MessageState,
  partner: KnownPartner | null,
  others: readonly Other[],
  text: MessageText | null = state.text,
): Flaw[] {
  if (!text || !partner?.person || isUnplanned(state.step) || !isChecked(state.status)) return [];
  const same = state.text !== null && sameText(text, state.text);
  const revised = state.revision?.revised;
  const parts = same ? state.parts : revised && sameText(text, revised) ? revised.parts : [];
  const earlier = others.flatMap((other) =>
    other !== state && other.sentAt !== null && other.text ? [other.text.subject, other.text.body] : [],
  );
  // a list of its own: the check keeps what it answers
  const flaws = [...check({ text, partner, earlier, parts, byPerson: state.edited || !same })];
  if (state.followUp && isRepeated(text.body, others)) flaws.push({ rule: 'repeated', quote: '' });
  if (!same) return flaws;
  if (state.judged) flaws.push(...state.judged.flaws);
  else if (state.toJudge) flaws.push({ rule: 'unjudged', quote: '' });
  return openFlaws(flaws, state.passed);
}

const normalized = (body: string): string => body.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a person got this very text before, or may have. `others`: what else was written to them. */
export const isRepeated = (body: string, others: readonly Pick<MessageState, 'status' | 'text'>[]): boolean =>
  others.some(
    ({ status, text }) => BEGINS_THREAD.has(status) && text !== null && normalized(text.body) === normalized(body),
  );
