/** What waits for a person, page by page (events/lists/needRows.ts). */
import type { ConversationState } from '../../events/conversations/conversation.ts';
import type { NeedRow } from '../../events/lists/needRows.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import type { NeedState } from '../../events/today/need.ts';
import { TODAY_GROUPS, type TodayGroup } from '../../events/today/needGroups.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { type Fragment, withStreams } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { bringUpToDate } from './upToDate.ts';

/** A thing with what a list shows of it. `more`: texts of its campaign that are folded into it. */
export type Need = Omit<NeedRow, 'place'> & {
  partnerId: string;
  partner: Pick<PartnerState, 'person' | 'platform' | 'picture' | 'unreadable'> | null;
  campaignName: string | null;
  /** The newest mail of the conversation, or the subject of the message; null: erased, or there is none. */
  text: string | null;
  more: number;
};
export type NeedPage = { needs: Need[]; next: string | null };

type Asked = { limit: number; after?: string | undefined; campaign?: string | undefined };

const open = (tx: Tx, now: string): Fragment => tx`(n.until is null or n.until <= ${now})`;

const inGroup = (tx: Tx, tenant: string, group: TodayGroup, now: string): Fragment =>
  group === 'later'
    ? tx`n.tenant_id = ${tenant} and n.until > ${now}`
    : tx`n.tenant_id = ${tenant} and n.kind = ${group} and ${open(tx, now)}`;

/** How many things are in each group, each up to `most`. */
export async function countNeeds(store: Store, tenant: string, most: number): Promise<Record<TodayGroup, number>> {
  await bringUpToDate(store, tenant);
  const now = store.now().toISOString();
  const counts = await readAs(store.sql, tenant, (tx) =>
    Promise.all(
      TODAY_GROUPS.map(
        (group) => tx<{ n: number }[]>`
          select count(*)::int as n from (
            select from lists.needs n where ${inGroup(tx, tenant, group, now)} limit ${most}) s`,
      ),
    ),
  );
  return Object.fromEntries(TODAY_GROUPS.map((group, at) => [group, counts[at]?.[0]?.n ?? 0])) as Record<
    TodayGroup,
    number
  >;
}

type Row = Omit<Need, 'id' | 'group' | 'campaignId' | 'partnerId'> & {
  need_id: string;
  kind: TodayGroup;
  campaign_id: string;
  partner_id: string;
  last: ConversationState['last'];
  subject: string | null;
};

/** Some rows `n` of lists.needs, which have a column `more`, with what a list shows of them. */
const shown = (tx: Tx, rows: Fragment): Fragment => tx`
  select n.*, v.state->'last' as last, m.state->'text'->>'subject' as subject,
    p.state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' as partner,
    c.state->'text'->>'name' as "campaignName"
  from ${withStreams(tx, rows, { partner: 'partner_id', message: 'need_id', conversation: 'need_id' })} n
  left join read.partners p on p.tenant_id = n.tenant_id and p.stream_id = n.partner_stream
  left join read.messages m on m.tenant_id = n.tenant_id and m.stream_id = n.message_stream
  left join read.conversations v on v.tenant_id = n.tenant_id and v.stream_id = n.conversation_stream
  left join read.campaigns c on c.tenant_id = n.tenant_id and c.stream_id = 'campaign-' || n.campaign_id`;

const needOf = ({ need_id: id, kind: group, campaign_id: campaignId, partner_id: partnerId, ...row }: Row): Need => ({
  ...{ id, group, campaignId, partnerId, reason: row.reason, at: row.at, until: row.until, more: row.more },
  ...{ partner: row.partner, campaignName: row.campaignName, text: row.last?.text ?? row.subject },
});

/** A page of a group in its order. `campaign`: only the texts of this one that nothing sets apart. */
export async function readNeeds(
  store: Store,
  tenant: string,
  group: TodayGroup,
  { limit, after, campaign }: Asked,
): Promise<NeedPage> {
  await bringUpToDate(store, tenant);
  const now = store.now().toISOString();
  const order = group === 'later' ? 'until' : 'place';
  const from = after === undefined ? null : readCursor(after, 2);
  return readAs(store.sql, tenant, async (tx) => {
    const by = tx.unsafe(`n.${order}, n.need_id`);
    const rows = await tx<(Row & { place: string })[]>`
      ${shown(
        tx,
        tx`select n.*, 0 as more from lists.needs n
          where ${inGroup(tx, tenant, group, now)}
            ${campaign === undefined ? tx`` : tx`and n.reason = 'text' and n.campaign_id = ${campaign}`}
            ${from ? tx`and (${by}) > (${from[0] ?? null}, ${from[1] ?? null})` : tx``}
          order by ${by} limit ${limit + 1}`,
      )} order by ${by}`;
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      needs: rows.slice(0, limit).map(needOf),
      next: last ? cursorOf([last[order], last.need_id]) : null,
    };
  });
}

/** Of the texts to read: those that are flagged, and of each campaign the first other one, with the rest folded into it. */
export async function readFolded(store: Store, tenant: string, limit: number, most: number): Promise<NeedPage> {
  await bringUpToDate(store, tenant);
  const now = store.now().toISOString();
  return readAs(store.sql, tenant, async (tx) => {
    const texts = tx`n.tenant_id = ${tenant} and n.kind = 'read' and n.reason = 'text'`;
    const rows = await tx<Row[]>`
      with recursive campaigns as (
        (select n.campaign_id from lists.needs n where ${texts} order by n.campaign_id limit 1)
        union all
        select (select n.campaign_id from lists.needs n where ${texts} and n.campaign_id > c.campaign_id order by n.campaign_id limit 1)
        from campaigns c where c.campaign_id is not null
      ), flagged as (
        select n.*, 0 as more from lists.needs n
        where n.tenant_id = ${tenant} and n.kind = 'read' and n.reason = 'flagged' and ${open(tx, now)} order by n.place, n.need_id limit ${limit}
      ), firsts as (
        select f.*, (
          select count(*)::int - 1 from (
            select from lists.needs n where ${texts} and n.campaign_id = c.campaign_id and ${open(tx, now)} limit ${most}) s) as more
        from campaigns c, lateral (
          select n.* from lists.needs n where ${texts} and n.campaign_id = c.campaign_id and ${open(tx, now)} order by n.place, n.need_id limit 1) f
        where c.campaign_id is not null
        limit ${limit}
      )
      ${shown(tx, tx`select * from flagged union all select * from firsts`)}
      order by n.place, n.need_id limit ${limit}`;
    return { needs: rows.map(needOf), next: null };
  });
}

/** What the user decided about some things, by id; nothing of the others. */
export async function readDecidedNeeds(
  store: Store,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NeedState>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: NeedState }[]>`
      select stream_id, state from read.needs
      where tenant_id = ${tenant} and stream_id = any (${ids.map((id) => `need-${id}`)})`,
  );
  return new Map(rows.map(({ stream_id, state }) => [idOf(stream_id), state]));
}
