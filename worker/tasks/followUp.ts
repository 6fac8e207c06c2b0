import { textHash } from '../../db/log/textHash.ts';
import { type MessageRow, peopleOfCampaign, readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { type Decisions, type Ref, ref, type Store } from '../../db/store.ts';
import {
  cancelUnfollowed,
  draftFollowUp,
  followUpStep,
  followUpsLeft,
  needsText,
  numberAfter,
} from '../../events/messages/followUp.ts';
import { cancelOutdated, changeWait, hasNewWait, outdated } from '../../events/messages/followUpEdit.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { isWaiting, type MessageState } from '../../events/messages/messageState.ts';
import { postponeEmail } from '../../events/messages/sendTime.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { type Job, type JobPayload, type Needs, scopeOf, type TailedEvent } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach, type Place, type Run } from '../defineTask.ts';
import { awaySince, followedAt } from './awaySince.ts';
import { completeCampaign } from './completeCampaign.ts';

type Deps = Needs<'store' | 'followUpDayMs'>;

/** A follow-up ends for these reasons when its campaign was edited. */
const OF_AN_EDIT = ['dropped', 'replaced'];

const ofMessage = (event: TailedEvent): Job => keyed('follow', event);
const ofCampaign = (event: Place): Job => ({
  ...keyed('follow', event),
  also: { of: 'campaign' },
});

const ofAbsence = ({ id, data }: TailedEvent<{ label: string }>): Job | false =>
  data.label === 'automatic' && { id, also: { of: 'away' } };

/**
 * Begins or updates follow-ups. The job is about a message, a campaign with changed follow-ups (`also.of` is `campaign`), or a conversation with an
 * absence (`also.of` is `away`).
 */
export const followUp = defineTask({
  name: 'follow-up',
  lane: 'decide',
  on: {
    // an edited campaign asks for its follow-ups
    EmailSent: (event) => event.data.followed !== false && ofMessage(event),
    ...onEach(['EmailFailed', 'EmailMarkedSent', 'ReplyDiscounted'], ofMessage),
    ...onEach(['DeliveryLabeled', 'DeliveryUnlabeled'], ofMessage),
    // nothing follows an email that came back
    DeliveryReported: (event) =>
      event.data.report !== 'delivered' && event.data.report !== 'deferred' && ofMessage(event),
    ...onEach(['CampaignStarted', 'CampaignResumed', 'CampaignEdited'], ofCampaign),
    // the replacement begins
    MessageCancelled: (event) => OF_AN_EDIT.includes(event.data.reason.code) && ofCampaign(campaignOf(event)),
    ...onEach(['ReplyClassified', 'ReplyLabelSet'], ofAbsence),
  },
  needs: ['store', 'followUpDayMs'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    if (job.also?.of === 'away') return postpone(store, job);
    if (job.also?.of === 'campaign') {
      await followCampaign(deps, job, run);
      return completeCampaign.handler(deps, job, run);
    }
    const { state } = await store.load(job.tenant, ref('message', job.id));
    await cancelWaiting(store, job, state);
    const changed = await follow(deps, job, job.id);
    if (!changed) await completeCampaign.handler(deps, { ...job, id: state.campaignId }, run);
  },
});

type Streams = {
  [K in 'campaign' | 'partner']: Ref<K>;
} & { [K in 'address' | 'domain']: Ref<'suppression'> } & { previous: Ref<'message'>; next: Ref<'message'> } & {
  [other: `other ${string}`]: Ref<'message'>;
};

/** Begins the follow-up of a message that was sent. Answers whether it did. */
async function follow({ store, followUpDayMs }: Deps, job: JobPayload, previousId: string): Promise<boolean> {
  const { tenant } = job;
  const { state: previous } = await store.load(tenant, ref('message', previousId));
  const { campaignId, partnerId } = previous;
  const [{ state: campaign }, { state: partner }, { state: profile }, messages] = await Promise.all([
    store.load(tenant, ref('campaign', campaignId)),
    store.load(tenant, ref('partner', partnerId)),
    store.load(tenant, ref('profile', tenant)),
    messagesOfPartner(store, tenant, partnerId),
  ]);
  const written = messages.map(({ state }) => state);
  const number = numberAfter(previous, written);
  if (number === null || followUpsLeft(campaign, campaignId, written).length === 0) return false;
  const next = `${campaignId}.${partnerId}.${followUpStep(number)}`;
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
      const hashOf = (text: MessageText) => textHash(now.partner.contact?.email ?? null, text, null);
      const how = { hashOf, profile, zone: profile.timezone ?? 'UTC', awayUntil: away, dayMs: followUpDayMs };
      return { next: draftFollowUp(states, { number, follows: previousId }, how) };
    },
  });
  return committed.length > 0;
}

/** Cancels messages that wait to follow a message that did not arrive. */
async function cancelWaiting(store: Store, job: JobPayload, { partnerId }: MessageState): Promise<void> {
  for (const { id, state } of await messagesOfPartner(store, job.tenant, partnerId)) {
    if (state.followUp?.follows !== job.id || !isWaiting(state.status)) continue;
    await store.run({
      ...scopeOf('follow-up', job),
      streams: { message: ref('message', id), previous: ref('message', job.id) },
      decide: (now) => ({ message: cancelUnfollowed(now.message, now.previous) }),
    });
  }
}

/** The follow-ups of a campaign changed, or it sends again. Ends outdated ones, changes their waits, and begins missing ones. */
async function followCampaign(deps: Deps, job: JobPayload, run: Run): Promise<void> {
  const { store } = deps;
  const { state: campaign } = await store.load(job.tenant, ref('campaign', job.id));
  for await (const partnerIds of peopleOfCampaign(store, job.tenant, job.id)) {
    const read = async () => groupByPartner(await readMessages(store, job.tenant, { campaignId: job.id, partnerIds }));
    for (const rows of (await read()).values())
      for (const row of rows) {
        const others = rows.filter((other) => other !== row);
        if (!isWaiting(row.state.status)) continue;
        if (outdated(row.state, campaign, statesOf(others)) !== null) await replace(store, job, row, others);
        else if (hasNewWait(row.state, campaign)) await waitAsSaid(deps, job, row);
      }
    for (const rows of (await read()).values())
      for (const { id, state } of rows) {
        if (state.status === 'sent' && numberAfter(state, statesOf(rows)) !== null) await follow(deps, job, id);
        if (needsText(state)) await run.addJob('write-message', { ...job, id, also: {} });
      }
  }
}

const statesOf = (rows: readonly MessageRow[]) => rows.map(({ state }) => state);

function groupByPartner(rows: readonly MessageRow[]): Map<string, MessageRow[]> {
  const groups = new Map<string, MessageRow[]>();
  for (const row of rows) groups.set(row.state.partnerId, [...(groups.get(row.state.partnerId) ?? []), row]);
  return groups;
}

type Replaced = { message: Ref<'message'>; campaign: Ref<'campaign'>; [other: `other ${string}`]: Ref<'message'> };

/** Ends a follow-up that its campaign would not send now. The next one that the person has not had takes its place. */
async function replace(
  store: Store,
  job: JobPayload,
  { id }: MessageRow,
  others: readonly MessageRow[],
): Promise<void> {
  const streams: Replaced = { message: ref('message', id), campaign: ref('campaign', job.id) };
  for (const other of others) streams[`other ${other.id}`] = ref('message', other.id);
  await store.run<Replaced>({
    ...scopeOf('follow-up', job),
    streams,
    decide: (now): Decisions<Replaced> => ({
      message: cancelOutdated(
        now.message,
        now.campaign,
        others.flatMap((other) => now[`other ${other.id}`] ?? []),
      ),
    }),
  });
}

async function waitAsSaid({ store, followUpDayMs }: Deps, job: JobPayload, { id, state }: MessageRow): Promise<void> {
  const follows = state.followUp?.follows ?? '';
  const away = await awaySince(store, job.tenant, follows, await followedAt(store, job.tenant, state));
  await store.run({
    ...scopeOf('follow-up', job),
    streams: {
      ...{ message: ref('message', id), campaign: ref('campaign', job.id) },
      ...{ previous: ref('message', follows), profile: ref('profile', job.tenant) },
    },
    decide: ({ message, campaign, previous, profile }) => {
      const how = { zone: profile.timezone ?? 'UTC', awayUntil: away, dayMs: followUpDayMs };
      return { message: changeWait(message, campaign, previous, how) };
    },
  });
}

/** The person of the job's conversation is away. Their planned messages in every campaign wait until they are back. */
async function postpone(store: Store, job: JobPayload): Promise<void> {
  const [, partnerId = ''] = job.id.split('.');
  for (const { id, state } of await messagesOfPartner(store, job.tenant, partnerId)) {
    if (!isWaiting(state.status)) continue;
    const away = await awaySince(store, job.tenant, job.id, await followedAt(store, job.tenant, state));
    if (away !== null)
      await store.decide(scopeOf('follow-up', job), ref('message', id), (now) => postponeEmail(now, away));
  }
}
