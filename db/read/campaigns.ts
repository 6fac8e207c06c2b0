import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';
import { MESSAGE_FILTERS } from './metrics.ts';

/** How a campaign's messages stand, counted over their rows. */
export type CampaignCounts = {
  /** Cancelled ones, too. */
  all: number;
  /** Neither called off nor sent again by another message. */
  kept: number;
  /** Called off, or sent again by another message: what the screens call cancelled. */
  cancelled: number;
  /** All that are not cancelled. */
  messages: number;
  /** People, where a re-send makes a second message to the same one. */
  partners: number;
  partnersSent: number;
  partnersReplied: number;
  withText: number;
  /** With a text that nobody has approved yet. */
  toReview: number;
  pending: number;
  sent: number;
  replied: number;
  failed: number;
  unknown: number;
  /** Sent, and came back or turned away. */
  bounced: number;
  open: number;
  /** Of the open ones those that a plan sends; a re-send leaves at once and needs no active campaign. */
  openPlanned: number;
  nextSendAt: string | null;
  runDone: number;
  runFailed: number;
};

export type CampaignRow = { id: string; state: CampaignState; counts: CampaignCounts };

const NO_MESSAGES: CampaignCounts = {
  all: 0,
  kept: 0,
  cancelled: 0,
  messages: 0,
  partners: 0,
  partnersSent: 0,
  partnersReplied: 0,
  withText: 0,
  toReview: 0,
  pending: 0,
  sent: 0,
  replied: 0,
  failed: 0,
  unknown: 0,
  bounced: 0,
  open: 0,
  openPlanned: 0,
  nextSendAt: null,
  runDone: 0,
  runFailed: 0,
};

/** The campaigns of a tenant that were not deleted, newest first; `id` narrows to one. */
export async function readCampaigns(store: Store, tenant: string, id?: string): Promise<CampaignRow[]> {
  const { campaigns, counts } = await readAs(store.sql, tenant, async (tx) => {
    const one = id === undefined ? tx`true` : tx`c.stream_id = ${`campaign-${id}`}`;
    const rows = tx<{ stream_id: string; state: CampaignState }[]>`
      select c.stream_id, c.state from ${store.rows(tx, 'campaigns')} c
      where c.tenant_id = ${tenant} and c.status <> 'deleted' and ${one} order by c.created_at desc, c.stream_id`.execute();
    const of = (name: keyof typeof MESSAGE_FILTERS) =>
      tx`count(*) filter (where ${MESSAGE_FILTERS[name](tx, store.rows)})::int`;
    const people = (name: keyof typeof MESSAGE_FILTERS) =>
      tx`count(distinct m.partner_id) filter (where ${MESSAGE_FILTERS[name](tx, store.rows)})::int`;
    const counted = tx<({ campaign_id: string } & CampaignCounts)[]>`
      select m.campaign_id, count(*)::int as "all", ${of('kept')} as kept, ${of('cancelled')} as cancelled, ${of('messages')} as messages, ${people('messages')} as partners,
        ${people('sent')} as "partnersSent", ${people('replied')} as "partnersReplied", ${of('withText')} as "withText",
        ${of('toReview')} as "toReview", ${of('pending')} as pending, ${of('sent')} as sent, ${of('replied')} as replied,
        ${of('failed')} as failed, ${of('unknown')} as unknown, ${of('bounced')} as bounced, ${of('open')} as open,
        ${of('openPlanned')} as "openPlanned",
        min(m.state->>'scheduledAt') filter (where m.status in ('scheduled', 'deferred')) as "nextSendAt",
        ${of('runDone')} as "runDone", ${of('runFailed')} as "runFailed"
      from ${store.rows(tx, 'messages')} m
      join ${store.rows(tx, 'campaigns')} c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      where m.tenant_id = ${tenant} and ${id === undefined ? tx`true` : tx`m.campaign_id = ${id}`}
      group by m.campaign_id`;
    return { campaigns: await rows, counts: await counted };
  });
  const byCampaign = new Map(counts.map(({ campaign_id, ...rest }) => [campaign_id, rest]));
  return campaigns.map((row) => {
    const campaignId = idOf(row.stream_id);
    return { id: campaignId, state: row.state, counts: byCampaign.get(campaignId) ?? NO_MESSAGES };
  });
}

/** The campaigns of a tenant that send, with their versions: whether others share its mailbox, or by other rules. */
export const activeCampaigns = (store: Store, tenant: string): Promise<{ id: string; version: number }[]> =>
  readAs(
    store.sql,
    tenant,
    (tx) => tx<{ id: string; version: number }[]>`
      select c.stream_id as id, c.version from read.campaigns c
      where c.tenant_id = ${tenant} and c.status = 'active' order by c.stream_id`,
  ).then((rows) => [...rows]);
