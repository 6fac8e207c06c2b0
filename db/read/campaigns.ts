import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { CAMPAIGN_METRICS, type CountedMetric } from '../../events/history/metrics.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, type Store } from '../store.ts';
import { conditionOf, countOf, isOutreach, MESSAGE_FILTERS } from './metrics.ts';

/** A run's size is in the campaign's own state, where it costs nothing to look up. */
const { runAskedCount: _, ...METRICS } = CAMPAIGN_METRICS;

/** The messages of a campaign, counted over their projections. */
export type CampaignCounts = Record<keyof typeof METRICS, number> & {
  /** Cancelled ones, too. */
  all: number;
  open: number;
  /** The open ones that a plan sends. A re-send leaves at once and needs no active campaign. */
  openPlanned: number;
  nextSendAt: string | null;
  /** Sent messages without their follow-up yet. */
  toFollow: number;
  /** When the next follow-up that waits is due. */
  nextDueAt: string | null;
};

export type CampaignRow = { id: string; state: CampaignState; counts: CampaignCounts };

export const NO_MESSAGES = {
  ...Object.fromEntries([...Object.keys(METRICS), 'all', 'open', 'openPlanned', 'toFollow'].map((name) => [name, 0])),
  nextSendAt: null,
  nextDueAt: null,
} as CampaignCounts;

/** The campaigns of a tenant that were not deleted, newest first; `id` narrows to one. */
export async function readCampaigns(store: Store, tenant: string, id?: string): Promise<CampaignRow[]> {
  const { campaigns, counts } = await readAs(store.sql, tenant, async (tx) => {
    const one = id === undefined ? tx`true` : tx`c.stream_id = ${`campaign-${id}`}`;
    const rows = tx<{ stream_id: string; state: CampaignState }[]>`
      select c.stream_id, c.state from ${store.rows(tx, 'campaigns')} c
      where c.tenant_id = ${tenant} and c.status <> 'deleted' and ${one} order by c.created_at desc, c.stream_id`.execute();
    const count = (name: 'open' | 'openPlanned' | 'toFollow') =>
      tx`count(*) filter (where ${MESSAGE_FILTERS[name](tx, store.rows)})::int`;
    const metrics = Object.entries<CountedMetric>(METRICS).map(
      ([name, metric]) => tx`${countOf(metric, tx, conditionOf(tx, store.rows, metric))} as ${tx(name)},`,
    );
    const counted = tx<({ campaign_id: string } & CampaignCounts)[]>`
      select m.campaign_id, ${metrics} count(*)::int as "all", ${count('open')} as open, ${count('openPlanned')} as "openPlanned",
        ${count('toFollow')} as "toFollow",
        min(m.state->>'notBefore') filter (where m.status in ('drafted', 'approved')) as "nextDueAt",
        min(m.state->>'scheduledAt') filter (where m.status in ('scheduled', 'deferred') and ${isOutreach(tx)}) as "nextSendAt"
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
