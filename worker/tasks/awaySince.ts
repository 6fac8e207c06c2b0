import { conversationsWithNotes } from '../../db/read/conversations.ts';
import { ref, type Store } from '../../db/store.ts';
import type { StateOf } from '../../events/catalog.ts';
import { absenceNotes, awayUntil } from '../../events/conversations/awayUntil.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { postponeEmail } from '../../events/messages/sendTime.ts';
import type { Needs, scopeOf } from '../context.ts';

/**
 * The end of the person's absence, as they wrote in the conversation since `since` (ISO 8601). The id is a message's or the conversation's. null:
 * they wrote no such thing, or are back.
 */
export async function awaySince(
  store: Store,
  tenant: string,
  messageId: string,
  since: string | null,
): Promise<string | null> {
  const conversation = ref('conversation', conversationOf(messageId));
  const { state } = await store.load(tenant, conversation);
  const away = new Set(absenceNotes(state, since));
  if (away.size === 0) return null;
  const history = await store.history(tenant, conversation);
  const until = history.flatMap((event) =>
    event.type === 'MailReceived' && away.has(event.data.receivedId)
      ? [awayUntil(event.personal ?? { newPart: '', subject: '' }, event.data.receivedAt, foundIn(state, event.data))]
      : [],
  );
  const latest = until.sort().at(-1) ?? '';
  return latest > store.now().toISOString() ? latest : null;
}

const foundIn = ({ received }: StateOf<'conversation'>, { receivedId }: { receivedId: string }): string | null =>
  received.find(({ id }) => id === receivedId)?.wants.find(({ label }) => label === 'automatic')?.until ?? null;

/** The time of the mail that a message follows up (ISO 8601). Earlier words of the person do not count. null: it follows none. */
export async function followedAt(
  store: Store,
  tenant: string,
  { followUp }: Pick<MessageState, 'followUp'>,
): Promise<string | null> {
  return followUp && (await store.load(tenant, ref('message', followUp.follows))).state.sentAt;
}

/**
 * Postpones the messages whose person is away, as they said in any conversation, and answers their ids. Messages that begin after such a mail wait
 * like the existing ones.
 */
export async function postponeAbsent(
  { store }: Needs<'store'>,
  scope: ReturnType<typeof scopeOf>,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const partners = new Map(messageIds.map((id) => [id, id.split('.')[1] ?? '']));
  const conversations = await conversationsWithNotes(store, scope.tenant, [...new Set(partners.values())]);
  const postponed = new Set<string>();
  for (const [id, partnerId] of partners) {
    for (const conversation of conversations.get(partnerId) ?? []) {
      const message = ref('message', id);
      const since = await followedAt(store, scope.tenant, (await store.load(scope.tenant, message)).state);
      const away = await awaySince(store, scope.tenant, conversation, since);
      if (away === null) continue;
      await store.decide(scope, message, (now) => postponeEmail(now, away));
      postponed.add(id);
    }
  }
  return postponed;
}
