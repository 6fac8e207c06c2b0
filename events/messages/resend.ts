/** Sending a text once more: a new message of its own, whose step says what it is. */
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import { isAnswer } from './answer.ts';
import { cancelMessage } from './messageEnd.ts';
import type { FollowUpOf, MessageEvent, MessageText } from './messageEvents.ts';
import { type MessageState, type MessageStatus, PLANNABLE } from './messageState.ts';
import { draftMessage, withdrawApproval } from './messageText.ts';

/** The beginning of a re-send's step; planned messages are numbered. */
export const RESEND = 'r';

export const resendStep = (number: number): string => `${RESEND}${number}`;

/** Whether a message is a re-send. A limit or setting ends it; a provider that asks to wait is asked again. */
export const isResend = (step: string): boolean => step.startsWith(RESEND);

/** Whether no plan picks a message up: it leaves at once or not at all. */
export const isUnplanned = (step: string): boolean => isResend(step) || isAnswer(step);

/** Whether a message waits at `now` (ISO 8601) for a plan to give it a time. A follow-up does so from when it is due. */
export const waitsForPlan = (
  {
    status,
    immediate,
    heldAt,
    step,
    notBefore,
  }: Pick<MessageState, 'status' | 'immediate' | 'heldAt' | 'step' | 'notBefore'>,
  now: string,
): boolean => status === PLANNABLE && !immediate && heldAt === null && !isUnplanned(step) && (notBefore ?? '') <= now;

type Outdated = 'address_changed' | 'media_kit_changed' | 'media_kit_missing' | 'undeliverable';

/** What was approved may not leave. A planned message waits for review; a re-send or an answer ends. */
export const refuseApproval = (state: MessageState, code: Outdated): MessageEvent[] =>
  isUnplanned(state.step)
    ? cancelMessage(state, { code: code === 'address_changed' ? 'address_changed_resend' : code })
    : withdrawApproval(state, { code });

/**
 * The user sends a text again: a new intent with its own step, approved as it is, to leave at once. `resendOf`: the message that it replaces, when
 * that one is unconfirmed.
 */
export function draftResend(
  state: MessageState,
  ids: {
    campaignId: string;
    partnerId: string;
    step: string;
    resendOf: string | null;
    followUp?: FollowUpOf | null;
  },
  text: MessageText,
  textHash: string,
): MessageEvent[] {
  return [
    ...draftMessage(state, ids),
    { type: 'MessageEdited', data: {}, personal: text },
    { type: 'MessageApproved', data: { textHash, by: 'resend' } },
    { type: 'SendNowRequested', data: {} },
  ];
}

/** These can be sent again: what left, what certainly did not, and what may have. */
const RESENDABLE: ReadonlySet<MessageStatus> = new Set(['sent', 'failed', 'unknown', 'abandoned']);

/** A re-send replaces these: they end when it leaves. */
const UNDECIDED: ReadonlySet<MessageStatus> = new Set(['unknown', 'abandoned']);

/** The text of a message that may be sent again. Refused `illegal` for any other. */
export function resendableText(state: MessageState): MessageText {
  if (!RESENDABLE.has(state.status)) {
    throw new Refused({ code: 'only_left_resent' });
  }
  if (state.unreadable) throw new Refused({ code: 'person_unreadable' });
  if (!state.text) throw new Refused({ code: 'person_erased' });
  return state.text;
}

/**
 * The user asks for a message to be sent again, as it was `shown` to them. A second request for a step that exists joins it. Refused as `conflict` if
 * that one sends another text, or if the earlier message changed since. A late answer changes the user's decision.
 */
export function requestResend(
  { message, earlier }: { message: MessageState; earlier: MessageState },
  shown: { id: string; state: MessageState },
  step: string,
  textHash: string | null,
): MessageEvent[] {
  const text = resendableText(shown.state);
  if (textHash === null) throw new Refused({ code: 'no_address' });
  if (earlier.status !== shown.state.status && earlier.status !== 'abandoned')
    throw new Refused({ code: 'resend_changed' });
  const { campaignId, partnerId, followUp } = shown.state;
  if (message.status !== 'none') {
    const isSame = sameJson(message.text, text) && message.followUp?.id === followUp?.id;
    if (!isSame) throw new Refused({ code: 'resend_under_way' });
    return [];
  }
  const resendOf = UNDECIDED.has(earlier.status) ? shown.id : null;
  return draftResend(message, { campaignId, partnerId, step, resendOf, followUp }, text, textHash);
}
