import type { StateOf } from '../../events/catalog.ts';
import { type Labeling, labelReplies } from '../../events/conversations/labelReply.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { type CommandScope, type Decisions, type Ref, ref, type Store } from '../store.ts';

type Streams = { conversation: Ref<'conversation'> } & { [message: `message ${string}`]: Ref<'message'> } & {
  [address: `address ${string}`]: Ref<'suppression'>;
};

/** Labels a reply, with all that follows from it, in one commit under the locks of the person's addresses. */
export async function labelReply(
  store: Store,
  { tenant, cause }: CommandScope,
  id: string,
  labeling: Labeling,
): Promise<void> {
  const { state } = await store.load(tenant, ref('conversation', id));
  const ids = [...new Set(state.received.map(({ messageId }) => messageId))];
  const loaded = await Promise.all(ids.map((one) => store.load(tenant, ref('message', one))));
  const partner = (await store.load(tenant, ref('partner', state.partnerId))).state;
  const emails = [...loaded.map((one) => one.state.dispatch?.to ?? null), partner.contact?.email ?? null];
  const addresses = new Map(
    emails.flatMap((email) => (email === null ? [] : [[store.pseudonyms.address(tenant, email), email]])),
  );
  const streams: Streams = { conversation: ref('conversation', id) };
  for (const one of ids) streams[`message ${one}`] = ref('message', one);
  for (const hmac of addresses.keys()) streams[`address ${hmac}`] = ref('suppression', hmac);
  await store.run<Streams>({
    tenant,
    cause,
    streams,
    decide: (now) => {
      const messages = Object.fromEntries(ids.map((one) => [one, now[`message ${one}`] as MessageState]));
      const decided = labelReplies(now.conversation, messages, labeling);
      const events: Decisions<Streams> = { conversation: decided.conversation };
      for (const [one, of] of Object.entries(decided.messages)) events[`message ${one}`] = of;
      if (decided.suppress)
        for (const [hmac, email] of addresses)
          events[`address ${hmac}`] = suppressAddress(now[`address ${hmac}`] as StateOf<'suppression'>, {
            reason: 'unsubscribed',
            source: labeling.by === 'user' ? 'user' : 'reply',
            email,
          });
      return events;
    },
  });
}
