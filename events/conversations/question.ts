/**
 * What a weak sign asks the user about a mail. All email to the person is held until the answer. Yes gives the conversation that label, with all that
 * follows from it. No ends the hold.
 */

import type { ReplyLabel } from '../messages/replyLabels.ts';
import type { LegalRequest, LegalRight } from '../privacy/legalRequest.ts';
import { HOLD_SIGNS, type HoldSign } from '../shared/doNotContact.ts';

export const QUESTION_TEXTS: Readonly<Record<HoldSign, string>> = {
  legal_request: 'Is this a legal request?',
  unsubscribe: 'Did they ask you to stop?',
  bounce: 'Did your email come back?',
  automatic: 'Is this an automatic reply?',
};

/** The source of the sign: words of the mail, or the AI. `unproved`: a plain wish in a mail that names none of ours. */
export const ASKED_BY = ['words', 'ai', 'unproved'] as const;
export type AskedBy = (typeof ASKED_BY)[number];

/** The result of rules alone. `label` null: a person wrote it, and it is read later. `asks`: weak signs, so a person is asked about each. */
export type ByRules = {
  label: ReplyLabel | null;
  asks: readonly { sign: HoldSign; by: 'words' | 'unproved'; right?: LegalRight }[];
};

/** About the received mail with this id. */
export type Question = { receivedId: string; sign: HoldSign; by: AskedBy; right?: LegalRight | undefined };

/** While one of these is asked, the mail is no reply: a program may have written it. */
export const asksWhetherReply = ({ sign }: Pick<Question, 'sign'>): boolean =>
  sign === 'automatic' || sign === 'bounce';

/** The question that a label of the AI asks; undefined: none. */
export const signOf = (label: ReplyLabel): HoldSign | undefined =>
  label === 'spam' ? 'unsubscribe' : HOLD_SIGNS.find((sign) => sign === label);

/** The weightiest of some questions. null: there is none. */
export const mainQuestion = (questions: readonly Question[]): Question | null =>
  HOLD_SIGNS.flatMap((sign) => questions.findLast((one) => one.sign === sign) ?? [])[0] ?? null;

/** Why the person's mail is held: an open question, or a legal request that is not done. */
export const holdOf = (state: { questions: readonly Question[]; legalRequest: LegalRequest | null }): HoldSign | null =>
  mainQuestion(state.questions)?.sign ?? (state.legalRequest?.doneAt === null ? 'legal_request' : null);
