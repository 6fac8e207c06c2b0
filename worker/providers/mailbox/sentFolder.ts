import { setTimeout as wait } from 'node:timers/promises';
import type { MailboxAccount } from './account.ts';
import type { MailboxNetwork } from './endpoint.ts';
import { withImap } from './imap.ts';

/** A host that files sent mail itself gets this much time. */
const OWN_COPY_MS = 3_000;

/**
 * Files the bytes of a mail that left in the Sent folder. Many hosts do so themselves, so its Message-ID is looked for first, twice. Answers
 * whether a copy was added. Throws MailboxError.
 */
export const fileInSent = (
  account: MailboxAccount,
  { raw, messageId }: { raw: Buffer; messageId: string },
  network: MailboxNetwork,
  ownCopyMs = OWN_COPY_MS,
): Promise<boolean> =>
  withImap(account, network, async (client) => {
    const folder = (await client.list()).find(
      ({ specialUse, flags }) => specialUse === '\\Sent' && !flags.has('\\Noselect'),
    );
    if (!folder) return false;
    const lock = await client.getMailboxLock(folder.path);
    const isThere = async () => {
      const found = await client.search({ header: { 'message-id': `<${messageId}>` } }, { uid: true });
      return Array.isArray(found) && found.length > 0;
    };
    try {
      if (await isThere()) return false;
      await wait(ownCopyMs);
      await client.noop();
      if (await isThere()) return false;
      return (await client.append(folder.path, raw, ['\\Seen'])) !== false;
    } finally {
      lock.release();
    }
  });
