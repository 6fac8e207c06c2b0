/** An email that came back is sent again, to another address of the same person (decision 0020). */
import { editContact } from '../partners/contact.ts';
import type { PartnerEvent, PartnerState } from '../partners/partner.ts';
import { entryThatHolds, type SuppressionState } from '../privacy/suppression.ts';
import { Refused } from '../shared/refused.ts';
import { isAnswer } from './answer.ts';
import { cameBack } from './delivery.ts';
import { sequenceNumber } from './followUp.ts';
import type { MessageEvent, MessageText } from './messageEvents.ts';
import { CALLED_OFF, type MessageState } from './messageState.ts';
import { draftResend, isResend, resendableText } from './resend.ts';
import { mayHaveReached } from './sharedAddress.ts';

/** Whether an email came back, also as an answer at send time, and was not sent again since. `others`: all messages to the same person. */
export const needsAddress = (
  message: Pick<MessageState, 'campaignId' | 'step' | 'createdAt' | 'delivery'>,
  others: readonly Pick<MessageState, 'campaignId' | 'step' | 'createdAt' | 'status'>[],
): boolean =>
  cameBack(message) &&
  !isAnswer(message.step) &&
  !others.some(
    (one) =>
      one.campaignId === message.campaignId &&
      isResend(one.step) &&
      // providers round the time of a report down
      one.createdAt > message.createdAt &&
      one.createdAt >= (message.delivery?.at ?? '') &&
      !CALLED_OFF.has(one.status),
  );

/** The text for the new address. Where it names the old one, it names the new one. */
export function readdressText(text: MessageText, from: string | null, to: string): MessageText {
  if (!from) return text;
  const old = new RegExp(`(?<![\\w.+-])${from.replace(/[^\w@]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'gi');
  return { subject: text.subject.replace(old, () => to), body: text.body.replace(old, () => to) };
}

/**
 * The person's next address, and one new message to it that leaves at once. `text`: as readdressText gives it, and approved by this request. A second
 * request joins the first. Refused for an address that had this email, whatever came of it, and for one that gets nothing.
 */
export function requestReaddress(
  now: {
    message: MessageState;
    earlier: MessageState;
    partner: PartnerState;
    address: SuppressionState;
    domain: SuppressionState;
  },
  others: readonly MessageState[],
  asked: { step: string; email: string; text: MessageText; textHash: string },
): { message: MessageEvent[]; partner: PartnerEvent[] } {
  const { message, earlier, partner } = now;
  const { step, email, text, textHash } = asked;
  resendableText(earlier);
  if (message.status !== 'none') {
    if (message.approvedHash !== textHash) throw new Refused({ code: 'resend_under_way' });
    return { message: [], partner: [] };
  }
  if (!needsAddress(earlier, others)) throw new Refused({ code: 'not_returned' });
  const held = entryThatHolds(now.address, now.domain);
  if (held.suppressed) throw new Refused({ code: 'address_suppressed', reason: held.reason });
  const isSameEmail = (one: MessageState) =>
    one.campaignId === earlier.campaignId && sequenceNumber(one) === sequenceNumber(earlier);
  const had = [earlier, ...others].some(
    (one) => isSameEmail(one) && (mayHaveReached(one, email) || one.dispatch?.to?.toLowerCase() === email),
  );
  if (had) throw new Refused({ code: 'address_had_it' });
  const { campaignId, partnerId, followUp } = earlier;
  return {
    message: draftResend(message, { campaignId, partnerId, step, resendOf: null, followUp }, text, textHash),
    partner: partner.contact?.email?.toLowerCase() === email ? [] : editContact(partner, { email }),
  };
}
