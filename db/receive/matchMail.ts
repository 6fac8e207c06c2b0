import { CLOCK_SKEW_MS, isListMail, type ReturnedMail } from '../../events/conversations/incomingMail.ts';
import type { Dispatched, MessageState } from '../../events/messages/messageState.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';
import { type MailToken, messageIdToken, readMailTokens } from '../vault/mailToken.ts';
import { unsubscribeToken } from '../vault/unsubscribeLink.ts';
import type { ReadMail } from './readMail.ts';

/** A mail as a mailbox has it. `threadId`: the mailbox's own conversation, where it has such. `receivedAt`: ISO 8601. `junk`: it lies among the junk. */
export type FoundMail = { id: string; threadId: string | null; receivedAt: string; mail: ReadMail; junk?: boolean };

/**
 * What a mail was known by: a Message-ID or link of ours, the mailbox's thread, our returned headers, an address for replies, our quoted headers, or
 * its sender's address.
 */
type KnownBy = 'id' | 'link' | 'thread' | 'returned_headers' | 'reply_address' | 'quoted_headers' | 'address';

/** Our message that a mail belongs to, and the attempt. `proved`: the mail names it, so it left. */
export type Match = { messageId: string; attempt: number; proved: boolean; by: KnownBy };

/** The names under which a mail may know ours. */
type Names = {
  sends: { messageId: string; attempt: number; by: KnownBy }[];
  ids: string[];
  threadId: string | null;
  addresses: string[];
  quoted: readonly string[];
};

/** A message that left. */
export type SentRow = {
  id: string;
  state: Pick<MessageState, 'sentAt' | 'threadId' | 'attempt' | 'providerMessageId'> & {
    subject: string | null;
    dispatch: Pick<Dispatched, 'at' | 'to' | 'attempt' | 'draft'>;
  };
};

/** A mail that names none of ours is taken for an answer for so long. */
const ANSWERS_WITHIN_MS = 90 * 86_400_000;
/** And a report for so long, by recipient, subject and date of the mail that it returns. */
const REPORTS_WITHIN_MS = 30 * 86_400_000;

/** An email of ours has one link. */
const MOST_TOKENS = 2;

const idsIn = ({ inReplyTo, references, report, quoted }: ReadMail): string[] => [
  ...inReplyTo,
  ...references.toReversed(),
  ...(report?.original?.ids ?? quoted.ids),
];

/** The names in a mail that may lead to our message, the nearest first. */
export function namesIn({ mail, threadId, junk }: Pick<FoundMail, 'mail' | 'threadId' | 'junk'>): Omit<Names, 'sends'> {
  const { report, quoted } = mail;
  const recipients = report && [...report.statuses, report.complaint, { recipient: report.original?.to ?? null }];
  return {
    ids: idsIn(mail).map((id) => id.slice(1, -1)),
    threadId,
    // among the junk, a sender's address proves nothing
    addresses: junk
      ? []
      : recipients
        ? recipients.flatMap((one) => one?.recipient ?? [])
        : isListMail(mail)
          ? []
          : [mail.from, mail.replyTo ?? ''].filter((address) => address !== ''),
    quoted: junk || report ? [] : quoted.to,
  };
}

/** Our mails that a mail names: by their Message-IDs, or their links in a returned or quoted one. */
async function sendsIn({ sql, pseudonyms }: Store, tenant: string, { mail }: FoundMail): Promise<Names['sends']> {
  const links = (mail.report?.original ?? mail.quoted).unsubscribeTokens.slice(0, MOST_TOKENS).map(unsubscribeToken);
  const sendsOf = async (tokens: readonly MailToken[], by: KnownBy) =>
    (await readMailTokens(sql, pseudonyms, tokens)).flatMap(({ tenant: of, ...send }) =>
      of === tenant ? [{ ...send, by }] : [],
    );
  return [...(await sendsOf(idsIn(mail).flatMap(messageIdToken), 'id')), ...(await sendsOf(links, 'link'))];
}

/**
 * Our message of each mail, in order. A Message-ID or link of ours counts first, then the mailbox's thread (Gmail gives other Message-IDs), then a
 * recent address. null: none of ours.
 */
export async function matchMails(store: Store, tenant: string, mails: readonly FoundMail[]): Promise<(Match | null)[]> {
  const names = await Promise.all(
    mails.map(async (mail): Promise<Names> => ({ ...namesIn(mail), sends: await sendsIn(store, tenant, mail) })),
  );
  const streams = names.flatMap(({ sends }) => sends.map(({ messageId }) => `message-${messageId}`));
  const threads = names.flatMap(({ threadId }) => threadId ?? []);
  const ids = names.flatMap((one) => one.ids);
  const addresses = names.flatMap((one) => [...one.addresses, ...one.quoted]);
  if (streams.length + ids.length + threads.length + addresses.length === 0) return names.map(() => null);
  const hmacs = [...new Set(addresses)].map((address) => store.pseudonyms.address(tenant, address));
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: SentRow['state'] }[]>`
      select m.stream_id, jsonb_build_object('sentAt', m.state->'sentAt', 'threadId', m.state->'threadId',
        'attempt', m.state->'attempt', 'providerMessageId', m.state->'providerMessageId',
        'subject', m.state->'text'->'subject', 'dispatch', m.state->'dispatch') as state
      from read.messages m
      where m.tenant_id = ${tenant} and m.state->'dispatch' <> 'null'::jsonb
        and (m.stream_id = any (${streams}) or m.provider_message_id = any (${ids}) or m.thread_id = any (${threads})
          or m.address_hmac = any (${hmacs}))`,
  );
  const known = rows.map((row): SentRow => ({ id: idOf(row.stream_id), state: row.state }));
  return mails.map((mail, index) => matchOne(mail, names[index] as Names, known));
}

export function matchOne(
  { receivedAt, mail: { report, subject } }: Pick<FoundMail, 'receivedAt' | 'mail'>,
  { sends, ids, threadId, addresses, quoted }: Names,
  rows: readonly SentRow[],
): Match | null {
  for (const { messageId, attempt, by } of sends) {
    const row = rows.find(({ id }) => id === messageId);
    if (row && attempt <= row.state.attempt) return { messageId, attempt, proved: true, by };
  }
  const at = Date.parse(receivedAt);
  const before = rows
    .filter(({ state }) => Date.parse(state.dispatch.at) <= at + CLOCK_SKEW_MS)
    .sort((a, b) => (a.state.dispatch.at < b.state.dispatch.at ? 1 : -1));
  const isNamed = ({ state: { providerMessageId: id } }: SentRow) => id !== null && ids.includes(id);
  const named = before.filter(
    (row) =>
      isNamed(row) ||
      (threadId !== null && [row.state.threadId, row.state.dispatch.draft?.threadId].includes(threadId)),
  );
  // a thread holds mails that the user wrote to others by hand: a report names its recipient
  const isAbout = (row: SentRow) => !report || addresses.length === 0 || isNamed(row) || isTo(addresses, row);
  const own = named.find(isAbout) ?? named[0];
  if (own) return matchOf(own, isNamed(own) ? 'id' : 'thread', isAbout(own));
  const writtenTo = (to: readonly string[]) =>
    before.filter(
      (row) => row.state.sentAt !== null && isTo(to, row) && Date.parse(row.state.sentAt) >= at - ANSWERS_WITHIN_MS,
    );
  const written = writtenTo(addresses);
  if (report?.original) {
    const { original } = report;
    const agreeing = written.map((row) => ({ row, agrees: agreement(original, row, at) }));
    const best = agreeing.sort((a, b) => b.agrees - a.agrees)[0];
    if (best && best.agrees > 0) return matchOf(best.row, 'returned_headers', best.agrees === 2);
  }
  if (written[0]) return matchOf(written[0], 'address', false);
  const inQuote = writtenTo(quoted).find(({ state }) => state.subject !== null && isSubject(subject, state.subject));
  return inQuote ? matchOf(inQuote, 'quoted_headers', false) : null;
}

const isTo = (addresses: readonly string[], { state: { dispatch } }: SentRow): boolean =>
  dispatch.to !== null && addresses.includes(dispatch.to.toLowerCase());

const matchOf = ({ id, state }: SentRow, by: KnownBy, proved: boolean): Match => ({
  ...{ messageId: id, attempt: state.dispatch.attempt, proved, by },
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const isSubject = (answer: string, ours: string): boolean =>
  oneLine(answer.replace(/^([\p{L}]{1,10}(\[\d+\])?\s?[:：]\s*)+/u, '')) === oneLine(ours);

/** How many of date and subject in returned headers are those of our email. Only its recipient knows address, date and subject together. */
function agreement(original: ReturnedMail, { state: { subject, dispatch } }: SentRow, at: number): number {
  const sentAt = Date.parse(dispatch.at);
  if (sentAt < at - REPORTS_WITHIN_MS) return 0;
  const isDate = original.sentAt !== null && Math.abs(Date.parse(original.sentAt) - sentAt) <= CLOCK_SKEW_MS;
  const isSame = original.subject !== null && subject !== null && original.subject === oneLine(subject);
  return Number(isDate) + Number(isSame);
}
