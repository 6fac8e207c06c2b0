import type { MediaKit } from '../../events/accounts/mediaKit.ts';
import { kitOf, WITH_KIT } from '../../events/messages/mediaKit.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, ref, type Store } from '../store.ts';

/** The file that leaves with each message of a campaign. */
export async function readKits(
  store: Store,
  tenant: string,
  campaignId: string,
): Promise<(message: Pick<MessageState, 'step' | 'followUp'>) => MediaKit | null> {
  const [campaign, profile] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('profile', tenant)),
  ]);
  return (message) => kitOf(campaign.state, profile.state, message);
}

const PAGE = 50;

/** Campaigns that have the media kit on, by pages. */
export async function campaignsWithKit(store: Store, tenant: string, after: string): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.campaigns
      where tenant_id = ${tenant} and stream_id > ${`campaign-${after}`} and (state->>'mediaKit')::boolean
      order by stream_id limit ${PAGE}`,
  );
  return rows.map(({ stream_id }) => idOf(stream_id));
}

/** Waiting first emails of a campaign that were approved with another file than `hash` (empty: with one at all), by pages. */
export async function approvedWithOther(
  store: Store,
  tenant: string,
  campaignId: string,
  hash: string,
  after: string,
): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.messages
      where tenant_id = ${tenant} and campaign_id = ${campaignId} and phase = 'waiting' and stream_id > ${`message-${after}`}
        and split_part(state->>'approvedHash', ${WITH_KIT}, 2) <> ${hash}
      order by stream_id limit ${PAGE}`,
  );
  return rows.map(({ stream_id }) => idOf(stream_id));
}
