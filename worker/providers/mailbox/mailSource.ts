import { createHash } from 'node:crypto';
import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import { z } from 'zod';
import { MAILS_A_READING, type MailSource, MOST_MAIL_BYTES, type ReceivedMail, unreadMail } from '../mailSource.ts';
import { mailboxAccount } from './account.ts';
import type { MailboxNetwork } from './endpoint.ts';
import {
  dueAgain,
  type FolderCursor,
  failedAt,
  folderCursor,
  isFailing,
  MOST_TRIES,
  newIn,
  readAll,
  readTo,
  triesOf,
  uidsIn,
} from './folderCursor.ts';
import { withFolder, withImap } from './imap.ts';
import { listenToInbox } from './listen.ts';
import { MailboxError } from './mailboxError.ts';

/** A reading ends once it holds so much, so that one of many large mails does not fill the memory. */
const MOST_BYTES = 50_000_000;
const CUT_BYTES = 256 * 1024;
/** A mail may end a session. The reading goes on with the next one in another session. */
const MOST_SESSIONS = 5;
/** No session begins later than this. */
const LAST_SESSION_MS = 180_000;
/** From this try on, the headers of a mail are enough. */
const HEADERS_FROM = 3;

/** By folder: up to where it was read, and of which numbering. */
const cursorSchema = z.object({ inbox: folderCursor.optional(), junk: folderCursor.optional() });
type Cursor = z.infer<typeof cursorSchema>;
const FOLDERS = ['inbox', 'junk'] as const;

/** In the first so many bytes of a mail are the fields that it is known by. */
const NAMED_BYTES = 64 * 1024;
const NAMED_BY = /^(?:message-id|date|from):.*(?:\r?\n[ \t].*)*/gim;

const headOf = (raw: Buffer): string => raw.toString('latin1', 0, NAMED_BYTES).split(/\r?\n\r?\n/, 1)[0] ?? '';

/** The same in each folder and reading. Servers without ids of their own renumber a mail when it is moved or its folder is rebuilt. */
function idOf(emailId: string | undefined, raw: Buffer, place: string): string {
  if (emailId) return emailId;
  const named = headOf(raw).match(NAMED_BY)?.join('\n') ?? '';
  const what = /^message-id:/im.test(named) ? named : place;
  return createHash('sha256').update(what).digest('hex').slice(0, 40);
}

const A_DAY_MS = 86_400_000;
/** Before it no mailbox was read by IMAP. NIL is read as 1970. */
const FIRST_MAIL = Date.UTC(1990, 0);

/** The server's date. One that it does not have, or long before the sender's, is replaced by the sender's, which is never in the future. */
function receivedAt(internalDate: unknown, raw: Buffer): string {
  const now = Date.now();
  const told = new Date(String(internalDate instanceof Date ? internalDate.toISOString() : internalDate)).getTime();
  const written = Date.parse(/^date:[ \t]*(.+)/im.exec(headOf(raw))?.[1] ?? '');
  const sent = written >= FIRST_MAIL && written <= now ? written : now;
  return new Date(told >= FIRST_MAIL && !(written - told > A_DAY_MS) ? told : sent).toISOString();
}

type Part = Partial<FetchMessageObject>;

/** What a server hands over of a mail. Some answer without its number. null: nothing. */
async function partOf(client: ImapFlow, uid: number, query: FetchQueryObject): Promise<Part | null> {
  const rows = await client.fetchAll(String(uid), query, { uid: true });
  const own = rows.filter((row) => row.uid === undefined || row.uid === uid);
  return own.length > 0 ? Object.assign({}, ...own) : null;
}

/** `before`: the mails that earlier sessions of the reading brought. */
type Session = { client: ImapFlow; expect: (bytes: number) => void; before: number };
type Place = { validity: string; tries: number };

/**
 * Only a part of a mail is ever asked for: what its server says of its size may be wrong. `tries`: so often it did not come. Then less is asked
 * for, and its headers first. null: it is gone.
 */
async function readOne(
  { client, expect }: Session,
  uid: number,
  { validity, tries }: Place,
): Promise<Omit<ReceivedMail, 'junk'> | null> {
  const facts = await partOf(client, uid, { size: true, internalDate: true, threadId: true }).catch(
    (error: unknown) => {
      if (!client.usable) throw error;
      return null;
    },
  );
  // deleted in the meantime
  if (!facts && !(await uidsIn(client, String(uid), expect)).includes(uid)) return null;
  const isLarge = (facts?.size ?? 0) > MOST_MAIL_BYTES;
  const maxLength = isLarge || tries > 0 ? CUT_BYTES : MOST_MAIL_BYTES + 1;
  expect(maxLength);
  const head = tries < HEADERS_FROM ? null : await partOf(client, uid, { headers: true });
  const asked = partOf(client, uid, { source: { start: 0, maxLength } });
  const part = await (head?.headers ? asked.catch(() => null) : asked);
  const raw = part?.source || head?.headers;
  if (!raw || raw.length === 0) throw new MailboxError('imap_mail');
  return {
    id: idOf(facts?.emailId ?? part?.emailId, raw, `${validity}.${uid}`),
    threadId: facts?.threadId ?? null,
    raw,
    cut: isLarge || !part?.source || raw.length >= maxLength,
    receivedAt: receivedAt(facts?.internalDate, raw),
  };
}

/** One reading: what it has so far, over all sessions. */
type Reading = { next: Cursor; mails: ReceivedMail[]; bytes: number };

const isFull = ({ mails, bytes }: Reading): boolean => mails.length >= MAILS_A_READING || bytes >= MOST_BYTES;

/** Whether mails of any folder are to be asked for again. */
const mustGoOn = ({ next }: Reading): boolean => FOLDERS.some((name) => isFailing(next[name]));

/** Before a mail is passed over, the server must hand over another one. */
async function mustHandOver(client: ImapFlow, uids: readonly number[], uid: number): Promise<void> {
  const other = uids.findLast((one) => one !== uid);
  if (other !== undefined) await partOf(client, other, { source: { start: 0, maxLength: 1_000 } });
}

/** Reads the open folder. Throws what ended the session; the reading keeps what was read. */
async function readFolder(
  session: Session,
  reading: Reading,
  name: (typeof FOLDERS)[number],
  begin: { since: Date | null; isFirst: boolean },
): Promise<void> {
  const { client, expect } = session;
  const found = await newIn(client, reading.next[name], { ...begin, expect });
  const keep = (at: FolderCursor) => {
    reading.next[name] = at;
    return at;
  };
  let at = keep(found.at);
  for (const uid of [...found.uids, ...dueAgain(at)]) {
    if (isFull(reading)) return;
    const tries = triesOf(at, uid);
    const { validity } = at;
    if (tries + 1 >= MOST_TRIES) await mustHandOver(client, at.seen ?? [], uid);
    try {
      const mail = await readOne(session, uid, { validity, tries });
      if (mail) reading.mails.push({ ...mail, junk: name === 'junk' });
      reading.bytes += mail?.raw.length ?? 0;
      at = keep(readTo(at, uid));
    } catch (error) {
      // when others came before it in the session, it had not all of the time
      if (!client.usable && reading.mails.length > session.before) throw error;
      const failed = failedAt(at, uid);
      if (!failed) throw client.usable ? new MailboxError('imap_mail') : error;
      at = keep(failed);
      if (tries + 1 >= MOST_TRIES)
        reading.mails.push({ ...unreadMail(`${validity}.${uid}`, null), junk: name === 'junk' });
      if (!client.usable) throw error;
    }
  }
  keep(readAll(at, found));
}

/** Reads inbox and junk in one session. `unopened`: why the junk could not be opened, which stops nothing. */
async function readSession(
  session: Session,
  reading: Reading,
  begin: { since: Date | null; isFirst: boolean },
): Promise<{ unopened?: MailboxError }> {
  const { client } = session;
  const junk = (await client.list()).find(
    ({ specialUse, flags }) => specialUse === '\\Junk' && !flags.has('\\Noselect'),
  );
  await withFolder(client, 'INBOX', () => readFolder(session, reading, 'inbox', begin));
  if (!junk) return {};
  let isOpen = false;
  try {
    await withFolder(client, junk.path, () => {
      isOpen = true;
      return readFolder(session, reading, 'junk', begin);
    });
    return {};
  } catch (error) {
    if (isOpen) throw error;
    return { unopened: new MailboxError('imap_junk') };
  }
}

/** Arrivals in the inbox and in junk, because an answer may be taken for junk. */
export function mailboxSource(network: MailboxNetwork): MailSource {
  return {
    name: 'imap',
    listen: (credentials, onMail, signal) =>
      listenToInbox(mailboxAccount(credentials, network), network, onMail, signal),
    async read(credentials, cursor, since = null) {
      const account = mailboxAccount(credentials, network);
      const known = cursor === null ? {} : cursorSchema.parse(JSON.parse(cursor));
      const begin = { since, isFirst: !known.inbox };
      const reading: Reading = { next: known, mails: [], bytes: 0 };
      const began = performance.now();
      let ended: MailboxError | null = null;
      let unopened: MailboxError | undefined;
      for (let sessions = 1; sessions <= MOST_SESSIONS; sessions += 1) {
        const before = JSON.stringify(reading.next);
        ended = await withImap(account, network, async (client, expect) => {
          ({ unopened } = await readSession({ client, expect, before: reading.mails.length }, reading, begin));
          return null;
        }).catch((error: unknown) => {
          if (error instanceof MailboxError && before !== JSON.stringify(reading.next)) return error;
          if (!(error instanceof MailboxError) || (reading.mails.length === 0 && !mustGoOn(reading))) throw error;
          sessions = MOST_SESSIONS;
          return error;
        });
        if (!ended || performance.now() - began > LAST_SESSION_MS) break;
      }
      const { mails, next } = reading;
      mails.sort((a, b) => a.receivedAt.localeCompare(b.receivedAt));
      // what came is recorded first; then the next reading goes on at once
      const says = mustGoOn(reading) && !isFull(reading) ? { ended: ended ?? new MailboxError('imap_mail') } : {};
      return { mails, cursor: JSON.stringify(next), ...says, ...(unopened && { unopened }) };
    },
  };
}
