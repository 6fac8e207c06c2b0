import { openLines } from '../lines.ts';

/** The folders of every mailbox, with their special use (RFC 6154). */
export const FOLDERS = { INBOX: null, Junk: '\\Junk', Sent: '\\Sent' } as const;
export type FolderName = keyof typeof FOLDERS;

export interface KeptMail {
  /** The mailbox's owner, in lower case. */
  readonly user: string;
  readonly folder: FolderName;
  /** RFC 5322 in base64. */
  readonly raw: string;
  readonly seen: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** The mails in the server's mailboxes. Nothing is ever deleted, so the place of a mail in its folder is its number. */
export interface Mailboxes {
  mails(user: string, folder: FolderName): readonly KeptMail[];
  /** Resolves when the mail is on the disk. Answers its number. */
  add(mail: KeptMail): Promise<number>;
  /** Counts the sign-ins of a user. */
  signIn(user: string): number;
  /** Calls back after each mail that is added to a folder; answers what ends it. */
  watch(onMail: () => void): () => void;
  close(): Promise<void>;
}

/** Opens `<dataDir>/sandbox/mailboxes.ndjson`. */
export const openMailboxes = async (dataDir: string): Promise<Mailboxes> => {
  const lines = await openLines<KeptMail>(dataDir, 'mailboxes.ndjson');
  const folders = new Map<string, KeptMail[]>();
  const folderOf = (user: string, folder: FolderName): KeptMail[] => {
    const key = `${folder} ${user.toLowerCase()}`;
    const found = folders.get(key) ?? [];
    folders.set(key, found);
    return found;
  };
  for (const mail of lines.all()) folderOf(mail.user, mail.folder).push(mail);
  const watchers = new Set<() => void>();
  const signIns = new Map<string, number>();
  return {
    mails: folderOf,
    async add(mail) {
      await lines.append([mail]);
      const count = folderOf(mail.user, mail.folder).push(mail);
      for (const tell of watchers) tell();
      return count;
    },
    signIn(user) {
      const count = (signIns.get(user) ?? 0) + 1;
      signIns.set(user, count);
      return count;
    },
    watch(onMail) {
      watchers.add(onMail);
      return () => watchers.delete(onMail);
    },
    close: lines.close,
  };
};
