import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import type { Credentials } from '../mailProvider.ts';
import { MAILS_A_READING, type MailSource, MOST_MAIL_BYTES, type ReceivedMail } from '../mailSource.ts';
import type { GmailProvider } from './client.ts';
import { GmailError } from './gmailError.ts';

const userId = 'me';
/** After Gmail has forgotten where the last reading ended, the newest so many are read again. */
const MOST_LISTED = 5_000;
/** Mails are held in memory until they are recorded. */
const BYTES_A_READING = 50 * 1024 * 1024;

/** Mails that nobody sent to this account, or that its owner threw away. An answer may be taken for spam. */
const PASSED_OVER = ['SENT', 'DRAFT', 'TRASH', 'CHAT'];

/**
 * Where the next reading begins, after the history record `history`. `after`: the last mail that was read of the next record, which has more than one
 * reading takes. `resync`: Gmail had forgotten the record (404), so the mails since a moment (seconds since 1970) are read first. `after`: the last
 * of those that was read.
 */
type Cursor =
  | { history: string; after: string | null; resync: null }
  | { history: string; resync: { after: string; since: number } };

const cursorText = (cursor: Cursor): string =>
  cursor.resync
    ? `${cursor.history} ${cursor.resync.after} ${cursor.resync.since}`
    : [cursor.history, cursor.after ?? []].flat().join(' ');
function cursorOf(text: string): Cursor {
  const [history = '', after, since] = text.split(' ');
  return after !== undefined && since !== undefined
    ? { history, resync: { after, since: Number(since) } }
    : { history, after: after ?? null, resync: null };
}
const FROM_THE_START = '-';

const isNotFound = (error: unknown) => error instanceof GmailError && error.status === 404;

/** Reads what came into a Gmail account, by its history. It needs the access `drafts`. */
export function gmailSource(api: GmailProvider): MailSource {
  function of({ secretId, secret }: Credentials) {
    const connection = { secretId, refreshToken: secret };
    const call = <T>(ask: (gmail: gmail_v1.Gmail) => Promise<{ data: T }>) => api.call(connection, ask);

    /** null: it was deleted since. */
    async function mailOf(id: string): Promise<ReceivedMail | null> {
      try {
        const found = await call((gmail) => gmail.users.messages.get({ userId, id, format: 'raw' }));
        const whole = Buffer.from(found.raw ?? '', 'base64url');
        const receivedAt = new Date(Number(found.internalDate ?? 0)).toISOString();
        return {
          id,
          threadId: found.threadId ?? null,
          raw: whole.subarray(0, MOST_MAIL_BYTES),
          cut: whole.length > MOST_MAIL_BYTES,
          receivedAt,
          junk: found.labelIds?.includes('SPAM') ?? false,
        };
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    }

    /** As many of the mails as one reading takes; `rest`: there are more. */
    async function mailsOf(
      ids: readonly string[],
    ): Promise<{ mails: ReceivedMail[]; last: string | null; rest: boolean }> {
      const mails: ReceivedMail[] = [];
      let bytes = 0;
      let last: string | null = null;
      for (const id of ids) {
        if (mails.length >= MAILS_A_READING || bytes >= BYTES_A_READING) return { mails, last, rest: true };
        const mail = await mailOf(id);
        last = id;
        if (!mail) continue;
        bytes += mail.raw.length;
        mails.push(mail);
      }
      return { mails, last, rest: false };
    }

    async function nowOf(): Promise<string> {
      const { historyId } = await call((gmail) => gmail.users.getProfile({ userId }));
      return String(historyId ?? '');
    }

    /** All ids since a moment, oldest first: Gmail lists the newest first. */
    async function idsSince(since: number): Promise<string[]> {
      const ids: string[] = [];
      let pageToken: string | undefined;
      do {
        const listed = await call((gmail) =>
          gmail.users.messages.list({
            userId,
            q: `after:${since} -in:sent -in:drafts -in:chats -in:trash`,
            includeSpamTrash: true,
            maxResults: 500,
            ...(pageToken ? { pageToken } : {}),
          }),
        );
        ids.push(...(listed.messages ?? []).flatMap(({ id }) => id ?? []));
        pageToken = listed.nextPageToken ?? undefined;
      } while (pageToken && ids.length < MOST_LISTED);
      return ids.reverse();
    }

    async function resync(
      history: string,
      { after, since }: NonNullable<Cursor['resync']>,
    ): Promise<{ mails: ReceivedMail[]; cursor: string }> {
      const ids = await idsSince(since);
      // one that is gone since: all of them are read again, and known
      const from = ids.indexOf(after) + 1;
      const { mails, last, rest } = await mailsOf(ids.slice(from));
      const cursor: Cursor = rest
        ? { history, resync: { after: last ?? FROM_THE_START, since } }
        : { history, after: null, resync: null };
      return { mails, cursor: cursorText(cursor) };
    }

    async function sinceHistory(
      history: string,
      after: string | null,
    ): Promise<{ mails: ReceivedMail[]; cursor: string; more?: boolean } | null> {
      const found = await call((gmail) =>
        gmail.users.history.list({
          userId,
          startHistoryId: history,
          historyTypes: ['messageAdded'],
          maxResults: MAILS_A_READING,
        }),
      ).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      if (!found) return null;
      if (!found.historyId) throw new GmailError('unreachable', { retryable: true });
      const mails: ReceivedMail[] = [];
      let cursor = history;
      for (const record of found.history ?? []) {
        // a record is read whole, or next time; one that is too large for a reading takes several
        if (mails.length > 0 && mails.length + (record.messagesAdded?.length ?? 0) > MAILS_A_READING)
          return { mails, cursor };
        const ids = (record.messagesAdded ?? []).flatMap(({ message }) =>
          message?.id && !message.labelIds?.some((label) => PASSED_OVER.includes(label)) ? [message.id] : [],
        );
        // the mail is only in the record that was read in part
        const read = await mailsOf(after === null ? ids : ids.slice(ids.indexOf(after) + 1));
        mails.push(...read.mails);
        if (read.rest) return { mails, cursor: cursorText({ history: cursor, after: read.last, resync: null }) };
        cursor = record.id ?? cursor;
        if (mails.reduce((bytes, { raw }) => bytes + raw.length, 0) > BYTES_A_READING) return { mails, cursor };
      }
      // a page may hold nothing but what was sent and drafted
      return found.nextPageToken ? { mails, cursor, more: true } : { mails, cursor: found.historyId };
    }

    return { nowOf, resync, sinceHistory };
  }

  return {
    async read(credentials, text, since = null) {
      const account = of(credentials);
      const begun = { after: FROM_THE_START, since: Math.floor((since?.getTime() ?? 0) / 1000) };
      if (text === null) {
        const now = await account.nowOf();
        return since ? account.resync(now, begun) : { mails: [], cursor: now };
      }
      const cursor = cursorOf(text);
      if (cursor.resync) return account.resync(cursor.history, cursor.resync);
      const read = await account.sinceHistory(cursor.history, cursor.after);
      // where history goes on is asked first: what comes while the list is read is found twice, and never missed
      return read ?? account.resync(await account.nowOf(), begun);
    },
  };
}
