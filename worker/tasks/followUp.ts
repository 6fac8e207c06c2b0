import { messagesOfPartner } from '../../db/read/messages.ts';
import { type Ref, ref } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import { draftFollowUp, followUpAfter, followUpStep, sequenceNumber } from '../../events/messages/followUp.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { completeCampaign } from './completeCampaign.ts';
import type { Run } from './task.ts';

type Streams = {
  [K in 'campaign' | 'partner' | 'suppression']: Ref<K>;
} & { previous: Ref<'message'>; next: Ref<'message'> } & { [other: `other ${string}`]: Ref<'message'> };

/** Begins the follow-up of a message that was sent, or ends the campaign when none comes. */
export async function followUp(deps: Deps, job: JobPayload, run: Run): Promise<void> {
  const { store } = deps;
  const { tenant } = job;
  const { state: previous } = await store.load(tenant, ref('message', job.id));
  const { campaignId, partnerId } = previous;
  const [{ state: campaign }, { state: partner }, messages] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('partner', partnerId)),
    messagesOfPartner(store, tenant, partnerId),
  ]);
  if (!followUpAfter(campaign, previous)) return;
  const next = `${campaignId}.${partnerId}.${followUpStep((sequenceNumber(previous) ?? 0) + 1)}`;
  const address = partner.contact?.email ?? null;
  const others = messages
    .filter(({ id, state }) => state.campaignId === campaignId && id !== job.id && id !== next)
    .map(({ id }) => id);
  const streams: Streams = {
    campaign: ref('campaign', campaignId),
    partner: ref('partner', partnerId),
    suppression: ref('suppression', address === null ? 'none' : store.pseudonyms.address(tenant, address)),
    previous: ref('message', job.id),
    next: ref('message', next),
  };
  for (const id of others) streams[`other ${id}`] = ref('message', id);
  const { committed } = await store.run<Streams>({
    ...scopeOf('follow-up', job),
    streams,
    decide: (now) => ({
      next: draftFollowUp({ ...now, others: others.flatMap((id) => now[`other ${id}`] ?? []) }, job.id, {
        hashOf: (text) => textHash(now.partner.contact?.email ?? null, text),
      }),
    }),
  });
  if (committed.length === 0) await completeCampaign(deps, { ...job, id: campaignId }, run);
}
