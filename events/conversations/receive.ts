import { labelDelivery, recordDelivery } from '../messages/delivery.ts';
import { recordFoundReply } from '../messages/messageEnd.ts';
import type { MessageEvent } from '../messages/messageEvents.ts';
import type { MessageState } from '../messages/messageState.ts';
import { recordOutcome } from '../messages/sendAttempt.ts';
import type { HoldSign, SuppressionReason } from '../shared/doNotContact.ts';
import { automaticOf } from './automatic.ts';
import { bounceOf } from './bounce.ts';
import {
  type ConversationEvent,
  type ConversationState,
  type IncomingMail,
  type MailSourceName,
  recordMail,
} from './conversation.ts';
import type { ParsedMail } from './incomingMail.ts';
import { asksWhetherReply, holdOf } from './question.ts';
import { readByRules } from './readByRules.ts';

/** `proved`: the mail names our message, so that one left. Else it is known by its address alone, which anyone can write. */
export type ReceivedFor = {
  receivedId: string;
  messageId: string;
  attempt: number;
  proved: boolean;
  receivedAt: string;
  source: MailSourceName;
  threadId: string | null;
  kept: IncomingMail['kept'];
};

/**
 * `suppress`: why nothing more goes to the person. `every`: to none of their addresses; else to the one that was written to. `byLabel`: until
 * another label takes it back. `hold`: nothing leaves to any of them until the user has answered.
 */
export type Reception = {
  message: MessageEvent[];
  conversation: ConversationEvent[];
  suppress: { reason: SuppressionReason; every: boolean; byLabel: boolean } | null;
  hold: HoldSign | null;
};

const NOTHING: Reception = { message: [], conversation: [], suppress: null, hold: null };

/**
 * Decides about a mail that came in. A person's mail is a reply, which stops what is planned for them; a program's is none. A weak sign holds and
 * asks. The same mail again changes nothing, and neither does one from a person who was erased.
 */
export function receive(
  { message, conversation }: { message: MessageState; conversation: ConversationState },
  mail: ParsedMail,
  about: ReceivedFor,
): Reception {
  const { receivedId, messageId, attempt, proved, receivedAt, source, threadId, kept } = about;
  if (message.erased || conversation.erased) return NOTHING;
  if (conversation.received.some(({ id }) => id === receivedId)) return NOTHING;
  const alsoTo = message.addressedTo?.copies ?? [];
  const reported = bounceOf(mail, alsoTo);
  // a mere delay changes nothing, and there will be a bounce or none
  if (mail.report && !bounceOf(mail)) return NOTHING;
  // a report that names no mail of ours may be forged: it is shown, and no more
  const bounce = proved ? reported : null;
  const automatic = automaticOf(mail, proved);
  const read = readByRules(mail, proved, alsoTo);
  const { label, asks } = read;
  const isReply = automatic !== true && !asks.some(asksWhetherReply);
  const { from, fromName, subject, text, newPart, html, internetMessageId, references, replyTo, copies } = mail;
  const { files, truncated, unparsed } = mail;
  const left = proved
    ? recordOutcome(message, attempt, {
        outcome: 'sent',
        providerMessageId: null,
        ...(threadId === null ? {} : { threadId }),
      })
    : [];
  const isSent = message.status === 'sent' || left.length > 0;
  const recorded = recordMail(
    conversation,
    {
      ...{ receivedId, messageId, receivedAt, source, automatic: automatic === true, truncated, unparsed, kept },
      personal: {
        ...{ from, fromName, subject, text, newPart, html, files },
        ...{ internetMessageId, references, replyTo, copies },
      },
    },
    read,
  );
  return {
    message: [
      ...left,
      ...(isSent && bounce ? recordDelivery(message, attempt, bounce.report, bounce.reason) : []),
      ...(isSent && label === 'unsubscribe' ? labelDelivery(message, 'unsubscribed') : []),
      ...(isSent && isReply ? recordFoundReply(message, conversation.moved) : []),
    ],
    conversation: recorded,
    suppress: bounce?.suppress
      ? { reason: bounce.suppress, every: bounce.suppress === 'complained', byLabel: false }
      : label === 'unsubscribe'
        ? { reason: 'unsubscribed', every: true, byLabel: true }
        : null,
    // what is not recorded asks nothing
    hold: holdOf({
      ...conversation,
      questions: [
        ...conversation.questions,
        ...(recorded.length > 0 ? asks.map((one) => ({ receivedId, ...one })) : []),
      ],
    }),
  };
}
