import { ref, type Store } from '../../db/store.ts';
import { awayUntil } from '../../events/conversations/awayUntil.ts';
import { type ConversationEvent, conversationOf } from '../../events/conversations/conversation.ts';
import { CLOCK_SKEW_MS } from '../../events/conversations/incomingMail.ts';

/**
 * Until when the person is away, as they said in the conversation of a message (its id, or the conversation's) since `since` (ISO 8601);
 * null: they said no such thing, or are back.
 */
export async function awaySince(
  store: Store,
  tenant: string,
  messageId: string,
  since: string | null,
): Promise<string | null> {
  const conversation = ref('conversation', conversationOf(messageId));
  const { received } = (await store.load(tenant, conversation)).state;
  const earliest = new Date((Date.parse(since ?? '') || 0) - CLOCK_SKEW_MS).toISOString();
  const away = new Set(
    received.filter(({ at, label }) => label === 'out_of_office' && at >= earliest).map(({ id }) => id),
  );
  if (away.size === 0) return null;
  const history = (await store.history(tenant, conversation)) as unknown as ConversationEvent[];
  const until = history.flatMap((event) =>
    event.type === 'MailReceived' && away.has(event.data.receivedId)
      ? [awayUntil(event.personal?.text ?? '', event.data.receivedAt)]
      : [],
  );
  const latest = until.sort().at(-1) ?? '';
  return latest > store.now().toISOString() ? latest : null;
}
