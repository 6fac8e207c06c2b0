import type { CampaignState } from '../../events/campaign.ts';
import { CAME_BACK } from '../../events/delivery.ts';
import { RESEND } from '../../events/resend.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';

/** How a campaign's messages stand, counted over their rows. */
export type CampaignCounts = {
  /** Cancelled ones, too. */
  all: number;
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
    const one = id === undefined ? tx`true` : tx`stream_id = ${`campaign-${id}`}`;
    const rows = tx<{ stream_id: string; state: CampaignState }[]>`
      select stream_id, state from read.campaigns
      where tenant_id = ${tenant} and status <> 'deleted' and ${one} order by created_at desc, stream_id`.execute();
    const counted = tx<({ campaign_id: string } & CampaignCounts)[]>`
      select m.campaign_id,
        count(*)::int as "all",
        count(*) filter (where m.status <> 'cancelled')::int as messages,
        count(distinct m.partner_id) filter (where m.status <> 'cancelled')::int as partners,
        count(distinct m.partner_id) filter (where m.status = 'sent')::int as "partnersSent",
        count(distinct m.partner_id) filter (where m.status = 'sent' and (m.state->>'replied')::boolean)::int as "partnersReplied",
        count(*) filter (where m.status <> 'cancelled' and (m.state->>'hasText')::boolean)::int as "withText",
        count(*) filter (where m.status = 'drafted' and (m.state->>'hasText')::boolean)::int as "toReview",
        count(*) filter (where m.status in ('drafted', 'approved', 'scheduled', 'claimed', 'deferred', 'dispatching'))::int as pending,
        count(*) filter (where m.status = 'sent')::int as sent,
        count(*) filter (where m.status = 'sent' and (m.state->>'replied')::boolean)::int as replied,
        count(*) filter (where m.status = 'failed')::int as failed,
        count(*) filter (where m.status = 'unknown')::int as unknown,
        count(*) filter (where m.status = 'sent' and m.state->'delivery'->>'report' = any (${[...CAME_BACK]}))::int as bounced,
        count(*) filter (where m.status not in ('sent', 'failed', 'cancelled', 'abandoned'))::int as open,
        count(*) filter (where m.status not in ('sent', 'failed', 'cancelled', 'abandoned') and not starts_with(m.step, ${RESEND}))::int
          as "openPlanned",
        min(m.state->>'scheduledAt') filter (where m.status in ('scheduled', 'deferred')) as "nextSendAt",
        count(*) filter (where m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId')::int as "runDone",
        count(*) filter (where m.state->'lastRun'->>'runId' = c.state->'generation'->>'runId'
          and m.state->'lastRun'->>'outcome' = 'failed')::int as "runFailed"
      from read.messages m
      join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
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
