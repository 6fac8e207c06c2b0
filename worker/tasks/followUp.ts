import { type MessageRow, messagesOfPartner, readMessages } from '../../db/read/messages.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { type Decisions, type Ref, ref } from '../../db/store.ts';
import { textHash } from '../../db/textHash.ts';
import {
  cancelDropped,
  cancelUnfollowed,
  draftFollowUp,
  followUpAfter,
  followUpStep,
  mayBegin,
  needsText,
  sequenceNumber,
} from '../../events/messages/followUp.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { isWaiting, type MessageState } from '../../events/messages/messageState.ts';
import { postponeEmail } from '../../events/messages/sendTime.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { awaySince, followedAt } from './awaySince.ts';
import { completeCampaign } from './completeCampaign.ts';
import type { Handler } from './task.ts';

/**
 * What follows a message (the job is about it), all messages of a campaign whose follow-ups changed (`also.of` is `campaign`), or the mail
 * of somebody who is away (`also.of` is `away`; the job is about the conversation).
 */
export const followUp: Handler = async (deps, job, run) => {
  if (job.also?.of === 'away') return postpone(deps, job);
  if (job.also?.of === 'campaign') {
    await followCampaign(deps, job, run);
    return completeCampaign(deps, job, run);
  }
  const { state } = await deps.store.load(job.tenant, ref('message', job.id));
  await cancelWaiting(deps, job, state);
  const changed = await follow(deps, job, job.id, state);
  if (!changed) await completeCampaign(deps, { ...job, id: state.campaignId }, run);
};

type Streams = {
  [K in 'campaign' | 'partner']: Ref<K>;
} & { [K in 'address' | 'domain']: Ref<'suppression'> } & { previous: Ref<'message'>; next: Ref<'message'> } & {
  [other: `other ${string}`]: Ref<'message'>;
};

/** Begins the follow-up of a message that was sent. Answers whether it did. */
async function follow(
  { store, followUpDayMs }: Deps,
  job: JobPayload,
  previousId: string,
  { campaignId, partnerId, ...previous }: MessageState,
): Promise<boolean> {
  const { tenant } = job;
  const [{ state: campaign }, { state: partner }, { state: profile }, messages] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('partner', partnerId)),
    store.load(tenant, ref('profile', tenant)),
    messagesOfPartner(store, tenant, partnerId),
  ]);
  if (!followUpAfter(campaign, previous)) return false;
  const next = `${campaignId}.${partnerId}.${followUpStep((sequenceNumber(previous) ?? 0) + 1)}`;
  const address = partner.contact?.email ?? null;
  const others = messages.map(({ id }) => id).filter((id) => id !== previousId && id !== next);
  const away = await awaySince(store, tenant, previousId, previous.sentAt);
  const streams: Streams = {
    campaign: ref('campaign', campaignId),
    partner: ref('partner', partnerId),
    ...entriesOf(store, tenant, address),
    previous: ref('message', previousId),
    next: ref('message', next),
  };
  for (const id of others) streams[`other ${id}`] = ref('message', id);
  const { committed } = await store.run<Streams>({
    ...scopeOf('follow-up', job),
    streams,
    decide: (now): Decisions<Streams> => {
      const suppression = entryThatHolds(now.address, now.domain);
      const states = { ...now, suppression, others: others.flatMap((id) => now[`other ${id}`] ?? []) };
      const hashOf = (text: MessageText) => textHash(now.partner.contact?.email ?? null, text);
      const zone = profile.timezone ?? 'UTC';
      return { next: draftFollowUp(states, previousId, { hashOf, awayUntil: away, zone, dayMs: followUpDayMs }) };
    },
  });
  return committed.length > 0;
}

/** What waits to follow a message that did not arrive after all is over. */
async function cancelWaiting({ store }: Deps, job: JobPayload, { partnerId }: MessageState): Promise<void> {
  for (const { id, state } of await messagesOfPartner(store, job.tenant, partnerId)) {
    if (state.followUp?.follows !== job.id || !isWaiting(state.status)) continue;
    await store.run({
      ...scopeOf('follow-up', job),
      streams: { message: ref('message', id), previous: ref('message', job.id) },
      decide: (now) => ({ message: cancelUnfollowed(now.message, now.previous) }),
    });
  }
}

/** The follow-ups of a campaign changed, or it sends again: begins those that are missing, and ends those that it no longer has. */
const followCampaign: Handler = async (deps, job, run) => {
  const { store } = deps;
  const campaign = ref('campaign', job.id);
  const messages = await readMessages(store, job.tenant, { campaignId: job.id });
  const begun = messages.filter(({ state }) => !mayBegin(state));
  const steps = new Set(begun.map(({ state }) => `${state.partnerId} ${state.step}`));
  const hasNext = ({ state }: MessageRow) =>
    steps.has(`${state.partnerId} ${followUpStep((sequenceNumber(state) ?? 0) + 1)}`);
  for (const row of messages) {
    const { id, state } = row;
    if (state.status === 'sent' && !hasNext(row)) await follow(deps, job, id, state);
    if (needsText(state)) await run.addJob('write-message', { ...job, id, also: {} });
    if (!state.followUp || !isWaiting(state.status)) continue;
    await store.run({
      ...scopeOf('follow-up', job),
      streams: { message: ref('message', id), campaign },
      decide: (now) => ({ message: cancelDropped(now.message, now.campaign) }),
    });
  }
};

/**
 * Somebody is away, as they said in the job's conversation: what is planned for them, in every campaign, waits until they are back.
 */
async function postpone({ store }: Deps, job: JobPayload): Promise<void> {
  const [, partnerId = ''] = job.id.split('.');
  for (const { id, state } of await messagesOfPartner(store, job.tenant, partnerId)) {
    if (!isWaiting(state.status)) continue;
    const away = await awaySince(store, job.tenant, job.id, await followedAt(store, job.tenant, state));
    if (away !== null)
      await store.decide(scopeOf('follow-up', job), ref('message', id), (now) => postponeEmail(now, away));
  }
}
