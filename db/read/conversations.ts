import { type ConversationState, searchable } from '../../events/conversations/conversation.ts';
import type { InboxFilter } from '../../events/conversations/inboxInput.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { readCounters } from '../lists/counters.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { idOf, type Store } from '../store.ts';
import { hasPresentText } from './abTest.ts';

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

/** The conversations `v` of a tenant with partners `p` who were not deleted. */
const shown = (tx: Tx, tenant: string) => tx`
  read.conversations v
  join read.partners p on p.tenant_id = v.tenant_id and p.stream_id = 'partner-' || v.partner_id and p.status <> 'deleted'
  join lists.conversations l on l.tenant_id = v.tenant_id and l.conversation_id = substr(v.stream_id, length('conversation-') + 1)
  left join read.campaigns c on c.tenant_id = v.tenant_id and c.stream_id = 'campaign-' || (v.state->>'campaignId')
  where v.tenant_id = ${tenant}`;

/** Of one campaign, or one version of its first email. */
const ofCampaign = (tx: Tx, { campaign, variant }: Pick<InboxFilter, 'campaign' | 'variant'>) => tx`
  ${campaign ? tx`and v.state->>'campaignId' = ${campaign}` : tx``}
  ${
    variant
      ? tx`and exists (
          select from read.messages first
          where first.tenant_id = v.tenant_id and first.campaign_id = v.state->>'campaignId' and first.partner_id = v.partner_id
            and first.step = '1' and first.state->>'variant' = ${variant} and ${hasPresentText(tx)})`
      : tx``
  }`;

type Found = {
  stream_id: string;
  state: ConversationRow['state'];
  partner: ConversationRow['partner'];
  name: string | null;
  answered_at: string | null;
};

const columns = (tx: Tx) => tx`
  v.stream_id, v.state - 'searched' as state, p.state - 'why' - 'parts' #- '{person,evidence}' as partner, c.state->'text'->>'name' as name,
  l.answered_at`;

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
      select ${columns(tx)} from ${shown(tx, tenant)} and v.stream_id = ${`conversation-${id}`}`,
  );
  return row ? rowOf(row) : null;
}

/** Whether a conversation has a word: in its mails, in those sent, or in the names of partner and campaign. */
const has = (tx: Tx, word: string) => tx`
  (position(${word} in v.state->>'searched') > 0
    or position(${word} in lower(concat_ws(' ', p.state->'person'->>'name', p.state->'person'->>'username',
      c.state->'text'->>'name'))) > 0
    or exists (
      select from read.messages m
      where m.tenant_id = v.tenant_id and m.campaign_id = v.state->>'campaignId' and m.partner_id = v.partner_id
        and m.state->'dispatch' <> 'null'::jsonb
        and position(${word} in lower(concat_ws(' ', m.state->'text'->>'subject', m.state->'text'->>'body',
          m.state->'dispatch'->>'to'))) > 0))`;

/** A page of what a filter leaves. `after` is the `next` of the page before. */
export async function listConversations(
  store: Store,
  tenant: string,
  { show, label, unread, unanswered, search, ...of }: InboxFilter,
  page: { after?: string | undefined; limit: number },
): Promise<ConversationPage> {
  const [afterTime, afterId] = page.after?.split('~') ?? [];
  const words = searchable(search ?? '')
    .split(' ')
    .filter(Boolean);
  await bringUpToDate(store, tenant);
  const found = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Found[]>`
      select ${columns(tx)} from ${shown(tx, tenant)} ${ofCampaign(tx, of)}
        ${show === 'all' ? tx`` : tx`and v.done = ${show === 'done'}`}
        ${label ? tx`and v.label = ${label}` : tx``}
        ${unread ? tx`and v.unread = ${unread === 'true'}` : tx``}
        ${unanswered ? tx`and l.unanswered` : tx``}
        ${words.length === 0 ? tx`` : words.map((word) => tx`and ${has(tx, word)}`)}
        ${afterTime && afterId ? tx`and (v.last_received_at, v.stream_id) < (${afterTime}, ${`conversation-${afterId}`})` : tx``}
      order by v.last_received_at desc, v.stream_id desc limit ${page.limit + 1}`,
  );
  const rows = found.slice(0, page.limit).map(rowOf);
  const last = found.length > page.limit ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.state.lastReceivedAt}~${last.id}` : null };
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
