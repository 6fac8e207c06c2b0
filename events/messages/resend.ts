/** Sending a text once more: a new message of its own, whose step says what it is. */
import { cancelMessage } from './messageEnd.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import type { MessageState } from './messageState.ts';
import { draftMessage, withdrawApproval } from './messageText.ts';

/** How the steps of re-sends begin; planned messages are numbered. */
export const RESEND = 'r';

export const resendStep = (number: number): string => `${RESEND}${number}`;

/** Whether a message is a re-send: no plan picks it up. A limit or setting ends it; a provider that asks to wait is asked again. */
export const isResend = (step: string): boolean => step.startsWith(RESEND);

/** Why an approval is withdrawn. */
export const ADDRESS_CHANGED = 'the address changed; review the message again';

/** The address changed since the text was approved: a planned message waits for review, a re-send is over. */
export const refuseOldAddress = (state: MessageState): MessageEvent[] =>
  isResend(state.step)
    ? cancelMessage(state, 'the address changed; send the message again if it should still go')
    : withdrawApproval(state, ADDRESS_CHANGED);

/**
 * The user sends a text once more: a new intent with a step of its own, approved as it stands, and asked to leave at once. `resendOf`: the
 * message for which it stands in, when the fate of that one is unknown.
 */
export function draftResend(
  state: MessageState,
  ids: { campaignId: string; partnerId: string; step: string; resendOf: string | null },
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
