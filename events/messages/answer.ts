/** An answer to what came back: a message of its own, whose step says what it is. */
import { cutText } from '../shared/format.ts';
import { Refused } from '../shared/refused.ts';
import type { AddressedTo, MessageEvent, MessageText } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { draftMessage } from './messageText.ts';

/** The beginning of an answer's step. */
export const ANSWER = 'a';

export const answerStep = (number: number): string => `${ANSWER}${number}`;

export const isAnswer = (step: string): boolean => step.startsWith(ANSWER);

/** As long as every subject may be; others write longer ones. */
export const LONGEST_SUBJECT = 300;

/** The subject under which a thread goes on. */
export const answerSubject = (subject: string): string =>
  cutText(
    `Re: ${subject.replace(/^(\s*(re|aw|antw|sv|vs|rv|ref|r)\s*(\[\d+\])?\s*:\s*)+/i, '').trim()}`,
    LONGEST_SUBJECT,
  ).trim();

/** Refuses to replace an answer whose outcome is known. */
export function mustBeUnconfirmed({ status }: MessageState): void {
  if (status !== 'unknown' && status !== 'abandoned') throw new Refused({ code: 'answer_changed' });
}

/**
 * The user answers: a new intent, approved as it is written, that leaves at once or not at all. The step is the idempotency key. The same answer to
 * the same step joins the first, so a repeated call sends nothing twice. Another text is a conflict. `resendOf`: the unconfirmed answer that it
 * replaces. `leavesAt`: until then it can be taken back (ISO 8601); unset: it leaves at once.
 */
export function requestAnswer(
  state: MessageState,
  ids: { campaignId: string; partnerId: string; step: string; resendOf?: string | null },
  text: MessageText,
  addressedTo: AddressedTo | null,
  textHash: string | null,
  leavesAt?: string,
): MessageEvent[] {
  if (addressedTo === null || textHash === null) throw new Refused({ code: 'no_address' });
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  if (state.status !== 'none') {
    const same = state.text?.subject === text.subject && state.text.body === text.body;
    if (same && state.addressedTo?.to === addressedTo.to) return [];
    throw new Refused({ code: 'other_answer' });
  }
  return [
    ...draftMessage(state, ids),
    { type: 'MessageEdited', data: {}, personal: text },
    { type: 'AnswerAddressed', data: {}, personal: addressedTo },
    { type: 'MessageApproved', data: { textHash, by: 'send_now' } },
    { type: 'SendNowRequested', data: leavesAt === undefined ? {} : { leavesAt } },
  ];
}

/** Until when its writer can take it back (ISO 8601). null: it is no answer that waits for that. */
export const undoUntil = ({ status, step, scheduledAt }: MessageState): string | null =>
  isAnswer(step) && status === 'approved' ? scheduledAt : null;

/** Its text is a draft again, so the thread does not show it. */
export const isTakenBack = ({ reason }: Pick<MessageState, 'reason'>): boolean => reason?.code === 'taken_back_by_user';
