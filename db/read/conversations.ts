import type { ConversationState } from '../../events/conversations/conversation.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

/** A conversation with its partner, and the name of its campaign, which is null once that is erased. */
export type ConversationRow = {
  id: string;
  state: ConversationState;
  partner: Omit<PartnerState, 'why' | 'parts'>;
  campaignName: string | null;
};

/** The conversations of a tenant with partners who were not deleted, the newest mail first; `id` narrows to one. */
export async function readConversations(store: Store, tenant: string, id?: string): Promise<ConversationRow[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<
      { stream_id: string; state: ConversationState; partner: ConversationRow['partner']; name: string | null }[]
    >`
      select v.stream_id, v.state, p.state - 'why' - 'parts' as partner, c.state->'text'->>'name' as name
      from read.conversations v
      join read.partners p on p.tenant_id = v.tenant_id and p.stream_id = 'partner-' || (v.state->>'partnerId')
      left join read.campaigns c on c.tenant_id = v.tenant_id and c.stream_id = 'campaign-' || (v.state->>'campaignId')
      where v.tenant_id = ${tenant} and p.status <> 'deleted'
        and ${id === undefined ? tx`true` : tx`v.stream_id = ${`conversation-${id}`}`}
      order by v.state->>'lastReceivedAt' desc, v.stream_id`,
  );
  return rows.map((row) => ({
    id: idOf(row.stream_id),
    state: row.state,
    partner: row.partner,
    campaignName: row.name,
  }));
}

/** How many conversations nobody has read yet. */
export async function countUnread(store: Store, tenant: string): Promise<number> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ unread: number }[]>`
      select count(*)::int as unread from read.conversations v
      join read.partners p on p.tenant_id = v.tenant_id and p.stream_id = 'partner-' || (v.state->>'partnerId')
      where v.tenant_id = ${tenant} and p.status <> 'deleted' and (v.state->>'unread')::boolean`,
  );
  return row?.unread ?? 0;
}
