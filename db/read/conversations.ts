import { type ConversationState, searchable } from '../../events/conversations/conversation.ts';
import type { InboxFilter } from '../../events/conversations/inboxInput.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { containing } from '../lists/containing.ts';
import { readCounters } from '../lists/counters.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { type Fragment, withStreams } from '../rows.ts';
import { idOf, type Store } from '../store.ts';

/** A conversation with its partner, and the name of its campaign, which is null once that is erased. */
export type ConversationRow = {
  id: string;
  state: Omit<ConversationState, 'searched'>;
  partner: Omit<PartnerState, 'why' | 'parts'>;
  campaignName: string | null;
  /** When the newest mail of a person was answered (ISO 8601); null: not yet. */
  answeredAt: string | null;
};

/** A page of the list, the newest mail first; `next` is where the following one begins, null after the last. */
export type ConversationPage = { rows: ConversationRow[]; next: string | null };

/** Of a campaign, or of one version of its first email; else of all. `labels`: of those that are open. */
export type ConversationCounts = {
  unread: number;
  unanswered: number;
  open: number;
  done: number;
  labels: Partial<Record<ReplyLabel, number>>;
};

/** Some conversations with what a list shows of them. `which`: a condition on the rows `l` of lists.conversations. */
const conversationsOf = (tx: Tx, tenant: string, which: Fragment) => tx`
  select v.stream_id, v.state - 'searched' as state, p.state - 'why' - 'parts' #- '{person,evidence}' as partner,
    c.state->'text'->>'name' as name, l.answered_at
  from ${withStreams(tx, tx`select l.* from lists.conversations l where l.tenant_id = ${tenant} and ${which}`, {
    conversation: 'conversation_id',
    partner: 'partner_id',
  })} l
  join read.conversations v on v.tenant_id = l.tenant_id and v.stream_id = l.conversation_stream
  join read.partners p on p.tenant_id = l.tenant_id and p.stream_id = l.partner_stream
  left join read.campaigns c on c.tenant_id = l.tenant_id and c.stream_id = 'campaign-' || l.campaign_id`;

type Found = {
  stream_id: string;
  state: ConversationRow['state'];
  partner: ConversationRow['partner'];
  name: string | null;
  answered_at: string | null;
};

const rowOf = ({ stream_id, state, partner, name, answered_at }: Found): ConversationRow => ({
  ...{ id: idOf(stream_id), state, partner },
  campaignName: name,
  answeredAt: answered_at,
});

export async function readConversation(store: Store, tenant: string, id: string): Promise<ConversationRow | null> {
  await bringUpToDate(store, tenant);
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Found[]>`
      ${conversationsOf(tx, tenant, tx`l.listed and l.conversation_id = ${id}`)}`,
  );
  return row ? rowOf(row) : null;
}

/** A search looks through so many of the newest first, one by one. A word that many have is found there. */
const WALKED = 500;
/** Words without a trigram, of one or two letters, are sought in so many of the newest alone. */
const WALKED_FOR_SHORT = 2_000;
const hasTrigram = (word: string): boolean => [...word].length >= 3;

type Row = { tenant_id: string; conversation_id: string; last_received_at: string };
type Page = { after?: string | undefined; limit: number };

const filtered = (
  tx: Tx,
  tenant: string,
  { show, label, unread, unanswered, campaign, variant }: InboxFilter,
  after?: string,
) => {
  const [time, id] = after?.split('~') ?? [];
  return tx`
    select l.* from lists.conversations l
    where l.tenant_id = ${tenant} and l.listed
      ${show === 'all' ? tx`` : tx`and l.done = ${show === 'done'}`}
      ${label ? tx`and l.label = ${label}` : tx``}
      ${unread === undefined ? tx`` : unread === 'true' ? tx`and l.unread` : tx`and not l.unread`}
      ${unanswered ? tx`and l.unanswered` : tx``}
      ${campaign ? tx`and l.campaign_id = ${campaign}` : tx``}
      ${variant ? tx`and l.variant = ${variant}` : tx``}
      ${time && id ? tx`and (l.last_received_at, l.conversation_id) < (${time}, ${id})` : tx``}`;
};

const newestFirst = (tx: Tx, limit: number) =>
  tx`order by l.last_received_at desc, l.conversation_id desc limit ${limit}`;

/** Rows with all words in their texts. */
const withWords = (tx: Tx, rows: Fragment, words: readonly string[], limit: number) => tx`
  select l.* from (${rows}) l
  join lists.conversation_texts t on t.tenant_id = l.tenant_id and t.conversation_id = l.conversation_id
  where ${words.map((word, index) => tx`${index > 0 ? tx`and` : tx``} t.found like ${containing(word)}`)}
  ${newestFirst(tx, limit)}`;

/** Walks the newest. If they fill no page, the index of trigrams answers: then the words are rare. */
async function search(
  tx: Tx,
  tenant: string,
  filter: InboxFilter,
  words: readonly string[],
  page: Page,
): Promise<Row[]> {
  const rows = filtered(tx, tenant, filter, page.after);
  const isIndexed = words.some(hasTrigram);
  const walked = tx`${rows} ${newestFirst(tx, isIndexed ? WALKED : WALKED_FOR_SHORT)}`;
  const near = await tx<Row[]>`${withWords(tx, walked, words, page.limit + 1)}`;
  if (!isIndexed || near.length > page.limit) return near;
  return tx<Row[]>`${withWords(tx, rows, words, page.limit + 1)}`;
}

/** A page of what a filter leaves. `after` is the `next` of the page before. */
export async function listConversations(
  store: Store,
  tenant: string,
  filter: InboxFilter,
  page: Page,
): Promise<ConversationPage> {
  const words = searchable(filter.search ?? '')
    .split(' ')
    .filter(Boolean);
  await bringUpToDate(store, tenant);
  return readAs(store.sql, tenant, async (tx) => {
    const found =
      words.length > 0
        ? await search(tx, tenant, filter, words, page)
        : await tx<Row[]>`${filtered(tx, tenant, filter, page.after)} ${newestFirst(tx, page.limit + 1)}`;
    const ids = found.slice(0, page.limit).map(({ conversation_id }) => conversation_id);
    const rows = await tx<Found[]>`
      ${conversationsOf(tx, tenant, tx`l.conversation_id = any (${ids})`)}
      order by l.last_received_at desc, l.conversation_id desc`;
    const last = found.length > page.limit ? found[page.limit - 1] : undefined;
    return { rows: rows.map(rowOf), next: last ? `${last.last_received_at}~${last.conversation_id}` : null };
  });
}

export async function countConversations(
  store: Store,
  tenant: string,
  { campaign = '', variant }: Pick<InboxFilter, 'campaign' | 'variant'>,
): Promise<ConversationCounts> {
  const counters = await readCounters(store, tenant, { campaigns: [campaign] });
  const [scope, prefix] = [campaign, variant ? `inbox.${variant}.` : 'inbox.'];
  return {
    unread: counters.of(`${prefix}unread`, scope),
    unanswered: counters.of(`${prefix}unanswered`, scope),
    open: counters.of(`${prefix}open`, scope),
    done: counters.of(`${prefix}done`, scope),
    labels: Object.fromEntries(counters.beginning(`${prefix}label.`, scope)),
  };
}

/** The counts of unread conversations and of those that wait for an answer. */
export async function countWaiting(store: Store, tenant: string): Promise<{ unread: number; unanswered: number }> {
  const { unread, unanswered } = await countConversations(store, tenant, {});
  return { unread, unanswered };
}

/** The conversations in which somebody of these partners once said that they are away, by partner. */
export async function conversationsWithNotes(
  store: Store,
  tenant: string,
  partnerIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ partner_id: string; ids: string[] }[]>`
      select v.partner_id, array_agg(substr(v.stream_id, ${'conversation-'.length + 1})) as ids from read.conversations v
      where v.tenant_id = ${tenant} and v.partner_id = any (${partnerIds as string[]})
        and v.state->'received' @> '[{"label": "automatic"}]'
      group by v.partner_id`,
  );
  return new Map(rows.map(({ partner_id, ids }) => [partner_id, ids]));
}
