import { randomBytes } from 'node:crypto';
import { openJsonFile } from '../jsonFile.ts';
import type { Ledger } from '../ledger.ts';

/** A mail that somebody sent to an account. */
export interface InboxMail {
  readonly id: string;
  readonly accountId: string;
  readonly threadId: string;
  readonly historyId: string;
  readonly labelIds: readonly string[];
  /** RFC 5322 in base64url. */
  readonly raw: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The accounts' received mails. A mail is on the disk when its promise ends. */
export interface Inbox {
  mails(): readonly InboxMail[];
  deliver(mail: {
    accountId: string;
    threadId: string | null;
    raw: Buffer;
    at: string;
    spam?: boolean;
  }): Promise<InboxMail>;
}

/** The newest id of the history of all accounts. Each mail that is sent or comes in raises it. */
export const newestHistory = (ledger: Ledger, inbox: Pick<Inbox, 'mails'>): number =>
  1_000 + ledger.messages().length + inbox.mails().length;

/** Opens `<dataDir>/sandbox/inbox.json`. */
export const openInbox = async (dataDir: string, ledger: Ledger): Promise<Inbox> => {
  const { kept: mails, save } = await openJsonFile<InboxMail>(dataDir, 'inbox.json');
  return {
    mails: () => mails,
    deliver: async ({ accountId, threadId, raw, at, spam }) => {
      const id = randomBytes(8).toString('hex');
      const historyId = String(newestHistory(ledger, { mails: () => mails }) + 1);
      const labelIds = ['UNREAD', spam ? 'SPAM' : 'INBOX'];
      const mail = { id, accountId, threadId: threadId ?? id, historyId, labelIds, raw: raw.toString('base64url'), at };
      mails.push(mail);
      await save(mails);
      return mail;
    },
  };
};
