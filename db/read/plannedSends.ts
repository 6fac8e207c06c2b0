/** Emails of campaigns that have a time, among the rows `l` of lists.messages, with their campaigns `c` and partners `p`. */
import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';

/** Names are null once they are erased. */
const nameIn = (tx: Tx, state: Fragment, name: Fragment): Fragment =>
  tx`coalesce(${name}, case when (${state}->>'unreadable')::boolean then ${UNREADABLE_TEXT} end)`;
export const campaignName = (tx: Tx): Fragment => nameIn(tx, tx`c.state`, tx`c.state->'text'->>'name'`);
export const partnerName = (tx: Tx): Fragment => nameIn(tx, tx`p.state`, tx`p.state->'person'->>'name'`);

/** HOLDS_SLOT of events/messages/messageState.ts, without answers. The index messages_planned (db/lists.sql) has the same words. */
export const isPlanned = (tx: Tx): Fragment =>
  tx`(l.status in ('scheduled', 'deferred', 'claimed') and l.sets @> '{pending}' and l.at is not null)`;

/** An email that is about to leave. Names are null once they are erased. */
export type NextSend = {
  messageId: string;
  campaignId: string;
  campaignName: string | null;
  partnerName: string | null;
  at: string;
};

const NEXT_SENDS = 4;

/** The emails of a tenant that leave next. */
export async function readNextSends(store: Store, tenant: string): Promise<NextSend[]> {
  await bringUpToDate(store, tenant);
  const next = await readAs(
    store.sql,
    tenant,
    (tx) => tx<NextSend[]>`
      select l.message_id as "messageId", l.campaign_id as "campaignId", ${campaignName(tx)} as "campaignName",
        ${partnerName(tx)} as "partnerName", l.at
      from read.campaigns c
      cross join lateral (
        select l.* from lists.messages l
        where l.tenant_id = c.tenant_id and l.campaign_id = substr(c.stream_id, length('campaign-') + 1) and ${isPlanned(tx)}
        order by l.at, l.message_id limit ${NEXT_SENDS}) l
      left join read.partners p on p.tenant_id = l.tenant_id and p.stream_id = 'partner-' || l.partner_id
      where c.tenant_id = ${tenant} and c.status = 'active'
      order by l.at, l.message_id limit ${NEXT_SENDS}`,
  );
  return [...next];
}
