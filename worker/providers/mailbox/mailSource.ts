import { createHash } from 'node:crypto';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { z } from 'zod';
import {
  MAILS_A_READING,
  type MailSource,
  MOST_MAIL_BYTES,
  MOST_SESSIONS,
  type ReceivedMail,
  unreadMail,
} from '../mailSource.ts';
import { mailboxAccount } from './account.ts';
import type { MailboxNetwork } from './endpoint.ts';
import { withImap } from './imap.ts';
import { listenToInbox } from './listen.ts';
import { MailboxError } from './mailboxError.ts';

/** A reading ends once it holds so much, so that one of many large mails does not fill the memory. */
const MOST_BYTES = 50_000_000;
const CUT_BYTES = 256 * 1024;

/** `rescan`: up to this number only what is newer than a day (ISO 8601) counts, because it was numbered again. */
const rescan = z.object({ to: z.number(), since: z.string() });
/** The mail that sessions ended at, and how many. */
const stuck = z.object({ uid: z.number(), sessions: z.number() });
const folderCursor = z.object({
  ...{ validity: z.string(), uid: z.number() },
  ...{ rescan: rescan.optional(), stuck: stuck.optional() },
});
type FolderCursor = z.infer<typeof folderCursor>;
/** By folder: up to where it was read, and of which numbering. */
const cursorSchema = z.object({ inbox: folderCursor.optional(), junk: folderCursor.optional() });
const FOLDERS = ['inbox', 'junk'] as const;

const numbersOf = (found: unknown): number[] => (Array.isArray(found) ? (found as number[]) : []);

/** In the first so many bytes of a mail are the fields that it is known by. */
const NAMED_BYTES = 64 * 1024;
const NAMED_BY = /^(?:message-id|date|from):.*(?:\r?\n[ \t].*)*/gim;

/** The same in each folder and reading. Servers without ids of their own renumber a mail when it is moved or its folder is rebuilt. */
function idOf({ emailId, uid }: FetchMessageObject, raw: Buffer, validity: string): string {
  if (emailId) return emailId;
  const [head = ''] = raw.toString('latin1', 0, NAMED_BYTES).split(/\r?\n\r?\n/, 1);
  const named = head.match(NAMED_BY)?.join('\n') ?? '';
  const what = /^message-id:/im.test(named) ? named : `${validity}.${uid}`;
  return createHash('sha256').update(what).digest('hex').slice(0, 40);
}

/**
 * The numbers that are new in the open folder, and the cursor to read on from. Without a cursor, a folder begins with the mails after `since` in the
 * mailbox's first reading (`isFirst`), else at its end. Later it is a new folder, and all of it is new.
 */
async function newIn(
  client: ImapFlow,
  known: FolderCursor | undefined,
  { since, isFirst }: { since: Date | null; isFirst: boolean },
): Promise<{ at: FolderCursor; uids: number[] }> {
  const { mailbox } = client;
  if (mailbox === false) throw new MailboxError('imap_refused');
  const validity = String(mailbox.uidValidity);
  const last = mailbox.uidNext - 1;
  if (!known && isFirst && !since) return { at: { validity, uid: last }, uids: [] };
  // another server may use the same validity: then it has fewer mails than were read
  const isSame = known?.validity === validity && known.uid <= last;
  const at: FolderCursor = isSame
    ? known
    : { validity, uid: 0, rescan: { to: last, since: (since ?? new Date(0)).toISOString() } };
  const found = async (from: number, to: number, more: { since?: Date } = {}) =>
    from > to ? [] : numbersOf(await client.search({ uid: `${from}:${to}`, ...more }, { uid: true }));
  const renumbered = at.rescan ? await found(at.uid + 1, at.rescan.to, { since: new Date(at.rescan.since) }) : [];
  const arrived = await found(Math.max(at.uid, at.rescan?.to ?? 0) + 1, last);
  return { at, uids: [...renumbered, ...arrived].sort((a, b) => a - b) };
}

/**
 * Only a part of a mail is ever asked for: what its server says of its size may be wrong. `sessions`: so many ended at this mail. Then its
 * headers are asked for first. They are kept if the session ends at less of the mail, too.
 */
async function readOne(
  client: ImapFlow,
  uid: number,
  { validity, sessions }: { validity: string; sessions: number },
  expect: (bytes: number) => void,
): Promise<Omit<ReceivedMail, 'junk'> | null> {
  const one = String(uid);
  const found = await client.fetchOne(one, { size: true, internalDate: true, threadId: true }, { uid: true });
  // deleted in the meantime
  if (!found) return null;
  const isLarge = (found.size ?? 0) > MOST_MAIL_BYTES;
  const maxLength = isLarge || sessions > 0 ? CUT_BYTES : MOST_MAIL_BYTES + 1;
  expect(maxLength);
  const head = sessions > 0 && (await client.fetchOne(one, { headers: true }, { uid: true }));
  const asked = client.fetchOne(one, { source: { start: 0, maxLength } }, { uid: true });
  const part = await (head ? asked.catch(() => head) : asked);
  const { source, headers } = part || {};
  const raw = source ?? headers;
  if (!raw) return null;
  const at = found.internalDate === undefined ? new Date(0) : new Date(found.internalDate);
  return {
    id: idOf(found, raw, validity),
    threadId: found.threadId ?? null,
    raw,
    cut: isLarge || !source || raw.length >= maxLength,
    receivedAt: at.toISOString(),
  };
}

/** Arrivals in the inbox and in junk, because an answer may be taken for junk. */
export function mailboxSource(network: MailboxNetwork): MailSource {
  return {
    name: 'imap',
    listen: (credentials, onMail, signal) =>
      listenToInbox(mailboxAccount(credentials, network), network, onMail, signal),
    async read(credentials, cursor, since = null) {
      const known = cursor === null ? {} : cursorSchema.parse(JSON.parse(cursor));
      const next: z.infer<typeof cursorSchema> = { ...known };
      const mails: ReceivedMail[] = [];
      let isNoted = false;
      const reading = withImap(mailboxAccount(credentials, network), network, async (client, expect) => {
        const junk = (await client.list()).find(({ specialUse }) => specialUse === '\\Junk')?.path;
        let bytes = 0;
        for (const name of FOLDERS) {
          const path = name === 'inbox' ? 'INBOX' : junk;
          if (!path) continue;
          const lock = await client.getMailboxLock(path, { readOnly: true });
          try {
            const { at, uids } = await newIn(client, known[name], { since, isFirst: !known.inbox });
            next[name] = at;
            const { stuck, ...place } = at;
            for (const uid of uids) {
              if (mails.length >= MAILS_A_READING || bytes >= MOST_BYTES) break;
              const sessions = stuck?.uid === uid ? stuck.sessions : 0;
              const how = { validity: at.validity, sessions };
              const asked =
                sessions < MOST_SESSIONS
                  ? readOne(client, uid, how, expect)
                  : Promise.resolve(unreadMail(`${at.validity}.${uid}`, null));
              const mail = await asked.catch((error: unknown) => {
                // when others came before it in the session, it had not all of the time
                isNoted = mails.length === 0;
                if (isNoted) next[name] = { ...at, ...next[name], stuck: { uid, sessions: sessions + 1 } };
                throw error;
              });
              if (mail) mails.push({ ...mail, junk: name === 'junk' });
              bytes += mail ? mail.raw.length : 0;
              next[name] = { ...place, uid };
            }
          } finally {
            lock.release();
          }
        }
      });
      // a session that ends in the middle loses none that it has read
      const ended = await reading.then(
        () => null,
        (error: unknown) => {
          if (mails.length === 0 && !isNoted) throw error;
          return error instanceof MailboxError && isNoted ? { ended: error } : null;
        },
      );
      mails.sort((a, b) => a.receivedAt.localeCompare(b.receivedAt));
      return { mails, cursor: JSON.stringify(next), ...ended };
    },
  };
}
