import { type Ref, ref, type Store } from '../../../db/store.ts';
import { messageIdName } from '../../../db/vault/mailToken.ts';
import { answeredMail } from '../../../events/conversations/answeredMail.ts';
import type { MailText } from '../../../events/conversations/conversation.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import type { QuotedMail } from '../../../events/messages/quote.ts';
import { sentMessageId } from '../../providers/messageId.ts';

/** Mail programs need the first and the last ids of a thread; a header line has an end. */
const MOST_REFERENCES = 10;

/**
 * The thread of a mail: the headers that name the mail before it, and the provider's thread. The thread lies in one account: by its id
 * (SendingAccount.id), or by its address.
 */
export type Thread = {
  headers: Record<string, string>;
  threadId: string | null;
  draftIn: string | null;
  from: string | null;
  /** The mail that it goes on from; null: its text is gone. */
  quoted: QuotedMail | null;
};

export async function readThread(
  store: Store,
  tenant: string,
  { campaignId, partnerId }: MessageState,
): Promise<Thread | null> {
  const history = await store.history(tenant, ref('conversation', `${campaignId}.${partnerId}`));
  const newest = answeredMail(history);
  if (!newest) return null;
  const { state: original } = await store.load(tenant, ref('message', newest.data.messageId));
  return {
    headers: newest.personal ? threadHeaders(newest.personal) : {},
    threadId: original.threadId ?? original.dispatch?.draft?.threadId ?? null,
    draftIn: original.dispatch?.draftIn ?? null,
    from: null,
    quoted:
      newest.personal &&
      quotedMail(newest.data.receivedAt, newest.personal, await ours(store, tenant, newest.data.messageId, original)),
  };
}

/** Its own quotation of our mail holds our footer, which names the recipient's link. */
const quotedMail = (
  at: string,
  { fromName, from, text, newPart }: MailText,
  before: QuotedMail | null,
): QuotedMail => ({
  ...{ at, ours: false, name: fromName, address: from, text: newPart || text, before },
});

async function ours(
  store: Store,
  tenant: string,
  messageId: string,
  { text, dispatch, sentAt }: MessageState,
): Promise<QuotedMail | null> {
  const address = await sentFrom(store, tenant, ref('message', messageId));
  if (!text || !dispatch || address === null) return null;
  return { at: sentAt ?? dispatch.at, ours: true, name: null, address, text: text.body, before: null };
}

function threadHeaders({ internetMessageId, references }: MailText): Record<string, string> {
  if (!internetMessageId) return {};
  const [first, ...rest] = [...references.filter((id) => id !== internetMessageId), internetMessageId];
  const ids = [first, ...rest.slice(1 - MOST_REFERENCES)];
  return { 'In-Reply-To': internetMessageId, References: ids.join(' ') };
}

/** Asks the provider for the Message-ID under which a mail left from an address; null: only ours is known. */
export type AskSentUnder = (from: string, providerMessageId: string) => Promise<string | null>;

/** A follow-up's thread: the message before it, and that one's own thread. null: the log has lost it. */
export async function readFollowed(
  store: Store,
  tenant: string,
  follows: string,
  askSentUnder: AskSentUnder,
): Promise<Thread | null> {
  const ids: string[] = [];
  const mails: Omit<QuotedMail, 'before'>[] = [];
  let newest: Omit<Thread, 'headers' | 'quoted'> | null = null;
  for (let next: string | undefined = follows; next !== undefined && ids.length < MOST_REFERENCES; ) {
    const message: Ref<'message'> = ref('message', next);
    const state: MessageState = (await store.load(tenant, message)).state;
    const from = await sentFrom(store, tenant, message);
    if (!from || !state.dispatch) break;
    newest ??= { threadId: state.threadId ?? state.dispatch.draft?.threadId ?? null, draftIn: null, from };
    const { providerMessageId, text } = state;
    const { sendId, attempt } = state.dispatch;
    const idName = messageIdName(store.pseudonyms, { tenant, messageId: next, attempt });
    if (text)
      mails.push({ at: state.sentAt ?? state.dispatch.at, ours: true, name: null, address: from, text: text.body });
    const other = providerMessageId === null ? null : await askSentUnder(from, providerMessageId);
    ids.unshift(other ?? `<${sentMessageId({ idName, sendId, from, providerMessageId })}>`);
    next = state.followUp?.follows;
  }
  const quoted = mails.reduceRight<QuotedMail | null>((before, mail) => ({ ...mail, before }), null);
  return newest && { ...newest, quoted, headers: { 'In-Reply-To': ids.at(-1) ?? '', References: ids.join(' ') } };
}

/** The address that the last attempt of a message went out from; null once the person was erased. */
async function sentFrom(store: Store, tenant: string, message: Ref<'message'>): Promise<string | null> {
  const events = await store.history(tenant, message);
  const last = events.findLast((event) => event.type === 'EmailDispatched');
  return last?.personal?.from ?? null;
}
