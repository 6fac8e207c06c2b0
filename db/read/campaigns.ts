import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { CAMPAIGN_METRICS } from '../../events/history/metrics.ts';
import { isToFollow } from '../../events/lists/messageSets.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { type Counters, readCounters } from '../lists/counters.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import { isUnplanned } from './messageStatus.ts';
import { peopleOfCampaign } from './messages.ts';
import { isPlanned } from './plannedSends.ts';

/** A run's size is in the campaign's own state, where it costs nothing to look up. */
const { runAskedCount: _asked, runDoneCount: _done, runFailedCount: _failed, ...METRICS } = CAMPAIGN_METRICS;
const COUNTED = [
  ...(Object.keys(METRICS) as (keyof typeof METRICS)[]),
  'all',
  'open',
  'openPlanned',
  'toFollow',
  'toRead',
  'flagged',
  'unchecked',
] as const;

/** The messages of a campaign in numbers (events/lists/counters.ts). `all`: cancelled ones, too. `toFollow`: sent ones without their follow-up yet. */
export type CampaignCounts = Record<(typeof COUNTED)[number] | 'runDoneCount' | 'runFailedCount', number> & {
  nextSendAt: string | null;
  /** When the next follow-up that waits is due. */
  nextDueAt: string | null;
};

export type CampaignRow = { id: string; state: CampaignState; counts: CampaignCounts };

function countsOf(
  id: string,
  { generation }: CampaignState,
  counters: Counters,
): Omit<CampaignCounts, 'nextSendAt' | 'nextDueAt'> {
  const run = (outcome: string) => (generation ? counters.of(`run.${generation.runId}.${outcome}`, id) : 0);
  const counted = Object.fromEntries(COUNTED.map((name) => [name, counters.of(name, id)]));
  return {
    ...counted,
    runDoneCount: run('generated') + run('failed'),
    runFailedCount: run('failed'),
  } as CampaignCounts;
}

/** When the next follow-up of a campaign `c` is due, and when its next email leaves. */
const nextOf = (tx: Tx): [Fragment, Fragment] => {
  const messages = tx`lists.messages l where l.tenant_id = c.tenant_id and l.campaign_id = substr(c.stream_id, length('campaign-') + 1)`;
  return [
    tx`select min(l.not_before) from ${messages} and l.not_before is not null`,
    tx`select min(l.at) from ${messages} and ${isPlanned(tx)} and l.status <> 'claimed'`,
  ];
};

/** The campaigns of a tenant that were not deleted, newest first; `id` narrows to one. Of the past only the counts are known that screens show (isInPast). */
export async function readCampaigns(store: Store, tenant: string, id?: string): Promise<CampaignRow[]> {
  await bringUpToDate(store, tenant);
  const rows = await readAs(store.sql, tenant, (tx) => {
    const one = id === undefined ? tx`true` : tx`c.stream_id = ${`campaign-${id}`}`;
    const [due, send] = store.standsAt === null ? nextOf(tx) : [tx`null`, tx`null`];
    return tx<{ stream_id: string; state: CampaignState; nextDueAt: string | null; nextSendAt: string | null }[]>`
      select c.stream_id, c.state, (${due}) as "nextDueAt", (${send}) as "nextSendAt"
      from ${store.rows(tx, 'campaigns')} c
      where c.tenant_id = ${tenant} and c.status <> 'deleted' and ${one} order by c.created_at desc, c.stream_id`;
  });
  const ids = rows.map(({ stream_id }) => idOf(stream_id));
  const counters = await readCounters(store, tenant, { campaigns: ids });
  return rows.map(({ stream_id, state, ...next }) => {
    const campaignId = idOf(stream_id);
    return { id: campaignId, state, counts: { ...countsOf(campaignId, state, counters), ...next } };
  });
}

/**
 * What keeps an active campaign from its end, by an index and not by counting. `leaving`: nothing but emails that are being handed over. `no_messages`:
 * it has none at all.
 */
export async function remainingOf(
  store: Store,
  tenant: string,
  id: string,
): Promise<'nothing' | 'leaving' | 'open' | 'no_messages'> {
  const { open, row } = await readAs(store.sql, tenant, async (tx) => {
    const [open] = await tx<{ is_leaving: boolean }[]>`
      select m.status = 'dispatching' as is_leaving from read.messages m
      where m.campaign_id = ${id} and m.tenant_id = ${tenant} and m.phase in ('waiting', 'leaving', 'unknown')
      order by m.status = 'dispatching' limit 1`;
    const [row] = open
      ? []
      : await tx<{ some: boolean; campaign: Pick<CampaignState, 'followUps'> }[]>`
      select exists (select from read.messages m where m.campaign_id = ${id} and m.tenant_id = ${tenant}) as some,
        jsonb_build_object('followUps', c.state->'followUps') as campaign
      from read.campaigns c where c.tenant_id = ${tenant} and c.stream_id = ${`campaign-${id}`}`;
    return { open, row };
  });
  if (open) return open.is_leaving ? 'leaving' : 'open';
  if (row && row.campaign.followUps.length > 0)
    for await (const people of peopleOfCampaign(store, tenant, id)) {
      const written = await readAs(
        store.sql,
        tenant,
        (tx) => tx<{ states: MessageState[] }[]>`
          select jsonb_agg(m.state) as states from read.messages m
          where m.campaign_id = ${id} and m.tenant_id = ${tenant} and m.partner_id = any (${people}) group by m.partner_id`,
      );
      if (written.some(({ states }) => states.some((state) => isToFollow(state, states, row.campaign)))) return 'open';
    }
  return row?.some ? 'nothing' : 'no_messages';
}

/** What a campaign still sends automatically; `first`: first emails, too. */
export async function plannedOf(store: Store, tenant: string, id: string): Promise<'nothing' | 'first' | 'follow-ups'> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ first: boolean }[]>`
      select m.state->'followUp' = 'null' as first from read.messages m
      where m.campaign_id = ${id} and m.tenant_id = ${tenant} and m.phase in ('waiting', 'leaving', 'unknown')
        and not ${isUnplanned(tx)}
      order by first desc limit 1`,
  );
  if (!row) return 'nothing';
  return row.first ? 'first' : 'follow-ups';
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
