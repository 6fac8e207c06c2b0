import { readAs } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import { withStreams } from '../rows.ts';
import type { Store } from '../store.ts';
import { campaignName, isPlanned, partnerName } from './plannedSends.ts';

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
  await bringUpToDate(store, tenant);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<CalendarSend[]>`
      select l.message_id as "messageId", l.campaign_id as "campaignId", ${campaignName(tx)} as "campaignName",
        c.status = 'deleted' as "campaignDeleted", ${partnerName(tx)} as "partnerName", l.at,
        case when l.status <> 'sent' then 'planned' when l.sets @> '{replied}' then 'replied' else 'sent' end as status
      from ${withStreams(
        tx,
        tx`select l.* from lists.messages l
          where l.tenant_id = ${tenant} and l.at >= ${span.from} and l.at < ${span.until} and (l.sets @> '{sent}' or ${isPlanned(tx)})
          order by l.at, l.message_id`,
        { partner: 'partner_id' },
      )} l
      join read.campaigns c on c.tenant_id = l.tenant_id and c.stream_id = 'campaign-' || l.campaign_id
      left join read.partners p on p.tenant_id = l.tenant_id and p.stream_id = l.partner_stream
      where l.sets @> '{sent}' or c.status = 'active'
      order by l.at, l.message_id limit ${CALENDAR_LIMIT}`,
  );
  return [...rows];
}
