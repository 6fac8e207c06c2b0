import { readCampaignDistance, readPersonEmails } from '../../db/read/campaignDistance.ts';
import type { CampaignRow } from '../../db/read/campaigns.ts';
import { readKeptFlaws } from '../../db/read/keptChecks.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { lastContacts } from '../../db/read/messagesToPerson.ts';
import { rateWarnings } from '../../db/read/sendRates.ts';
import { similarTo } from '../../db/read/similarTexts.ts';
import { heldPeople } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { changeCampaignStatus } from '../../events/campaigns/campaign.ts';
import { isWaiting } from '../../events/messages/messageState.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import { bestFirst } from '../../events/partners/score.ts';
import { closedDays, emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { schedulingRules } from '../../events/sending/mailboxSchedule.ts';
import { hoursFor, type RecipientZones } from '../../events/sending/recipientHours.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import { windowIn } from '../../events/sending/sendWindow.ts';
import { Refused } from '../../events/shared/refused.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Deps } from '../context.ts';
import { fixWords } from '../present/fixWords.ts';
import { oneForEachAddress } from '../present/oneForEachAddress.ts';
import { mailboxesOf } from '../present/sendWhy.ts';
import { startBlocked } from './sendingReady.ts';
import { refusalOf } from './sendRefusal.ts';

/** A look into the past checks texts for at most this long. */
const PATIENCE_MS = 2_000;

/** The reason that Start would be refused now, and where to fix it. */
async function problemOf(deps: Deps, tenant: string, { state, counts }: CampaignRow) {
  try {
    const have = { messages: counts.wantedCount, missingTexts: counts.missingCount };
    changeCampaignStatus(state, 'active', have);
  } catch (error) {
    if (error instanceof Refused) return { detail: error.message, fix: 'campaign' } as const;
    throw error;
  }
  const found = await startBlocked(deps, tenant, state.mailbox);
  if (!found) return null;
  const { account, blocked } = found;
  const fix = blocked.blocker && fixWords(blocked.blocker.fix).where;
  return { detail: refusalOf(blocked, deps.store.now().toISOString()).message, fix, account };
}

const personOf = ({ state: { partnerId }, partner }: MessageRow) => ({ partnerId, email: partner?.contact?.email });

export async function readStartFacts(deps: Deps, tenant: string, row: CampaignRow) {
  const { store } = deps;
  const { id, state: campaign } = row;
  const [schedules, messages, problem] = await Promise.all([
    readMailboxSchedules(deps, tenant),
    readMessages(store, tenant, { campaignId: id }),
    problemOf(deps, tenant, row),
  ]);
  const flawsOf = await readKeptFlaws(store, tenant, campaign, messages, PATIENCE_MS);
  const holdOf = await heldPeople(store, tenant);
  const mailboxes = mailboxesOf(schedules, campaign);
  const domains = await Promise.all(mailboxes.map((mailbox) => store.load(tenant, ref('domain', mailbox.id))));
  const similar = await similarTo(store, tenant, messages);
  const drafted = messages.filter(({ state }) => state.status === 'drafted');
  const flagged = drafted.filter((message) => flawsOf(message)?.length);
  const held = messages.flatMap((message) => {
    const sign = isWaiting(message.state.status) ? holdOf(personOf(message)) : null;
    return sign ? [{ message, sign }] : [];
  });
  // looked up, not searched for: a campaign has up to tens of thousands
  const keptBack = new Set([...flagged, ...held.map(({ message }) => message)]);
  const ready = messages.filter(
    // what waits for the plan, or is in it; a claimed one is about to leave
    (message) =>
      isWaiting(message.state.status) &&
      message.state.status !== 'claimed' &&
      !message.state.immediate &&
      !isUnplanned(message.state.step) &&
      !keptBack.has(message),
  );
  const { waiting, duplicates } = oneForEachAddress(bestFirst(ready), messages);
  const distance = await readCampaignDistance(store, tenant);
  const emailsTo = emailsOfOthers(await readPersonEmails(store, tenant, distance.days));
  const othersTo = (message: MessageRow) => emailsTo(personOf(message), id);
  const recipients = [...new Map(waiting.map((message) => [message.state.partnerId, message])).values()];
  const people = recipients.map(personOf).map(({ partnerId, email }) => ({ id: partnerId, email }));
  const contacts = await lastContacts(store, tenant, people, id);
  const isTimed = campaign.recipientHours && !deps.sendGap;
  const zonesOf = isTimed ? ({ partner }: MessageRow) => recipientZones(partner?.person ?? null) : undefined;
  const workHoursOf = (zones: RecipientZones) => {
    if (zones.length === 0) return 'unknown';
    const isKept = mailboxes.some((schedule) => {
      const window = windowIn(schedule.zone, schedulingRules(campaign, schedule).hours);
      return hoursFor(localDay(schedule.now, schedule.zone), window, zones).kept;
    });
    return isKept ? 'kept' : 'apart';
  };
  const states = schedules.map((one) => ({ id: one.id, state: one.mailbox }));
  return {
    ...{ id, campaign, problem, messages, flagged, similar, held, waiting, duplicates, mailboxes },
    /** One message for each partner who gets one. */
    recipients,
    /** Texts without an approval, flagged ones included. */
    reviewCount: row.counts.reviewCount,
    checkingCount: drafted.filter((message) => flawsOf(message) === null).length,
    domains: domains.map(({ state }) => state),
    rateWarnings: await rateWarnings(store, tenant, states),
    lastContact: ({ state }: MessageRow) => contacts.get(state.partnerId),
    /** Another active campaign will write to this person, too. */
    isPlanned: (message: MessageRow) => othersTo(message).some((email) => email.planned),
    minDaysBetweenCampaigns: distance.days,
    /** The days that are too close to other campaigns (campaignDistance.ts). */
    closedFor: (message: MessageRow) => closedDays(othersTo(message), distance),
    /** Unset: the campaign does not ask for the working hours of its recipients. */
    zonesOf,
    /** For each email: whether its recipient is at work in the hours of an account. */
    workHours: zonesOf ? waiting.map((message) => workHoursOf(zonesOf(message))) : [],
    gapSeconds: deps.sendGap,
    now: store.now().toISOString(),
    inbound: Boolean(deps.inboundDomain),
  };
}
export type StartFacts = Awaited<ReturnType<typeof readStartFacts>>;
