/** The state of one of a tenant's mailboxes: who sends, what today took, and all that will leave (db/read/mailboxSchedule.ts reads it). */
import type { ProfileState } from '../accounts/profile.ts';
import type { CampaignState } from '../campaigns/campaign.ts';
import type { SchedulingRules } from '../messages/messageEvents.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { MailboxState } from './mailboxState.ts';
import { quotaDayAt, type Today } from './quota.ts';
import type { MailboxPlan, PlannedMail, PlanningCampaign } from './replan.ts';
import type { SendBlocker, SenderContext } from './sendBlockers.ts';
import type { SendingRules } from './sendingInput.ts';
import type { SendPlanInput } from './sendPlan.ts';
import { windowIn } from './sendWindow.ts';

/** What a single mail needs to know: the rules of the mailbox, the day that mails count to, and how many that day takes. */
export type MailboxToday = {
  id: string;
  zone: string;
  profile: ProfileState;
  mailbox: MailboxState;
  rules: SendingRules;
  /** Who sends; the account is read where it counts. */
  sender: Omit<SenderContext, 'account'>;
  today: Today;
  /** On how many days before today it has sent. */
  daysSent: number;
  /** How many mails it takes today. */
  cap: number;
};

/** How an email waits: for its planned time, for another try, or for nothing more. */
export type LeavingKind = 'planned' | 'deferred' | 'now';

/** Emails of a campaign that will leave on a local day. */
export type LeavingCount = {
  campaignId: string;
  /** From which they leave; null: that is still open, so they count in each. */
  mailbox: string | null;
  kind: LeavingKind;
  day: string;
  count: number;
};

/** All that the send times of a mailbox depend on. */
export type MailboxSchedule = MailboxToday & {
  now: number;
  /** The campaigns that send, in the order of their ids. `held`: their emails that wait for an answer in the inbox. */
  active: (PlanningCampaign & { held: number })[];
  /** What today took so far: of each campaign, of each in this mailbox, of the mailbox in all, and of all mailboxes. */
  takenToday: { byCampaign: Record<string, number>; here: Record<string, number>; mailbox: number; workspace: number };
  /** How many emails of a day the workspace may send through all mailboxes. */
  workspaceLimit: number;
  /** Of all mailboxes of the tenant. */
  leaving: LeavingCount[];
  /** When mails leave or have just left, ms since 1970, in no order. */
  occupied: number[];
  /** Why nothing of it leaves now; null when it may. */
  blocker: SendBlocker | null;
  /** Until when nothing leaves: ms since 1970, Infinity until a person has acted; null: it may. */
  holdEnd: number | null;
};

type Days = Record<string, number>;
const add = (days: Days, day: string, count = 1) => {
  days[day] = (days[day] ?? 0) + count;
};

const holdsForATime = (holdEnd: number | null): holdEnd is number => holdEnd !== null && Number.isFinite(holdEnd);

/** By which rules a campaign's times are drawn now. `holdEnd`: as in MailboxSchedule. */
export function schedulingRules(
  campaign: Pick<CampaignState, 'dailyLimit' | 'sendWindow' | 'recipientHours'>,
  { zone, rules, holdEnd = null }: Pick<MailboxToday, 'zone' | 'rules'> & Partial<Pick<MailboxSchedule, 'holdEnd'>>,
): SchedulingRules {
  return {
    zone,
    dailyLimit: campaign.dailyLimit,
    hours: campaign.sendWindow ?? rules.window,
    mailboxCap: rules.mailboxDailyCap,
    rampUp: rules.rampUp,
    ...(campaign.recipientHours && { recipientHours: true }),
    ...(holdsForATime(holdEnd) && { heldUntil: new Date(holdEnd).toISOString() }),
  };
}

/** Whether mails leave from this mailbox, or may. */
export const isHere = ({ mailbox }: { mailbox: string | null }, { id }: Pick<MailboxSchedule, 'id'>): boolean =>
  mailbox === null || mailbox === id;

/** The mails that leave from a mailbox, or may. */
export const leavingHere = (schedule: Pick<MailboxSchedule, 'id' | 'leaving'>): LeavingCount[] =>
  schedule.leaving.filter((mails) => isHere(mails, schedule));

/** A deferred mail counts to the day of its next try, one that leaves at once (no time) to this one. */
export const dayOfWaiting = (at: string | null, { today, zone }: Pick<MailboxToday, 'today' | 'zone'>): string =>
  at === null ? today.day : quotaDayAt(Date.parse(at), today, zone);

/** A campaign's places of each day that are gone in other mailboxes: its daily limit is over all of them. */
function throughOthers(schedule: MailboxSchedule, campaignId: string): Days {
  const { today, takenToday } = schedule;
  const days: Days = {
    [today.day]: (takenToday.byCampaign[campaignId] ?? 0) - (takenToday.here[campaignId] ?? 0),
  };
  for (const mails of schedule.leaving)
    if (mails.campaignId === campaignId && !isHere(mails, schedule)) add(days, mails.day, mails.count);
  return days;
}

/**
 * What the send times of a campaign are drawn from: its rules, the places of each local day that are gone, in the campaign and in the
 * mailbox over all campaigns, those of others that wait, and the instants to keep a distance from. `replan`: the campaign's own mails that
 * wait for their time hold no place, because they are to be planned with the others.
 */
export function planInput(
  schedule: MailboxSchedule,
  campaignId: string,
  campaign: Pick<CampaignState, 'dailyLimit' | 'sendWindow' | 'recipientHours'>,
  { replan }: { replan: boolean },
): Required<
  Pick<
    SendPlanInput,
    'now' | 'today' | 'dailyLimit' | 'usedByDay' | 'elsewhere' | 'others' | 'workspace' | 'occupied' | 'window'
  >
> {
  const { now, holdEnd, today, takenToday, rules, active } = schedule;
  const { dailyLimit, hours } = schedulingRules(campaign, schedule);
  const sent = takenToday.here[campaignId] ?? 0;
  const own: Days = { [today.day]: sent };
  const elsewhere = replan
    ? throughOthers({ ...schedule, leaving: [] }, campaignId)
    : throughOthers(schedule, campaignId);
  const others: Days = { [today.day]: takenToday.mailbox - sent };
  const ofRivals = new Map(
    active.filter(({ id }) => id !== campaignId).map(({ id, usedByDay }) => [id, { ...usedByDay }]),
  );
  for (const { day, campaignId: of, count } of leavingHere(schedule)) {
    if (of === campaignId && replan) continue;
    add(of === campaignId ? own : others, day, count);
    const rival = ofRivals.get(of);
    if (rival) add(rival, day, count);
  }
  const ofWorkspace: Days = { [today.day]: takenToday.workspace };
  for (const { day, campaignId: of, count } of schedule.leaving)
    if (of !== campaignId || !replan) add(ofWorkspace, day, count);
  return {
    now: holdsForATime(holdEnd) ? Math.max(now, holdEnd) : now,
    today,
    dailyLimit,
    usedByDay: own,
    elsewhere,
    others: {
      cap: rules.mailboxDailyCap,
      byDay: others,
      ramp: rules.rampUp ? { daysSent: schedule.daysSent } : null,
      rivals: active.flatMap(({ id, waiting, rules: rival }) => {
        const usedByDay = ofRivals.get(id);
        return usedByDay && waiting > 0
          ? [{ waiting, dailyLimit: rival.dailyLimit, usedByDay, hours: rival.hours }]
          : [];
      }),
    },
    workspace: { limit: schedule.workspaceLimit, byDay: ofWorkspace },
    occupied: schedule.occupied,
    window: windowIn(schedule.zone, hours),
  };
}

/** Whether a profile and a mailbox are still those that a schedule was read from. */
export const isCurrent = (
  schedule: Pick<MailboxSchedule, 'profile' | 'mailbox'>,
  now: { profile: ProfileState; mailbox: MailboxState },
): boolean =>
  sameJson(now.mailbox, schedule.mailbox) &&
  now.profile.timezone === schedule.profile.timezone &&
  now.profile.minDaysBetweenCampaigns === schedule.profile.minDaysBetweenCampaigns &&
  now.profile.postalAddress === schedule.profile.postalAddress;

/** What decides which drawn times are stale (replan.ts). `planned`: of all mailboxes. */
export function mailboxPlan(
  schedule: MailboxSchedule,
  planned: readonly (PlannedMail & { mailbox: string | null })[],
): MailboxPlan {
  const { id: mailbox, active, takenToday, today, rules } = schedule;
  const planning = new Set(active.map(({ id }) => id));
  // what has left, and what nobody takes back
  const elsewhere: Days = { [today.day]: takenToday.mailbox };
  for (const id of planning) add(elsewhere, today.day, -(takenToday.here[id] ?? 0));
  for (const { campaignId, kind, day, count } of leavingHere(schedule))
    if (!(kind === 'planned' && planning.has(campaignId))) add(elsewhere, day, count);
  return {
    mailbox,
    now: schedule.now,
    today: today.day,
    mails: planned.filter((mail) => isHere(mail, schedule)),
    campaigns: active.map((campaign) => ({ ...campaign, elsewhere: throughOthers(schedule, campaign.id) })),
    cap: rules.mailboxDailyCap,
    rampUp: rules.rampUp,
    daysSent: schedule.daysSent,
    elsewhere,
    holdEnd: schedule.holdEnd,
  };
}
