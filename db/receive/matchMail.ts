import { CLOCK_SKEW_MS, isListMail, type ParsedMail } from '../../events/conversations/incomingMail.ts';
import type { Dispatched, MessageState } from '../../events/messages/messageState.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';
import type { ReplyTo } from '../vault/replyAddress.ts';

/** A mail as a mailbox has it. `threadId`: the mailbox's own conversation, where it has such. `receivedAt`: ISO 8601. */
export type FoundMail = { id: string; threadId: string | null; receivedAt: string; mail: ParsedMail };

/** Our message that a mail belongs to, and the attempt. `proved`: the mail names it, so it left. */
export type Match = { messageId: string; attempt: number; proved: boolean };

/** The names under which a mail may know ours. */
type Names = { sends: { messageId: string; attempt: number }[]; threadId: string | null; addresses: string[] };

type Row = { id: string; state: Pick<MessageState, 'sentAt' | 'threadId' | 'attempt'> & { dispatch: Dispatched } };

/** A mail that names none of ours is taken for an answer for so long. */
const ANSWERS_WITHIN_MS = 90 * 86_400_000;

/** Our own Message-IDs begin with the id of the send: `<campaign.partner.step.attempt@domain>`. */
function sendOf(internetMessageId: string): Names['sends'] {
  const [, messageId, attempt] = /^<([\w-]+\.[\w-]+\.[\w-]+)\.(\d{1,9})@/.exec(internetMessageId) ?? [];
  return messageId ? [{ messageId, attempt: Number(attempt) }] : [];
}

/** The message-ids that a mail answers, the nearest first. */
const namesIn = ({ mail, threadId }: FoundMail): Names => ({
  sends: [...mail.inReplyTo, ...mail.references.toReversed(), ...(mail.report?.originalIds ?? [])].flatMap(sendOf),
  threadId,
  addresses: mail.report
    ? [...mail.report.statuses, ...(mail.report.complaint ? [mail.report.complaint] : [])].flatMap(
        ({ recipient }) => recipient ?? [],
      )
    : isListMail(mail) || mail.from === ''
      ? []
      : [mail.from],
});

/**
 * Our message that each mail belongs to, in their order: by a Message-ID of ours that it names, else by the mailbox's conversation (Gmail
 * gives our mails other Message-IDs), else by the address that we wrote to. null: it is none of our business.
 */
export async function matchMails(store: Store, tenant: string, mails: readonly FoundMail[]): Promise<(Match | null)[]> {
  const names = mails.map(namesIn);
  const streams = names.flatMap(({ sends }) => sends.map(({ messageId }) => `message-${messageId}`));
  const threads = names.flatMap(({ threadId }) => threadId ?? []);
  const addresses = names.flatMap((one) => one.addresses);
  if (streams.length + threads.length + addresses.length === 0) return names.map(() => null);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: Row['state'] }[]>`
      select m.stream_id, jsonb_build_object('sentAt', m.state->'sentAt', 'threadId', m.state->'threadId',
        'attempt', m.state->'attempt', 'dispatch', m.state->'dispatch') as state
      from read.messages m
      where m.tenant_id = ${tenant} and m.state->'dispatch' <> 'null'::jsonb
        and (m.stream_id = any (${streams}) or m.state->>'threadId' = any (${threads})
          or m.state->'dispatch'->'draft'->>'threadId' = any (${threads})
          or lower(m.state->'dispatch'->>'to') = any (${addresses}))`,
  );
  const known = rows.map((row): Row => ({ id: idOf(row.stream_id), state: row.state }));
  return mails.map((mail, index) => matchOne(mail, names[index] as Names, known));
}

/** Our message that an address for replies names; null: there is no such. Its proof was checked. */
export async function matchReplyTo(
  store: Store,
  { tenant, campaignId, partnerPrefix, step }: ReplyTo,
): Promise<Match | null> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; attempt: number }[]>`
      select m.stream_id, (m.state->'dispatch'->>'attempt')::int as attempt from read.messages m
      where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and starts_with(m.partner_id, ${partnerPrefix})
        and m.step = ${step} and m.state->'dispatch' <> 'null'::jsonb`,
  );
  const [row] = rows;
  return row && rows.length === 1 ? { messageId: idOf(row.stream_id), attempt: row.attempt, proved: true } : null;
}

function matchOne(
  { receivedAt }: FoundMail,
  { sends, threadId, addresses }: Names,
  rows: readonly Row[],
): Match | null {
  for (const { messageId, attempt } of sends) {
    const row = rows.find(({ id }) => id === messageId);
    if (row && attempt <= row.state.attempt) return { messageId, attempt, proved: true };
  }
  const at = Date.parse(receivedAt);
  const before = rows
    .filter(({ state }) => Date.parse(state.dispatch.at) <= at + CLOCK_SKEW_MS)
    .sort((a, b) => (a.state.dispatch.at < b.state.dispatch.at ? 1 : -1));
  const inThread = before.find(
    ({ state }) => threadId !== null && [state.threadId, state.dispatch.draft?.threadId].includes(threadId),
  );
  if (inThread) return { messageId: inThread.id, attempt: inThread.state.dispatch.attempt, proved: true };
  const written = before.find(
    ({ state: { sentAt, dispatch } }) =>
      sentAt !== null &&
      dispatch.to !== null &&
      addresses.includes(dispatch.to.toLowerCase()) &&
      Date.parse(sentAt) >= at - ANSWERS_WITHIN_MS,
  );
  return written ? { messageId: written.id, attempt: written.state.dispatch.attempt, proved: false } : null;
}
