import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';
import { holdsSlot } from './messageStatus.ts';
import { isOutreach, MESSAGE_FILTERS } from './metrics.ts';

/** An email that leaves or has left in a span of time. Names are null once they are erased. */
export type CalendarSend = {
  messageId: string;
  campaignId: string;
  campaignName: string | null;
  /** Its sent emails stay, but it has no screen. */
  campaignDeleted: boolean;
  partnerName: string | null;
  at: string;
  status: 'planned' | 'sent' | 'replied';
};

/** More than every mailbox of a tenant can send in a week. */
export const CALENDAR_LIMIT = 1000;

/** Emails that leave or have left between two moments (ISO 8601), of all campaigns, in order of time. */
export async function readCalendar(
  store: Store,
  tenant: string,
  span: { from: string; until: string },
): Promise<CalendarSend[]> {
  const rows = await readAs(store.sql, tenant, (tx) => {
    const planned = tx`c.status = 'active' and ${holdsSlot(tx)} and ${isOutreach(tx)} and m.state->>'scheduledAt' is not null`;
    const sent = tx`m.phase = 'sent' and ${MESSAGE_FILTERS.sent(tx, store.rows)}`;
    return tx<(Omit<CalendarSend, 'messageId'> & { stream_id: string })[]>`
      select * from (
        select m.stream_id, m.campaign_id as "campaignId",
          coalesce(c.state->'text'->>'name', case when (c.state->>'unreadable')::boolean then ${UNREADABLE_TEXT} end) as "campaignName",
          c.status = 'deleted' as "campaignDeleted",
          coalesce(p.state->'person'->>'name', case when (p.state->>'unreadable')::boolean then ${UNREADABLE_TEXT} end) as "partnerName",
          case when m.phase = 'sent' then m.state->>'sentAt' else m.state->>'scheduledAt' end as at,
          case when m.phase <> 'sent' then 'planned' when (m.state->>'replied')::boolean then 'replied' else 'sent' end as status
        from ${store.rows(tx, 'messages')} m
        join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
        left join ${store.rows(tx, 'partners')} p on p.tenant_id = m.tenant_id and p.stream_id = 'partner-' || m.partner_id
        where m.tenant_id = ${tenant} and ((${planned}) or (${sent}))
      ) sends
      where at >= ${span.from} and at < ${span.until}
      order by at, stream_id limit ${CALENDAR_LIMIT}`;
  });
  return rows.map(({ stream_id, ...send }) => ({ ...send, messageId: idOf(stream_id) }));
}
