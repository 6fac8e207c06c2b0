/** The users' actions, as the API's handlers do them, without HTTP. Each may fail while the database is away: the caller decides what then. */
import { setTimeout as wait } from 'node:timers/promises';
import { textHash } from '../../db/log/textHash.ts';
import { changePartner } from '../../db/partners/changePartner.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { changeCampaignStatus, deleteCampaign } from '../../events/campaigns/campaign.ts';
import { approveMessage } from '../../events/messages/messageText.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { deletePartner } from '../../events/partners/partner.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import { cause } from './cause.ts';
import type { Campaign, Intent } from './tenants.ts';

/** A call failed or was never answered because the database was away: the user tries again for a while. */
export async function insist(call: () => Promise<unknown>): Promise<void> {
  for (let left = 12; ; left -= 1) {
    try {
      await answered(call());
      return;
    } catch (error) {
      if (left === 0) throw error;
      await wait(300);
    }
  }
}

/** The driver may wait forever for a connection that died: an answer comes within 3 s or counts as lost. */
export function answered<T>(call: Promise<T>): Promise<T> {
  call.catch(() => undefined);
  const late = new AbortController();
  const lost = wait(3_000, undefined, { signal: late.signal }).then(() => {
    throw new Error('The database did not answer.');
  });
  lost.catch(() => undefined);
  return Promise.race([call, lost]).finally(() => late.abort());
}

/** Start or Resume: approves every text as it stands. */
export async function activate(store: Store, { id, tenant }: Campaign): Promise<void> {
  for (const { id: messageId, state, partner } of await readMessages(store, tenant, { campaignId: id })) {
    const hash = textHash(partner?.contact?.email ?? null, state.text, null);
    if (state.status !== 'drafted' || hash === null) continue;
    await store.run({
      tenant,
      cause,
      streams: { message: ref('message', messageId) },
      decide: ({ message }) => ({ message: approveMessage(message, hash, 'start') }),
    });
  }
  await changeStatus(store, { id, tenant }, 'active');
}

export const pause = (store: Store, campaign: Campaign) => changeStatus(store, campaign, 'paused');

async function changeStatus(
  store: Store,
  { id, tenant }: Pick<Campaign, 'id' | 'tenant'>,
  to: 'active' | 'paused',
): Promise<void> {
  const [row] = await readCampaigns(store, tenant, id);
  if (!row || !(to === 'active' ? ['draft', 'paused'] : ['active']).includes(row.state.status)) return;
  const { wantedCount: messages, missingCount: missingTexts } = row.counts;
  if (messages === 0) return;
  await store.run({
    tenant,
    cause,
    streams: { campaign: ref('campaign', id) },
    decide: ({ campaign }) => ({
      campaign:
        campaign.status === row.state.status ? changeCampaignStatus(campaign, to, { messages, missingTexts }) : [],
    }),
  });
}

export const removeCampaign = (store: Store, { id, tenant }: Campaign) =>
  store.run({
    tenant,
    cause,
    streams: { campaign: ref('campaign', id) },
    decide: ({ campaign }) => ({ campaign: campaign.status === 'deleted' ? [] : deleteCampaign(campaign) }),
  });

export const removePartner = (store: Store, { tenant, partnerId }: Intent) =>
  changePartner(store, { tenant, cause, id: partnerId }, ({ partner }) => ({
    partner: partner.status === 'deleted' ? [] : deletePartner(partner),
  }));

export const suppress = (store: Store, { tenant, to }: Intent) =>
  store.run({
    tenant,
    cause,
    streams: { suppression: ref('suppression', store.pseudonyms.address(tenant, to)) },
    decide: ({ suppression }) => ({
      suppression: suppressAddress(suppression, { reason: 'unsubscribed', source: 'link', email: null }),
    }),
  });

export const sendNow = (store: Store, { id, tenant, to }: Intent) =>
  store.run({
    tenant,
    cause,
    streams: { message: ref('message', id) },
    decide: ({ message }) => ({
      message: ['drafted', 'approved', 'scheduled'].includes(message.status)
        ? requestSendNow(message, textHash(to, message.text, null))
        : [],
    }),
  });
