import { createHash } from 'node:crypto';
import { conversationOf, type MailSourceName } from '../../events/conversations/conversation.ts';
import { receive } from '../../events/conversations/receive.ts';
import { ownAddresses } from '../../events/sending/mailbox.ts';
import { PersonErasedError } from '../log/conflicts.ts';
import { newId } from '../log/newId.ts';
import { readMailboxes } from '../read/mailboxes.ts';
import type { Store } from '../store.ts';
import { suppressPerson } from '../suppress/suppressPerson.ts';
import { type FoundMail, type Match, matchMails } from './matchMail.ts';
import { keepFiles } from './receivedFiles.ts';
import { recipientOf } from './recipientOf.ts';

export type ReceivedBy = { tenant: string; actor: string; source: MailSourceName };

/** The same mail has the same id, whether a mailbox or a webhook has it, and however often. */
function receivedIdOf({ id, mail }: FoundMail): string {
  const name = mail.internetMessageId ?? `without Message-ID: ${id}`;
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

/**
 * Records what follows from a mail (events/conversations/receive.ts) in one commit under the locks of the person's addresses
 * (suppressPerson.ts). Nothing is ever answered automatically.
 */
async function receiveMail(
  store: Store,
  { tenant, actor, source }: ReceivedBy,
  found: FoundMail,
  { messageId, attempt, proved }: Match,
): Promise<void> {
  const recipient = await recipientOf(store, tenant, messageId, attempt);
  if (!recipient) return;
  const cause = { actor, correlationId: newId(), causationId: recipient.causationId };
  const receivedId = receivedIdOf(found);
  const kept = await keepFiles(store, tenant, { messageId, receivedId }, found.mail.contents);
  const about = { receivedId, messageId, attempt, proved, source, kept, ...pick(found) };
  await suppressPerson(store, { tenant, cause }, { messageId, recipient }, (now) => {
    const { message, conversation, suppress, hold } = receive(now, found.mail, about);
    return {
      events: { message, conversation },
      hold,
      suppress: suppress && {
        ...{ reason: suppress.reason, every: suppress.every, happenedAt: found.receivedAt },
        source: suppress.byLabel ? 'reply' : 'provider',
        ...(suppress.byLabel && { conversation: conversationOf(messageId) }),
      },
    };
  });
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

/** Takes mails of a mailbox, oldest first. A mail that belongs to none of our messages is neither stored nor logged. */
export async function receiveMails(store: Store, by: ReceivedBy, mails: readonly FoundMail[]): Promise<void> {
  const matches = await matchMails(store, by.tenant, mails);
  for (const [index, found] of mails.entries()) {
    const match = matches[index];
    if (match) await receiveMatched(store, by, found, match);
  }
}
