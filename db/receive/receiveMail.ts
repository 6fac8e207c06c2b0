import { createHash } from 'node:crypto';
import type { StateOf } from '../../events/catalog.ts';
import { conversationOf, type MailSourceName } from '../../events/conversations/conversation.ts';
import { receive } from '../../events/conversations/receive.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { ownAddresses } from '../../events/sending/mailbox.ts';
import { ConcurrencyConflict, PersonErasedError } from '../log/conflicts.ts';
import { newId } from '../newId.ts';
import { readMailboxes } from '../read/mailboxes.ts';
import { recipientOf } from '../recipientOf.ts';
import { type Decisions, type Ref, ref, type Store } from '../store.ts';
import { type FoundMail, type Match, matchMails } from './matchMail.ts';
import { keepFiles } from './receivedFiles.ts';

/** How often a partner is read again because their address changed before the commit. */
const READS = 10;

/** Whose mailbox it is, and what read it. */
export type ReceivedBy = { tenant: string; actor: string; source: MailSourceName };

type Streams = { message: Ref<'message'>; conversation: Ref<'conversation'>; partner: Ref<'partner'> } & {
  [address: `address ${string}`]: Ref<'suppression'>;
};

/** The same mail has the same id, whether a mailbox or a webhook has it, and however often. */
function receivedIdOf({ id, mail }: FoundMail): string {
  const name = mail.internetMessageId ?? `without Message-ID: ${id}`;
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

/**
 * Records what follows from a mail (events/conversations/receive.ts) in one commit under the locks of the person's addresses, which a dispatch
 * takes, too: no mail leaves after it that it forbids. Nothing is ever answered automatically.
 */
async function receiveMail(
  store: Store,
  { tenant, actor, source }: ReceivedBy,
  found: FoundMail,
  { messageId, attempt, proved }: Match,
): Promise<void> {
  const recipient = await recipientOf(store, tenant, messageId, attempt);
  if (!recipient) return;
  const partner = ref('partner', messageId.split('.')[1] ?? '');
  const about = { receivedId: receivedIdOf(found), messageId, attempt, proved, source, ...pick(found) };
  const cause = { actor, correlationId: newId(), causationId: recipient.causationId };
  await keepFiles(store, tenant, about, found.mail.contents);
  for (let left = READS; left > 0; left -= 1) {
    const contact = (await store.load(tenant, partner)).state.contact?.email ?? null;
    // by their HMACs: the address that was written to, and the one that would be
    const addresses = new Map([[recipient.addressHmac, recipient.email]]);
    if (contact !== null) addresses.set(store.pseudonyms.address(tenant, contact), contact);
    const streams: Streams = {
      message: ref('message', messageId),
      conversation: ref('conversation', conversationOf(messageId)),
      partner,
    };
    for (const hmac of addresses.keys()) streams[`address ${hmac}`] = ref('suppression', hmac);
    const { result: changed } = await store.run<Streams, boolean>({
      tenant,
      cause,
      streams,
      decide: (now) => {
        if ((now.partner.contact?.email ?? null) !== contact) return [{}, true];
        const { message, conversation, suppress } = receive(now, found.mail, about);
        const events: Decisions<Streams> = { message, conversation };
        for (const [hmac, email] of addresses) {
          if (!suppress || (hmac !== recipient.addressHmac && !suppress.every)) continue;
          const { reason } = suppress;
          const source = reason === 'unsubscribed' ? 'reply' : 'provider';
          const how = { reason, source, email, happenedAt: found.receivedAt } as const;
          events[`address ${hmac}`] = suppressAddress(now[`address ${hmac}`] as StateOf<'suppression'>, how);
        }
        return [events, false];
      },
    });
    if (!changed) return;
  }
  throw new ConcurrencyConflict();
}

const pick = ({ receivedAt, threadId }: FoundMail) => ({ receivedAt, threadId });

/** A mail whose message is known. */
export async function receiveMatched(store: Store, by: ReceivedBy, found: FoundMail, match: Match): Promise<void> {
  const mailboxes = await readMailboxes(store, by.tenant);
  if (mailboxes.some(({ state }) => ownAddresses(state).has(found.mail.from))) return;
  try {
    await receiveMail(store, by, found, match);
  } catch (error) {
    // erased while it was read
    if (!(error instanceof PersonErasedError)) throw error;
  }
}

/** Takes mails of a mailbox, oldest first. What belongs to none of our messages is neither stored nor logged. */
export async function receiveMails(store: Store, by: ReceivedBy, mails: readonly FoundMail[]): Promise<void> {
  const matches = await matchMails(store, by.tenant, mails);
  for (const [index, found] of mails.entries()) {
    const match = matches[index];
    if (match) await receiveMatched(store, by, found, match);
  }
}
