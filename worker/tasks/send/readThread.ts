import { ref, type Store } from '../../../db/store.ts';
import type { ConversationEvent, MailText } from '../../../events/conversations/conversation.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';

/** Mail programs need the first and the last ids of a thread; a header line has an end. */
const MOST_REFERENCES = 10;

/** What an answer goes on with: the headers that name the newest mail of the person, and the thread of the mail that was answered. */
export type Thread = { headers: Record<string, string>; threadId: string | null; draftIn: string | null };

export async function readThread(
  store: Store,
  tenant: string,
  { campaignId, partnerId }: MessageState,
): Promise<Thread | null> {
  const history = await store.history(tenant, ref('conversation', `${campaignId}.${partnerId}`));
  const received = (history as unknown as ConversationEvent[]).flatMap((event) =>
    event.type === 'MailReceived' ? [event] : [],
  );
  const newest = received.toSorted((a, b) => (a.data.receivedAt < b.data.receivedAt ? -1 : 1)).at(-1);
  if (!newest) return null;
  const { state: original } = await store.load(tenant, ref('message', newest.data.messageId));
  return {
    headers: newest.personal ? threadHeaders(newest.personal) : {},
    threadId: original.threadId ?? original.dispatch?.draft?.threadId ?? null,
    draftIn: original.dispatch?.draftIn ?? null,
  };
}

function threadHeaders({ internetMessageId, references }: MailText): Record<string, string> {
  if (!internetMessageId) return {};
  const [first, ...rest] = [...references.filter((id) => id !== internetMessageId), internetMessageId];
  const ids = [first, ...rest.slice(1 - MOST_REFERENCES)];
  return { 'In-Reply-To': internetMessageId, References: ids.join(' ') };
}
