import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import { z } from 'zod';
import type { Credentials } from '../mailProvider.ts';
import {
  MAILS_A_READING,
  type MailSource,
  MOST_MAIL_BYTES,
  MOST_SESSIONS,
  type ReceivedMail,
  unreadMail,
} from '../mailSource.ts';
import type { GmailProvider } from './client.ts';
import { GmailError } from './gmailError.ts';

const userId = 'me';
/** After Gmail has forgotten where the last reading ended, the newest so many are read again. */
const MOST_LISTED = 5_000;
/** Mails are held in memory until they are recorded. */
const BYTES_A_READING = 50 * 1024 * 1024;

/** Mails that nobody sent to this account, or that its owner threw away. An answer may be taken for spam. */
const PASSED_OVER = ['SENT', 'DRAFT', 'TRASH', 'CHAT'];

/** After so many readings, the headers of a mail are enough. Gmail may have trouble for a few minutes. */
const WHOLE_SESSIONS = 5;

/** The mail that readings ended at, and how many. */
const stuckSchema = z.object({ id: z.string(), sessions: z.number() });
/**
 * The next reading begins after the history record `history`. `after`: the last mail that was read of what follows, which has more than one
 * reading takes. `since`: Gmail had forgotten the record (404), so the mails since a moment (seconds since 1970) are read first.
 */
const cursorSchema = z.object({
  ...{ history: z.string(), after: z.string().optional(), since: z.number().optional() },
  stuck: stuckSchema.optional(),
});
type Cursor = z.infer<typeof cursorSchema>;
type Reading = Awaited<ReturnType<MailSource['read']>>;
type Listed = { id: string; threadId: string | null };

const cursorAfter = (history: string): string => JSON.stringify({ history } satisfies Cursor);
const listedOf = ({ id, threadId }: gmail_v1.Schema$Message): Listed[] =>
  id ? [{ id, threadId: threadId ?? null }] : [];

/** An outage or a refusal may be about one mail. Tokens, rights and rate limits are about the account. */
const isOfMail = (error: unknown): error is GmailError =>
  error instanceof GmailError &&
  (error.trouble === 'unreachable' || (error.trouble === 'refused' && error.call === 'api' && error.status !== 403));

const isNotFound = (error: unknown) => error instanceof GmailError && error.status === 404;

/** Reads what came into a Gmail account, by its history. It needs the access `drafts`. */
export function gmailSource(api: GmailProvider): MailSource {
  function of({ secretId, secret }: Credentials) {
    const connection = { secretId, refreshToken: secret };
    const call = <T>(ask: (gmail: gmail_v1.Gmail) => Promise<{ data: T }>) => api.call(connection, ask);

    const messageOf = (id: string, format: 'raw' | 'metadata') =>
      call((gmail) => gmail.users.messages.get({ userId, id, format }));

    /** Its headers alone, if `sessions` have ended at it and the whole does not come. */
    async function partOf(id: string, sessions: number) {
      try {
        const found = await messageOf(id, 'raw');
        if (!found.raw) throw new GmailError('unreachable', { retryable: true });
        return { found, raw: Buffer.from(found.raw, 'base64url'), isPart: false };
      } catch (error) {
        if (sessions < WHOLE_SESSIONS || !isOfMail(error)) throw error;
        const found = await messageOf(id, 'metadata');
        const lines = (found.payload?.headers ?? []).map(({ name, value }) => `${name}: ${value}\r\n`);
        return { found, raw: Buffer.from(`${lines.join('')}\r\n`), isPart: true };
      }
    }

    /** null: it was deleted since. */
    async function mailOf({ id, threadId }: Listed, sessions: number): Promise<ReceivedMail | null> {
      if (sessions >= MOST_SESSIONS) return unreadMail(id, threadId);
      try {
        const { found, raw, isPart } = await partOf(id, sessions);
        return {
          id,
          threadId: found.threadId ?? null,
          raw: raw.subarray(0, MOST_MAIL_BYTES),
          cut: isPart || raw.length > MOST_MAIL_BYTES,
          receivedAt: new Date(Number(found.internalDate ?? 0)).toISOString(),
          junk: found.labelIds?.includes('SPAM') ?? false,
        };
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    }

    /**
     * Reads as many of the mails as one reading takes. It begins after the one that the cursor names, or at the first if it is gone: one that
     * is read again is known. `rest`: there are more. `ended`: a mail ended the reading.
     */
    async function mailsOf(listed: readonly Listed[], { after: known, stuck }: Cursor) {
      const mails: ReceivedMail[] = [];
      let bytes = 0;
      const from = listed.findIndex(({ id }) => id === known) + 1;
      let after = listed[from - 1]?.id;
      for (const one of listed.slice(from)) {
        if (mails.length >= MAILS_A_READING || bytes >= BYTES_A_READING) return { mails, rest: { after } };
        const sessions = stuck?.id === one.id ? stuck.sessions : 0;
        try {
          const mail = await mailOf(one, sessions);
          if (mail) mails.push(mail);
          bytes += mail?.raw.length ?? 0;
        } catch (error) {
          if (!isOfMail(error)) throw error;
          return { mails, rest: { after, stuck: { id: one.id, sessions: sessions + 1 } }, ended: error };
        }
        after = one.id;
      }
      return { mails, rest: null };
    }

    async function nowOf(): Promise<string> {
      const { historyId } = await call((gmail) => gmail.users.getProfile({ userId }));
      return String(historyId ?? '');
    }

    /** All mails since a moment, oldest first: Gmail lists the newest first. */
    async function listedSince(since: number): Promise<Listed[]> {
      const all: Listed[] = [];
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
        all.push(...(listed.messages ?? []).flatMap(listedOf));
        pageToken = listed.nextPageToken ?? undefined;
      } while (pageToken && all.length < MOST_LISTED);
      return all.reverse();
    }

    async function resync(cursor: Cursor): Promise<Reading> {
      const { history, since = 0 } = cursor;
      const { rest, ...read } = await mailsOf(await listedSince(since), cursor);
      return { ...read, cursor: JSON.stringify(rest ? { history, since, ...rest } : { history }) };
    }

    async function sinceHistory(cursor: Cursor): Promise<Reading | null> {
      const found = await call((gmail) =>
        gmail.users.history.list({
          userId,
          startHistoryId: cursor.history,
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
      let last = cursor.history;
      for (const record of found.history ?? []) {
        // a record is read whole, or next time; one that is too large for a reading takes several
        if (mails.length > 0 && mails.length + (record.messagesAdded?.length ?? 0) > MAILS_A_READING)
          return { mails, cursor: cursorAfter(last) };
        const listed = (record.messagesAdded ?? []).flatMap(({ message }) =>
          message && !message.labelIds?.some((label) => PASSED_OVER.includes(label)) ? listedOf(message) : [],
        );
        const { rest, ...read } = await mailsOf(listed, cursor);
        mails.push(...read.mails);
        if (rest) return { ...read, mails, cursor: JSON.stringify({ history: last, ...rest }) };
        last = record.id ?? last;
        if (mails.reduce((bytes, { raw }) => bytes + raw.length, 0) > BYTES_A_READING)
          return { mails, cursor: cursorAfter(last) };
      }
      // a page may hold nothing but what was sent and drafted
      return found.nextPageToken
        ? { mails, cursor: cursorAfter(last), more: true }
        : { mails, cursor: cursorAfter(found.historyId) };
    }

    return { nowOf, resync, sinceHistory };
  }

  return {
    name: 'gmail',
    async read(credentials, text, begin = null) {
      const account = of(credentials);
      const since = Math.floor((begin?.getTime() ?? 0) / 1000);
      if (text === null) {
        const history = await account.nowOf();
        return begin ? account.resync({ history, since }) : { mails: [], cursor: cursorAfter(history) };
      }
      const cursor = cursorSchema.parse(JSON.parse(text));
      if (cursor.since !== undefined) return account.resync(cursor);
      const read = await account.sinceHistory(cursor);
      // where history goes on is asked first: what comes while the list is read is found twice, and never missed
      return read ?? account.resync({ history: await account.nowOf(), since });
    },
  };
}
