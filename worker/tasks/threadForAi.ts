import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref, type Store } from '../../db/store.ts';
import { type ConversationEvent, isOfProgram, type ReceivedMail } from '../../events/conversations/conversation.ts';
import { replyWithoutOrders } from '../../events/messages/check/ordersToAi.ts';
import type { MessageState } from '../../events/messages/messageState.ts';

/** The part of a thread that the AI reads: its newest mails, and the beginning of each. */
const MOST_MAILS = 10;
const MOST_READ = 4_000;

/** `on`: YYYY-MM-DD. */
export type MailForAi = { by: 'business' | 'partner'; on: string; text: string };

/** The emails between a campaign and a partner, in the order of time. */
export async function threadForAi(
  store: Store,
  tenant: string,
  { campaignId, partnerId }: { campaignId: string; partnerId: string },
): Promise<MailForAi[]> {
  const conversation = ref('conversation', `${campaignId}.${partnerId}`);
  const [messages, history, { state }] = await Promise.all([
    messagesOfPartner(store, tenant, partnerId),
    store.history(tenant, conversation),
    store.load(tenant, conversation),
  ]);
  const sent = messages.map((message) => message.state).filter((one) => one.campaignId === campaignId);
  return mailsForAi(sent, history, state.received);
}

const readable = (newPart: string): string => replyWithoutOrders(newPart.slice(0, MOST_READ)).text;

/** Automatic mails, and sentences that talk to an AI, are left out. */
export function mailsForAi(
  messages: readonly Pick<MessageState, 'sentAt' | 'text'>[],
  history: readonly ConversationEvent[],
  received: readonly ReceivedMail[],
): MailForAi[] {
  const byProgram = new Set(received.filter(isOfProgram).map(({ id }) => id));
  const sent = messages.flatMap(({ sentAt, text }) =>
    sentAt !== null && text ? [{ at: sentAt, by: 'business' as const, text: text.body }] : [],
  );
  const theirs = history.flatMap((event) =>
    event.type === 'MailReceived' && event.personal && !byProgram.has(event.data.receivedId)
      ? [{ at: event.data.receivedAt, by: 'partner' as const, text: readable(event.personal.newPart) }]
      : [],
  );
  return [...sent, ...theirs]
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-MOST_MAILS)
    .map(({ by, at, text }) => ({ by, on: at.slice(0, 10), text: text.slice(0, MOST_READ) }));
}
