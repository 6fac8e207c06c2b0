import { recordDelivery } from '../messages/delivery.ts';
import { discountReply, recordReply } from '../messages/messageEnd.ts';
import type { MessageEvent } from '../messages/messageEvents.ts';
import type { MessageState } from '../messages/messageState.ts';
import {
  answeredByProgramsAlone,
  type ConversationEvent,
  type ConversationState,
  classifyReply,
  isDecided,
  setReplyLabel,
} from './conversation.ts';
import { isAutomaticLabel, type ReplyLabel } from './labels.ts';

/** `receivedId`: of the mail that was read; the user labels the whole conversation. */
export type Labeling = { label: ReplyLabel } & ({ by: 'user' } | { by: 'ai' | 'rules'; receivedId: string });

/**
 * What follows from a label, which the response rate counts by: a program's mail is no reply, so the messages that only programs answered
 * have none; and where the user says that a person wrote, they have one. Of what a person's address wrote, the AI
 * may say that it is a note of absence, and no more: follow-ups would go on to somebody who has answered. What the user has said of a mail
 * holds: nothing follows from what a program says of it afterwards. `suppress`: the person wants no more mail; the
 * message that they answered says so, too.
 */
export function labelReplies(
  conversation: ConversationState,
  messages: Readonly<Record<string, MessageState>>,
  labeling: Labeling,
): { conversation: ConversationEvent[]; messages: Record<string, MessageEvent[]>; suppress: boolean } {
  const { label, by } = labeling;
  const events =
    by === 'user' ? setReplyLabel(conversation, label) : classifyReply(conversation, labeling.receivedId, label, by);
  const nothing = { conversation: events, messages: {}, suppress: false };
  if (events.length === 0) return nothing;
  const automatic = isAutomaticLabel(label);
  const change = (ids: readonly string[], verb: (state: MessageState) => MessageEvent[]) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const state = messages[id];
        return state?.status === 'sent' ? [[id, verb(state)]] : [];
      }),
    );
  const answered = [...new Set(conversation.received.map(({ messageId }) => messageId))];
  if (by !== 'user' && isDecided(conversation, labeling.receivedId)) return nothing;
  if (by === 'ai' && automatic && label !== 'out_of_office') return nothing;
  if (automatic) {
    const received =
      by === 'user'
        ? conversation.received
        : conversation.received.map((mail) => (mail.id === labeling.receivedId ? { ...mail, label } : mail));
    const ids = by === 'user' ? answered : answeredByProgramsAlone({ ...conversation, received });
    return { ...nothing, messages: change(ids, (state) => discountReply(state, label, by)) };
  }
  const labeled = conversation.received.findLast((mail) => by === 'user' || mail.id === labeling.receivedId);
  const suppress = label === 'unsubscribe';
  const say = (state: MessageState): MessageEvent[] => [
    ...(suppress ? recordDelivery(state, state.attempt, 'unsubscribed', null) : []),
    ...(by === 'user' ? recordReply(state) : []),
  ];
  return { conversation: events, messages: labeled ? change([labeled.messageId], say) : {}, suppress };
}
