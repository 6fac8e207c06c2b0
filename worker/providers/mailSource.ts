import type { MailSourceName } from '../../events/conversations/conversation.ts';
import type { Credentials } from './mailProvider.ts';
import type { ProviderError } from './providerError.ts';

/**
 * A mail that arrived. `id`: the mailbox's own, the same at each reading. `threadId`: its conversation, where the mailbox knows one. `raw`:
 * RFC 5322. `receivedAt`: ISO 8601. `cut`: more of it came than
 * `raw`. `junk`: it lies among the junk.
 */
export type ReceivedMail = {
  id: string;
  threadId: string | null;
  raw: Buffer;
  cut: boolean;
  receivedAt: string;
  junk: boolean;
};

/** At most so many mails a reading. */
export const MAILS_A_READING = 50;
/** Longer ones come cut. */
export const MOST_MAIL_BYTES = 25 * 1024 * 1024;
/** Before a mail is passed over whose headers do not come either. Readings are a minute apart: a server may be in trouble for an hour. */
export const MOST_SESSIONS = 60;

/** A mail that is passed over. Its thread may still name the message that it answers. */
export const unreadMail = (id: string, threadId: string | null): ReceivedMail => ({
  ...{ id, threadId, raw: Buffer.alloc(0), cut: true, receivedAt: new Date().toISOString(), junk: false },
});

/** Reads a tenant's mailbox. Nothing outside this folder asks which provider it is. */
export type MailSource = {
  /** How what it read is marked. */
  name: MailSourceName;
  /**
   * The mails that came since the cursor, oldest first, and the cursor for the next reading. The cursor is the same when nothing came. `more`: the
   * reading ended before all was looked at, though none of it may have been a mail that came. `since`: reading starts here without a cursor, or with
   * one that the mailbox has forgotten. null: it starts now, or with all mails. `ended`: mails do not come, and the cursor notes them.
   * `unopened`: a folder beside the inbox could not be read, and all others were. Throws ProviderError.
   */
  read(
    credentials: Credentials,
    cursor: string | null,
    since?: Date | null,
  ): Promise<{
    mails: ReceivedMail[];
    cursor: string;
    more?: boolean;
    ended?: ProviderError;
    unopened?: ProviderError;
  }>;
  /**
   * Only where the mailbox can say when something arrives: says so until `signal` aborts. It reads nothing. `unsupported`: this mailbox cannot.
   * Throws ProviderError when the connection is lost.
   */
  listen?(credentials: Credentials, onMail: () => void, signal: AbortSignal): Promise<'unsupported' | 'stopped'>;
};
