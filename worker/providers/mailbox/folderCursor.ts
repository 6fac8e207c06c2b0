/** The place in a folder up to which its mails were read, and the mails behind it that are still to come. */
import type { ImapFlow } from 'imapflow';
import { z } from 'zod';
import { MailboxError } from './mailboxError.ts';

/** A lower number that becomes visible late is found within so many of the highest. */
const WINDOW = 500;
/** More failing mails than this are trouble of the server. */
const MOST_FAILED = 20;
/** A mail is passed over at the last try, about an hour after the first: a server may be in trouble for a while. */
export const MOST_TRIES = 7;
const FIRST_PAUSE_MS = 60_000;

/** `rescan`: up to this number only what is newer than a day (ISO 8601) counts, because it was numbered again. */
const rescan = z.object({ to: z.number(), since: z.string() });
/** A mail that its server did not hand over. `since`: the first time (ISO 8601). `tries`: at most MOST_TRIES: it is passed over. */
const failed = z.object({ uid: z.number(), since: z.string(), tries: z.number() });
/** `seen`: the numbers within the window that were there. Others may still appear. */
export const folderCursor = z.object({
  ...{ validity: z.string(), uid: z.number(), seen: z.array(z.number()).optional() },
  ...{ rescan: rescan.optional(), failed: z.array(failed).optional() },
});
export type FolderCursor = z.infer<typeof folderCursor>;

/** `window`: all numbers near the highest one. */
export type NewMails = { at: FolderCursor; uids: number[]; window: number[] };

const windowOf = (uid: number, seen: readonly number[]): number[] =>
  [...new Set(seen)].filter((one) => one > uid - WINDOW && one <= uid).sort((a, b) => a - b);

/** The numbers of a range that are in the open folder, since a day. A server that refuses SEARCH is asked by FETCH. */
export async function uidsIn(
  client: ImapFlow,
  range: string,
  expect: (bytes: number) => void,
  since?: Date,
): Promise<number[]> {
  if (client.mailbox !== false && client.mailbox.exists === 0) return [];
  const found = await client.search({ uid: range, ...(since && { since }) }, { uid: true });
  if (Array.isArray(found)) return found as number[];
  if (client.mailbox !== false) expect(client.mailbox.exists * 200);
  const rows = await client.fetchAll(range, { uid: true, internalDate: true }, { uid: true });
  if (rows.some(({ uid }) => !uid)) throw new MailboxError('imap_unreachable');
  const isOld = (at: unknown) => since !== undefined && new Date(String(at)).getTime() < since.getTime();
  return rows.filter(({ internalDate }) => !isOld(internalDate)).map(({ uid }) => uid);
}

/**
 * The numbers that are new in the open folder, and the cursor to read on from. Without a cursor, a folder begins with the mails after `since` in the
 * mailbox's first reading (`isFirst`), else at its end. Later it is a new folder, and all of it is new.
 */
export async function newIn(
  client: ImapFlow,
  known: FolderCursor | undefined,
  { since, isFirst, expect }: { since: Date | null; isFirst: boolean; expect: (bytes: number) => void },
): Promise<NewMails> {
  const { mailbox } = client;
  if (mailbox === false) throw new MailboxError('imap_refused');
  const validity = String(mailbox.uidValidity);
  const search = (range: string, day?: Date) => uidsIn(client, range, expect, day);
  // a server may keep the next number to itself
  const next = mailbox.uidNext || null;
  const highest = async () => Math.max(0, ...(await search('*')));
  const end = async () => (next === null ? highest() : next - 1);
  const near = async (uid: number) => {
    const from = Math.max(1, uid - WINDOW + 1);
    // the last mail is in every range that ends with *
    return (await search(`${from}:*`)).filter((one) => one >= from);
  };
  if (!known && isFirst && !since) {
    const last = await end();
    const window = await near(last);
    return { at: { validity, uid: last, seen: windowOf(last, window) }, uids: [], window };
  }
  // another server may use the same validity: then it has fewer mails than were read. Some say a next number that is too low
  const isSame = known?.validity === validity && (next === null || known.uid < next || known.uid <= (await highest()));
  const at: FolderCursor = isSame
    ? known
    : { validity, uid: 0, rescan: { to: await end(), since: (since ?? new Date(0)).toISOString() } };
  const to = Math.max(at.uid, at.rescan?.to ?? 0);
  const window = await near(to);
  const fresh = window.filter((uid) => uid > to);
  if (at.rescan) {
    const again = at.uid < to ? await search(`${at.uid + 1}:${to}`, new Date(at.rescan.since)) : [];
    return { at, uids: [...new Set([...again, ...fresh])].sort((a, b) => a - b), window };
  }
  const seen = at.seen ?? window.filter((uid) => uid <= at.uid);
  const gone = new Set([...seen, ...(at.failed ?? []).map(({ uid }) => uid)]);
  return { at: { ...at, seen }, uids: window.filter((uid) => uid > at.uid || !gone.has(uid)), window };
}

type Failed = NonNullable<FolderCursor['failed']>[number];
const isWaiting = ({ tries }: Failed): boolean => tries < MOST_TRIES;

/** Whether a mail is to be asked for again. */
export const isFailing = (at: FolderCursor | undefined): boolean => at?.failed?.some(isWaiting) ?? false;

/** After a mail: it was read, or is gone. */
export function readTo({ failed: all, ...at }: FolderCursor, uid: number): FolderCursor {
  const to = Math.max(at.uid, uid);
  const left = all?.filter((one) => one.uid !== uid && (isWaiting(one) || one.uid > to - WINDOW)) ?? [];
  const seen = at.seen && { seen: windowOf(to, [...at.seen, uid]) };
  return { ...at, uid: to, ...seen, ...(left.length > 0 && { failed: left }) };
}

/** All that is there was asked for. */
export function readAll({ rescan: numbered, ...at }: FolderCursor, { window }: NewMails): FolderCursor {
  const uid = Math.max(at.uid, numbered?.to ?? 0);
  const isLate = new Set((at.failed ?? []).map((one) => one.uid));
  return {
    ...at,
    uid,
    seen: windowOf(
      uid,
      [...(at.seen ?? []), ...window].filter((one) => !isLate.has(one)),
    ),
  };
}

export const triesOf = ({ failed: all }: FolderCursor, uid: number): number =>
  all?.find((one) => one.uid === uid)?.tries ?? 0;

/** After a mail that did not come. null: too many do not. */
export function failedAt(at: FolderCursor, uid: number): FolderCursor | null {
  const { since = new Date().toISOString(), tries = 0 } = at.failed?.find((one) => one.uid === uid) ?? {};
  const { failed: others = [], ...place } = readTo(at, uid);
  if (others.filter(isWaiting).length >= MOST_FAILED) return null;
  const seen = place.seen && { seen: place.seen.filter((one) => one !== uid) };
  return { ...place, ...seen, failed: [...others, { uid, since, tries: tries + 1 }] };
}

/** The failed mails that are asked for again by now: after 1, 3, 7, 15, 31 and 63 minutes. */
export const dueAgain = ({ failed: all = [] }: FolderCursor): number[] =>
  all
    .filter(isWaiting)
    .filter(({ since, tries }) => Date.now() >= Date.parse(since) + (2 ** tries - 1) * FIRST_PAUSE_MS)
    .map(({ uid }) => uid);
