/** The same act on a page of messages. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { continueCampaign, mustExist, mustTakeMoved } from '../../events/campaigns/campaign.ts';
import type { StateOf } from '../../events/catalog.ts';
import type { BatchAct } from '../../events/messages/batch.ts';
import { kitOf } from '../../events/messages/mediaKit.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { requestResend, resendableText } from '../../events/messages/resend.ts';
import {
  approveByUser,
  cancelByUser,
  holdEmail,
  moveOut,
  mustBeFailed,
  postponeByUser,
  releaseHold,
  rescheduleEmail,
  restoreByUser,
  takeBackApproval,
  takeOut,
} from '../../events/messages/steer.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { closedDays, emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { chosenDay } from '../../events/sending/chosenTime.ts';
import { isCurrent, planInput, schedulingRules } from '../../events/sending/mailboxSchedule.ts';
import { quotaUsed } from '../../events/sending/quota.ts';
import { mailboxesFor } from '../../events/sending/rotation.ts';
import { Refused } from '../../events/shared/refused.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { daysLater, instantOf, localDay, minutesOf } from '../../events/shared/zoned.ts';
import { textHash } from '../log/textHash.ts';
import { readCampaignDistance, readEmailsTo } from '../read/campaignDistance.ts';
import { type Installation, showMailboxSchedules } from '../read/mailboxSchedule.ts';
import { readKits } from '../read/mediaKits.ts';
import { type MessageRow, readMessages, zonesOfRecipients } from '../read/messages.ts';
import { nextResend } from '../read/nextResend.ts';
import { sendNowFrom } from '../read/sendNow.ts';
import { readTextCheck } from '../read/textCheck.ts';
import { type CommandScope, ref, type Store } from '../store.ts';
import { type Change, commitPage, type DonePage, type PageOfBatch } from './page.ts';
import { joining } from './partnerPages.ts';

type Message = StateOf<'message'>;

/** Steers some emails. Those that cannot be steered are left out with the reason. */
export async function steerPage(
  installation: Sending,
  scope: CommandScope,
  ids: readonly string[],
  steering: Steering,
  of: PageOfBatch | null = null,
): Promise<DonePage> {
  const changes = await CHANGES[steering.act](installation, scope.tenant, [...new Set(ids)], steering);
  return commitPage(installation.store, scope, changes, of);
}

/** The installation, and what the sandbox has in place of sending hours. */
type Sending = Installation & { sendGap?: object | undefined };
/** `at`: a chosen local time, for `reschedule`. `seen`: the texts that the person saw, for `approve`. */
type Steering = Pick<Extract<BatchAct, { kind: 'steer' }>, 'act' | 'later' | 'to'> & {
  at?: string | undefined;
  seen?: Readonly<Record<string, MessageText>> | undefined;
};

type ChangesOf = (
  sending: Sending,
  tenant: string,
  ids: readonly string[],
  steering: Steering,
) => Promise<Change[]> | Change[];

const alone =
  (decide: (state: Message) => ReturnType<typeof cancelByUser>): ChangesOf =>
  (_installation, _tenant, ids) =>
    ids.map((id) => ({
      ...{ id, streams: { message: ref('message', id) } },
      decide: ({ message }) => ({ message: decide(message as Message) }),
    }));

const CHANGES: Record<Steer, ChangesOf> = {
  approve,
  withdraw: alone(takeBackApproval),
  retry,
  reschedule,
  postpone,
  hold: alone(holdEmail),
  release: alone(releaseHold),
  cancel: alone(cancelByUser),
  take_out: takePeopleOut,
  move: movePeople,
  restore: ({ store }, tenant, ids) => ids.map((id) => restore(store, tenant, id)),
};

/** `also`: what else was written to these people. */
async function rowsOf(store: Store, tenant: string, ids: readonly string[]) {
  const rows = await readMessages(store, tenant, { ids });
  const people = [...new Set(rows.map(({ state }) => state.partnerId))];
  return { rows: new Map(rows.map((row) => [row.id, row])), also: await readMessages(store, tenant, { people }) };
}

const missing = (id: string): Change => ({
  ...{ id, streams: {} },
  decide: () => {
    throw new Refused({ code: 'no_message' });
  },
});

/** A text is approved as the person saw it, or else as it was read here and checked. */
async function approve(
  { store }: Installation,
  tenant: string,
  ids: readonly string[],
  { seen = {} }: Steering,
): Promise<Change[]> {
  const { rows, also } = await rowsOf(store, tenant, ids);
  const checks = new Map<string, Awaited<ReturnType<typeof readTextCheck>>>();
  const kits = new Map<string, Awaited<ReturnType<typeof readKits>>>();
  const changes: Change[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) {
      changes.push(missing(id));
      continue;
    }
    const { campaignId } = row.state;
    const check = checks.get(campaignId) ?? (await readTextCheck(store, tenant, campaignId));
    checks.set(campaignId, check);
    const kitFor = kits.get(campaignId) ?? (await readKits(store, tenant, campaignId));
    kits.set(campaignId, kitFor);
    const kit = kitFor(row.state);
    // other work goes on between two checks
    await nextTick();
    const flaws = check(
      row,
      also.filter((one) => one.state.campaignId === campaignId),
    );
    const email = row.partner?.contact?.email ?? null;
    const read = textHash(email, seen[id] ?? row.state.text, kit);
    changes.push({
      ...{ id, streams: { message: ref('message', id) } },
      decide: (states) => {
        const message = states.message as Message;
        if (textHash(email, message.text, kit) !== read) throw new Refused({ code: 'text_changed', changed: true });
        return { message: approveByUser(message, read, flaws) };
      },
    });
  }
  return changes;
}

/** Counts the emails of all mailboxes. */
const ALL = '';

/** Sends failed emails again at once, as many as the limits of today leave room for. */
async function retry(installation: Installation, tenant: string, ids: readonly string[]): Promise<Change[]> {
  const { store } = installation;
  const { rows } = await rowsOf(store, tenant, ids);
  const taken = new Map<string, number>();
  const take = (of: string, count = 1) => taken.set(of, (taken.get(of) ?? 0) + count);
  for (const { kind, campaignId, mailbox, count } of (await showMailboxSchedules(installation, tenant))[0]?.leaving ??
    []) {
    if (kind !== 'now') continue;
    take(campaignId, count);
    take(ALL, count);
    if (mailbox !== null) take(mailbox, count);
  }
  const changes: Change[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    changes.push(row ? await again(row) : missing(id));
  }
  return changes;

  async function again({ id: before, state, partner }: MessageRow): Promise<Change> {
    const next = await nextResend(store, tenant, state);
    const { account, blocked, quotas } = await sendNowFrom(installation, tenant, next.id);
    const kit = (await readKits(store, tenant, state.campaignId))(state);
    const { campaignDay, campaignLimit, mailboxDay, mailboxLimit, workspace } = quotas;
    const isFull =
      quotaUsed(campaignDay) + (taken.get(state.campaignId) ?? 0) >= (campaignLimit ?? Number.POSITIVE_INFINITY) ||
      quotaUsed(mailboxDay) + (taken.get(account) ?? 0) >= mailboxLimit ||
      workspace.used + (taken.get(ALL) ?? 0) >= workspace.limit;
    take(state.campaignId);
    take(account);
    take(ALL);
    return {
      id: before,
      streams: { message: ref('message', next.id), earlier: ref('message', before) },
      decide: (states) => {
        const now = { message: states.message as Message, earlier: states.earlier as Message };
        mustBeFailed(now.earlier);
        if (blocked) throw new Refused({ code: 'retry_blocked' });
        if (isFull) throw new Refused({ code: 'retry_full' });
        const hash = textHash(partner?.contact?.email ?? null, resendableText(state), kit);
        return { message: requestResend(now, { id: before, state }, next.step, hash) };
      },
    };
  }
}

/** One commit a person, so that a follow-up cannot slip through. */
async function takePeopleOut({ store }: Installation, tenant: string, ids: readonly string[]): Promise<Change[]> {
  const { rows, also } = await rowsOf(store, tenant, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) return missing(id);
    return { id, streams: streamsOfPerson(row, also), decide: (states) => takeOut(states as Record<string, Message>) };
  });
}

/** All messages of a campaign to the recipient of one of them. */
const streamsOfPerson = ({ state: { campaignId, partnerId } }: MessageRow, also: readonly MessageRow[]) =>
  Object.fromEntries(
    also
      .filter(({ state }) => state.campaignId === campaignId && state.partnerId === partnerId)
      .map(({ id }) => [id, ref('message', id)]),
  );

/** Leaving and joining are one commit a person, so that no one is in both campaigns, or in neither. */
async function movePeople(
  { store }: Installation,
  tenant: string,
  ids: readonly string[],
  { to = '' }: Steering,
): Promise<Change[]> {
  const { rows, also } = await rowsOf(store, tenant, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) return missing(id);
    const left = streamsOfPerson(row, also);
    const email = row.partner?.contact?.email ?? null;
    const join = joining(store, tenant, { campaignId: to, partnerId: row.state.partnerId, email });
    return {
      ...{ id, streams: { ...left, ...join.streams } },
      decide: (states) => {
        mustTakeMoved(states.campaign as StateOf<'campaign'>);
        const messages = Object.fromEntries(Object.keys(left).map((one) => [one, states[one] as Message]));
        return { ...moveOut(messages), ...join.decide(states) };
      },
    };
  });
}

/** One email gets the time that the user chose, from a mailbox that has room for it. */
async function reschedule(
  sending: Sending,
  tenant: string,
  [id = '']: readonly string[],
  { at: local = '' }: Steering,
): Promise<Change[]> {
  const { store } = sending;
  const [row] = await readMessages(store, tenant, { ids: [id] });
  if (!row) return [missing(id)];
  const { state, partner } = row;
  const [{ state: campaign }, distance, schedules, zones] = await Promise.all([
    store.load(tenant, ref('campaign', state.campaignId)),
    readCampaignDistance(store, tenant),
    showMailboxSchedules(sending, tenant),
    zonesOfRecipients(store, tenant, [id]),
  ]);
  const person = { partnerId: state.partnerId, email: partner?.contact?.email };
  const emails = distance.days > 0 ? await readEmailsTo(store, tenant, distance.days, [person]) : [];
  const now = store.now().getTime();
  const [day = '', time = ''] = local.split('T');
  const at = instantOf(day, minutesOf(time), distance.zone);
  const thread = state.followUp ? state.mailbox : null;
  const able = mailboxesFor({ thread, mailbox: state.mailbox }, campaign.mailbox, schedules, now);
  const found = schedules
    .filter((schedule) => able.includes(schedule.id))
    .map((schedule) => {
      const place = chosenDay(at, planInput(schedule, state.campaignId, campaign, { replan: false }), {
        ...(campaign.recipientHours && { zones: zones.get(id) ?? [] }),
        closed: closedDays(emailsOfOthers(emails)(person, state.campaignId), distance),
        slot: state.scheduledAt === null || state.mailbox !== schedule.id ? null : slotOf(state),
        anyHour: sending.sendGap !== undefined,
      });
      return { schedule, place };
    });
  const [best] = [...found.filter(({ place }) => typeof place !== 'string'), ...found];
  const streams = {
    message: ref('message', id),
    campaign: ref('campaign', state.campaignId),
    ...(best && { profile: ref('profile', tenant), mailbox: ref('mailbox', best.schedule.id) }),
  };
  const decide = (states: Readonly<Record<string, unknown>>) => {
    const message = states.message as Message;
    // names the message's own errors before those of the time
    rescheduleEmail(message, null);
    if (!best) throw new Refused({ code: 'reschedule_no_mailbox' });
    const { schedule, place } = best;
    if (typeof place === 'string') throw new Refused({ code: place });
    const current = states.campaign as StateOf<'campaign'>;
    const profile = states.profile as StateOf<'profile'>;
    const mailbox = states.mailbox as StateOf<'mailbox'>;
    const rules = schedulingRules(current, schedule);
    const isSame = sameJson(rules, schedulingRules(campaign, schedule)) && isCurrent(schedule, { profile, mailbox });
    if (current.status !== 'active' || !isSame) throw new Refused({ code: 'reschedule_changed' });
    const entry = {
      at: new Date(at).toISOString(),
      mailbox: schedule.id,
      seed: null,
      day: place.day,
      gapSeconds: null,
    };
    return { message: rescheduleEmail(message, { ...entry, ...rules }) };
  };
  return [{ id, streams, decide }];
}

const slotOf = ({ scheduledAt, scheduledDay }: Message) =>
  scheduledAt === null || scheduledDay === null ? null : { at: Date.parse(scheduledAt), day: scheduledDay };

/** By days from when each email would leave, or all to the start of a day. */
async function postpone(
  { store }: Installation,
  tenant: string,
  ids: readonly string[],
  { later = {} }: Steering,
): Promise<Change[]> {
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const zone = profile.timezone ?? 'UTC';
  const today = localDay(store.now().getTime(), zone);
  return ids.map((id) => ({
    ...{ id, streams: { message: ref('message', id) } },
    decide: (states) => {
      const message = states.message as Message;
      const { scheduledDay, notBefore } = message;
      const held = notBefore === null ? today : localDay(Date.parse(notBefore), zone);
      const day = later.from ?? daysLater(scheduledDay ?? (held > today ? held : today), later.days ?? 0);
      if (day <= today) throw new Refused({ code: 'postpone_past' });
      return { message: postponeByUser(message, new Date(instantOf(day, 0, zone)).toISOString()) };
    },
  }));
}

function restore(store: Store, tenant: string, id: string): Change {
  const [campaignId = '', partnerId = ''] = id.split('.');
  return {
    id,
    streams: {
      message: ref('message', id),
      campaign: ref('campaign', campaignId),
      partner: ref('partner', partnerId),
      profile: ref('profile', tenant),
    },
    decide: (states) => {
      const message = states.message as Message;
      const campaign = states.campaign as StateOf<'campaign'>;
      const partner = states.partner as StateOf<'partner'>;
      mustExist(campaign);
      const sends = campaign.status === 'active' || campaign.status === 'completed';
      const kit = kitOf(campaign, states.profile as StateOf<'profile'>, message);
      const hash = textHash(partner.contact?.email ?? null, message.text, kit);
      const now = store.now().toISOString();
      const restored = restoreByUser(message, partner, { textHash: hash, now, sends });
      return { message: restored, campaign: restored.length > 0 ? continueCampaign(campaign) : [] };
    },
  };
}
