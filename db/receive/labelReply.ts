import type { StateOf } from '../../events/catalog.ts';
import { type Labeled, type Labeling, labelReplies } from '../../events/conversations/labelReply.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import {
  heldFor,
  holdAddress,
  type SuppressionEvent,
  suppressAddress,
  suppression,
  undoSuppression,
} from '../../events/privacy/suppression.ts';
import { addressesOfConversation } from '../read/suppressions.ts';
import { type CommandScope, type Decisions, type Ref, ref, type Store } from '../store.ts';

type Streams = { conversation: Ref<'conversation'> } & { [message: `message ${string}`]: Ref<'message'> } & {
  [address: `address ${string}`]: Ref<'suppression'>;
};

/** Effects of the earlier label that a new label took back. */
export const UNDONE = ['hold', 'suppression', 'discount'] as const;
export type Undone = (typeof UNDONE)[number];

/** Labels a reply, with all that follows from it, in one commit under the locks of the person's addresses. Answers what that undid. */
export async function labelReply(
  store: Store,
  { tenant, cause }: CommandScope,
  id: string,
  labeling: Labeling,
): Promise<Undone[]> {
  const { state } = await store.load(tenant, ref('conversation', id));
  const ids = [...new Set(state.received.map(({ messageId }) => messageId))];
  const loaded = await Promise.all(ids.map((one) => store.load(tenant, ref('message', one))));
  const partner = (await store.load(tenant, ref('partner', state.partnerId))).state;
  const emails = [...loaded.map((one) => one.state.dispatch?.to ?? null), partner.contact?.email ?? null];
  // they may have had others in between: what the conversation did to these changes, too
  const former = await addressesOfConversation(store, tenant, id);
  const addresses = new Map<string, string | null>(former.map((hmac) => [hmac, null]));
  for (const email of emails) if (email !== null) addresses.set(store.pseudonyms.address(tenant, email), email);
  const streams: Streams = { conversation: ref('conversation', id) };
  for (const one of ids) streams[`message ${one}`] = ref('message', one);
  for (const hmac of addresses.keys()) streams[`address ${hmac}`] = ref('suppression', hmac);
  const source = labeling.by === 'user' ? 'user' : 'reply';
  const { result } = await store.run<Streams, Undone[]>({
    tenant,
    cause,
    streams,
    decide: (now) => {
      const messages = Object.fromEntries(ids.map((one) => [one, now[`message ${one}`] as MessageState]));
      const decided = labelReplies(now.conversation, messages, labeling);
      const events: Decisions<Streams> = { conversation: decided.conversation };
      for (const [one, of] of Object.entries(decided.messages)) events[`message ${one}`] = of;
      const onAddresses: Change[] = [];
      for (const [hmac, email] of addresses) {
        const before = now[`address ${hmac}`] as StateOf<'suppression'>;
        const changes = changeAddress(before, decided, { conversation: id, source, email });
        events[`address ${hmac}`] = changes;
        onAddresses.push({ before, after: applied(before, changes) });
      }
      return [events, undoneBy(messages, decided, onAddresses)];
    },
  });
  return result;
}

type Address = StateOf<'suppression'>;
type Change = { before: Address; after: Address };

const applied = (address: Address, events: readonly SuppressionEvent[]): Address =>
  events.reduce((state, event) => suppression.evolve(state, { ...event, at: '', actor: '' }), address);

function changeAddress(
  address: Address,
  { hold, says }: Labeled,
  by: { conversation: string; source: 'user' | 'reply'; email: string | null },
): SuppressionEvent[] {
  const held = holdAddress(address, by.conversation, hold);
  if (says === undefined) return held;
  const undone = undoSuppression(address, by.conversation, says);
  const left = applied(address, undone);
  return [...held, ...undone, ...(says === null ? [] : suppressAddress(left, { ...by, reason: says }))];
}

function undoneBy(
  messages: Readonly<Record<string, MessageState>>,
  decided: Labeled,
  addresses: readonly Change[],
): Undone[] {
  const free = addresses.every(({ after }) => !after.suppressed && heldFor(after) === null);
  const undone: Readonly<Record<Undone, boolean>> = {
    hold: free && addresses.some(({ before }) => heldFor(before) !== null),
    suppression: free && addresses.some(({ before }) => before.suppressed),
    discount: Object.entries(decided.messages).some(
      ([id, events]) => messages[id]?.replied === false && events.some(({ type }) => type === 'ReplyReceived'),
    ),
  };
  return UNDONE.filter((what) => undone[what]);
}
