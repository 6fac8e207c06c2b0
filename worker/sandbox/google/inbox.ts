import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

/** What came into the accounts. A mail is on the disk when its promise ends. */
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
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, 'inbox.json');
  await mkdir(folder, { recursive: true });
  const mails: InboxMail[] = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as InboxMail[],
    () => [],
  );
  let writing: Promise<void> = Promise.resolve();
  return {
    mails: () => mails,
    deliver: async ({ accountId, threadId, raw, at, spam }) => {
      const id = randomBytes(8).toString('hex');
      const historyId = String(newestHistory(ledger, { mails: () => mails }) + 1);
      const labelIds = ['UNREAD', spam ? 'SPAM' : 'INBOX'];
      const mail = { id, accountId, threadId: threadId ?? id, historyId, labelIds, raw: raw.toString('base64url'), at };
      mails.push(mail);
      const text = JSON.stringify(mails);
      const next = writing.then(async () => {
        await writeFile(`${file}.new`, text, { mode: 0o600 });
        await rename(`${file}.new`, file);
      });
      writing = next.catch(() => undefined);
      await next;
      return mail;
    },
  };
};
