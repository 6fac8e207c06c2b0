/**
 * What a weak sign asks the user about a mail:
 *
 *   unsubscribe     Did they ask you to stop?       the person's addresses are held
 *   bounce          Did your email come back?       the person's addresses are held
 *   out_of_office   Is this an automatic reply?     their reply has stopped the follow-ups
 *
 * Yes gives the conversation that label, with all that follows from it. No ends the hold.
 */

import type { ReplyLabel } from '../messages/replyLabels.ts';
import { HOLD_SIGNS, type HoldSign } from '../shared/doNotContact.ts';

export const QUESTION_SIGNS = [...HOLD_SIGNS, 'out_of_office'] as const;
export type QuestionSign = (typeof QUESTION_SIGNS)[number];

export const QUESTION_TEXTS: Readonly<Record<QuestionSign, string>> = {
  unsubscribe: 'Did they ask you to stop?',
  bounce: 'Did your email come back?',
  out_of_office: 'Is this an automatic reply?',
};

/** The source of the sign: words of the mail, or the AI. `unproved`: a plain wish in a mail that names none of ours. */
export const ASKED_BY = ['words', 'ai', 'unproved'] as const;
export type AskedBy = (typeof ASKED_BY)[number];

/** The result of rules alone. `label` null: a person wrote it, and it is read later. `asks`: the sign is weak, so a person is asked. */
export type ByRules = { label: ReplyLabel | null; asks: { sign: QuestionSign; by: 'words' | 'unproved' } | null };

/** About the received mail with this id. */
export type Question = { receivedId: string; sign: QuestionSign; by: AskedBy };

/** The weightiest of some questions. null: there is none. */
export const mainQuestion = (questions: readonly Question[]): Question | null =>
  QUESTION_SIGNS.flatMap((sign) => questions.findLast((one) => one.sign === sign) ?? [])[0] ?? null;

export function holdOf(questions: readonly Question[]): HoldSign | null {
  return HOLD_SIGNS.find((sign) => questions.some((one) => one.sign === sign)) ?? null;
}
