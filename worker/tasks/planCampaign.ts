import { randomInt } from 'node:crypto';
import type { Tx } from '../../db/connection/connect.ts';
import { planLock } from '../../db/log/locks.ts';
import { readCampaignDistance, readEmailsTo } from '../../db/read/campaignDistance.ts';
import { activeCampaigns } from '../../db/read/campaigns.ts';
import { readMailboxSchedules, readPlannedMails } from '../../db/read/mailboxSchedule.ts';
import { messagesToPlan, peopleOfCampaign, readMessages, zonesOfRecipients } from '../../db/read/messages.ts';
import { heldPeople } from '../../db/read/suppressions.ts';
import { type Decisions, type Ref, ref, type Store } from '../../db/store.ts';
import { scheduleEmail, unscheduleEmail } from '../../events/messages/sendTime.ts';
import { closedDays, emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { chosenDay } from '../../events/sending/chosenTime.ts';
import {
  isCurrent,
  isHere,
  type MailboxSchedule,
  planInput,
  schedulingRules,
} from '../../events/sending/mailboxSchedule.ts';
import { followUpsWait } from '../../events/sending/reading.ts';
import type { PlannedMail } from '../../events/sending/replan.ts';
import { type LaneSend, mailboxesFor, planRotation } from '../../events/sending/rotation.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach } from '../defineTask.ts';
import { postponeAbsent } from './awaySince.ts';
import { cancelMessages } from './cancelMessages.ts';
import { oneForEachAddress } from './oneForEachAddress.ts';
import { readsMail } from './readMailboxes.ts';

/** One transaction stores this many times. It must stay short, because an open one holds every tail of the log back. */
const BATCH = 10;
/** At least this many batches are stored before another plan of the tenant gets its turn. Each turn reads all planned mail of the mailbox. */
const BATCHES_A_TURN = 100;
/** A plan is drawn again at most this often because its inputs have changed. */
const REDRAWS = 50;

/**
 * Draws the send times of a campaign's approved messages, once each. A campaign that does not send (paused, completed) gives the times
 * of its waiting messages back. One that was deleted cancels what waits.
 */
export const planCampaign = defineTask({
  name: 'plan-campaign',
  lane: 'decide',
  on: {
    CampaignPaused: (event) => keyed('plan', event),
    ...onEach(
      ['MessageApproved', 'EmailUnscheduled', 'EmailHoldEnded', 'MessageRestored', 'FollowUpWaitChanged'],
      (event) => keyed('plan', campaignOf(event)),
    ),
  },
  needs: ['store', 'sandbox', 'publicUrl', 'sendGap', 'mailSources'],
  handler: async (deps, job, run) => {
    const { state: campaign } = await deps.store.load(job.tenant, ref('campaign', job.id));
    if (campaign.status === 'none') return;
    // a mail that was on its way when the campaign was deleted turned out unsent
    if (campaign.status === 'deleted') return cancelMessages.handler(deps, { ...job, also: { of: 'campaign' } }, run);
    if (campaign.status !== 'active') return unscheduleAll(deps.store, job);
    let mayTakeBack = true;
    for (let redraws = 0; redraws < REDRAWS; ) {
      const planned = await deps.store.sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${String(planLock(job.tenant))}::bigint)`;
        return planAll(deps, job, tx, mayTakeBack);
      });
      if (planned === 'done') return;
      // once: another campaign may get the place, and it would go on and on
      if (planned === 'taken_back') mayTakeBack = false;
      if (planned === 'changed') redraws += 1;
    }
    throw new Error('What the plan depends on did not stop changing.');
  },
});

async function unscheduleAll(store: Store, job: JobPayload): Promise<void> {
  for await (const partnerIds of peopleOfCampaign(store, job.tenant, job.id))
    for (const { id, state } of await readMessages(store, job.tenant, { campaignId: job.id, partnerIds })) {
      if (state.status !== 'scheduled') continue;
      await store.run({
        ...scopeOf('plan-campaign', job),
        streams: { message: ref('message', id), campaign: ref('campaign', job.id) },
        decide: (now) => ({
          message: now.campaign.status === 'active' ? [] : unscheduleEmail(now.message, { code: 'campaign_paused' }),
        }),
      });
    }
}

/** Guards a batch: the campaign, so that an answered pause is final, and the inputs of the times. */
type Batch = { campaign: Ref<'campaign'>; profile: Ref<'profile'> } & {
  [mailbox: `mailbox ${string}`]: Ref<'mailbox'>;
} & { [message: `message ${string}`]: Ref<'message'> };

/**
 * Draws the times of all messages that wait, from one reading, and stores them in batches. One plan of a tenant is drawn at a time, under the lock
 * that `tx` holds. So each sees the times of all campaigns and keeps its gap. Each batch is a transaction of its own. `tx` writes nothing: its events
 * would precede others' earlier writes in the tail. 'changed': the rest must be drawn again. 'yielded': another plan waited for the lock.
 * 'taken_back': first messages gave their times to follow-ups. 'chosen': one got the time that the user chose, and the rest is drawn next.
 */
async function planAll(
  deps: Needs<'store' | 'sandbox' | 'publicUrl' | 'sendGap' | 'mailSources'>,
  job: JobPayload,
  tx: Tx,
  mayTakeBack: boolean,
): Promise<'done' | 'changed' | 'chosen' | 'yielded' | 'taken_back'> {
  const { store, sendGap } = deps;
  const { tenant } = job;
  const waiting = await messagesToPlan(store, tenant, job.id);
  const absent = await postponeAbsent(
    deps,
    scopeOf('plan-campaign', job),
    waiting.map(({ id }) => id),
  );
  const held = await heldPeople(store, tenant);
  const present = waiting.filter((message) => !absent.has(message.id) && held(message) === null);
  const toPlan = await oneForEachAddress(deps, job, present);
  if (toPlan.length === 0) return 'done';
  const senders = await activeCampaigns(store, tenant);
  const [{ state: campaign }, schedules] = await Promise.all([
    store.load(tenant, ref('campaign', job.id)),
    readMailboxSchedules(deps, tenant),
  ]);
  const now = store.now().getTime();
  const seed = randomInt(2 ** 32);
  const lanes = schedules.map((schedule) => ({
    mailbox: schedule.id,
    input: { ...planInput(schedule, job.id, campaign, { replan: false }), gapSeconds: sendGap },
  }));
  const inTheirHours = campaign.recipientHours && !sendGap;
  const ids = toPlan.map(({ id }) => id);
  const zones = inTheirHours ? await zonesOfRecipients(store, tenant, ids) : null;
  const moment = new Date(now).toISOString();
  const today = localDay(now, schedules[0]?.zone ?? 'UTC');
  const read = schedules.filter(({ mailbox }) => followUpsWait(mailbox, moment, readsMail(deps)) === null);
  // messages that no mailbox can send now are planned later; a follow-up, when its mailbox's replies are read again
  const closed = await closedFor(store, job, toPlan);
  const wanted = toPlan.map((message) => ({
    id: message.id,
    closed: closed.get(message.id) ?? new Set(),
    mailboxes: mailboxesFor(message, campaign.mailbox, message.isFollowUp ? read : schedules, now),
    ...(zones && { zones: zones.get(message.id) ?? [] }),
  }));
  const chosen = toPlan.flatMap(({ id, chosenAt }) => {
    if (chosenAt === null) return [];
    const { mailboxes = [], zones = [], closed = new Set<string>() } = wanted.find((one) => one.id === id) ?? {};
    const at = Date.parse(chosenAt);
    return lanes
      .filter(({ mailbox }) => mailboxes.includes(mailbox))
      .flatMap(({ mailbox, input }) => {
        const found = chosenDay(at, input, { zones, closed, slot: null, anyHour: Boolean(sendGap) });
        return typeof found === 'string' ? [] : [{ id, mailbox, at, day: found.day }];
      })
      .slice(0, 1);
  });
  // one at a time: the next reading knows its place
  const isChosen = chosen.length > 0;
  const plan = isChosen ? chosen.slice(0, 1) : planRotation(lanes, wanted, seed);
  const rulesOf = new Map(schedules.map((schedule) => [schedule.id, schedulingRules(campaign, schedule)]));
  // a message that waits for another campaign takes no place that a first message could give it
  const followUps = new Set(toPlan.flatMap(({ id, isFollowUp }) => (isFollowUp && !closed.get(id)?.size ? [id] : [])));
  const mails = mayTakeBack && followUps.size > 0 ? await readPlannedMails(store, tenant, job.id) : [];
  const giving = schedules.flatMap((schedule) =>
    placesForFollowUps(
      schedule,
      mails.filter((mail) => isHere(mail, schedule)),
      plan,
      followUps,
    ),
  );
  for (const { id, at } of giving)
    await store.decide(scopeOf('plan-campaign', job), ref('message', id), (message) =>
      message.status === 'scheduled' && Date.parse(message.scheduledAt ?? '') === at
        ? unscheduleEmail(message, { code: 'follow_up_first' })
        : [],
    );
  if (giving.length > 0) return 'taken_back';
  for (let from = 0; from < plan.length; from += BATCH) {
    if (!sameJson(senders, await activeCampaigns(store, tenant))) return 'changed';
    if (from >= BATCHES_A_TURN * BATCH && (await somebodyWaits(tx, tenant))) return 'yielded';
    const times = plan.slice(from, from + BATCH);
    const streams: Batch = { campaign: ref('campaign', job.id), profile: ref('profile', tenant) };
    // another mailbox that stops may have had fewer mails
    for (const { id } of schedules) streams[`mailbox ${id}`] = ref('mailbox', id);
    for (const { id } of times) streams[`message ${id}`] = ref('message', id);
    const { result } = await store.run<Batch, 'stored' | 'stopped' | 'changed'>({
      ...scopeOf('plan-campaign', job),
      streams,
      decide: (now) => {
        if (now.campaign.status !== 'active') return [{}, 'stopped'];
        const isSame = schedules.every((schedule) => {
          const mailbox = now[`mailbox ${schedule.id}`];
          const rules = schedulingRules(now.campaign, schedule);
          return mailbox && sameJson(rules, rulesOf.get(schedule.id)) && isCurrent(schedule, { ...now, mailbox });
        });
        if (!isSame || now.campaign.mailbox !== campaign.mailbox) return [{}, 'changed'];
        const scheduled = times.flatMap(({ id, mailbox, at, day }) => {
          const state = now[`message ${id}`];
          const rules = rulesOf.get(mailbox);
          if (!state || !rules) return [];
          const keptApart = [...(closed.get(id) ?? [])].some((one) => one >= today && one < day);
          const about = { mailbox, seed, day, ...rules, ...(keptApart && { keptApart }), gapSeconds: sendGap ?? null };
          const drawn = { at: new Date(at).toISOString(), ...about, ...(isChosen && { chosen: true as const }) };
          return [[`message ${id}`, scheduleEmail(state, drawn)] as const];
        });
        return [Object.fromEntries(scheduled) as Decisions<Batch>, 'stored'];
      },
    });
    if (result === 'stopped') return 'done';
    if (result === 'changed') return 'changed';
  }
  return isChosen ? 'chosen' : 'done';
}

/** The days on which each message would come too close to an email of another campaign. */
async function closedFor(
  store: Store,
  { tenant, id: campaignId }: JobPayload,
  messages: readonly { id: string; partnerId: string; email: string | null }[],
): Promise<Map<string, ReadonlySet<string>>> {
  const distance = await readCampaignDistance(store, tenant);
  if (distance.days === 0) return new Map();
  const find = emailsOfOthers(await readEmailsTo(store, tenant, distance.days, messages));
  return new Map(messages.map((message) => [message.id, closedDays(find(message, campaignId), distance)]));
}

/**
 * The first messages that give their times to the campaign's follow-ups in the same mailbox. Each follow-up takes one, the earliest that would leave
 * on a day before the last of them.
 */
function placesForFollowUps(
  { id: mailbox, now }: MailboxSchedule,
  mails: readonly PlannedMail[],
  plan: readonly LaneSend[],
  followUps: ReadonlySet<string>,
): PlannedMail[] {
  const planned = plan.filter((send) => send.mailbox === mailbox && followUps.has(send.id));
  const lastDay = planned
    .map(({ day }) => day)
    .sort()
    .at(-1);
  if (lastDay === undefined) return [];
  return mails
    .filter(({ day, at, isFollowUp, isChosen }) => !isFollowUp && !isChosen && day < lastDay && at > now + 60_000)
    .sort((a, b) => a.at - b.at)
    .slice(0, planned.length);
}

/** Whether another transaction waits for the lock of the tenant's plans, such as another plan or a Send Now. */
async function somebodyWaits(tx: Tx, tenant: string): Promise<boolean> {
  const lock = BigInt.asUintN(64, planLock(tenant));
  const rows = await tx`
    select from pg_locks where locktype = 'advisory' and not granted and objsubid = 1
      and classid = ${String(lock >> 32n)}::oid and objid = ${String(lock & 0xffffffffn)}::oid
      and database = (select oid from pg_database where datname = current_database()) limit 1`;
  return rows.length > 0;
}
