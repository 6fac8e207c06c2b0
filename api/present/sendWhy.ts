import type { CampaignRow } from '../../db/read/campaigns.ts';
import type { NextEmail } from '../../db/read/plannedSends.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { firstSend } from '../../events/sending/firstSend.ts';
import { leavingHere, type MailboxSchedule, planInput, schedulingRules } from '../../events/sending/mailboxSchedule.ts';
import { followUpsWait } from '../../events/sending/reading.ts';
import type { PlannedMail } from '../../events/sending/replan.ts';
import type { SendPlanInput } from '../../events/sending/sendPlan.ts';
import { capOfDay } from '../../events/sending/sendShares.ts';
import { type DayLoad, GAP, keptApartBy, type SendWhy, whyOnDay } from '../../events/sending/sendWhy.ts';
import { breachText } from '../../events/shared/rates.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import type { HoldView } from '../views.ts';
import { holdView } from './hold.ts';

/** Tells how full each day is for a campaign and its mailbox, by sent and planned emails. */
export function dayLoads(schedule: MailboxSchedule, campaignId: string): (day: string) => DayLoad {
  const { today, takenToday, rules } = schedule;
  const mailbox = new Map([[today.day, takenToday.mailbox]]);
  const campaign = new Map([[today.day, takenToday.byCampaign[campaignId] ?? 0]]);
  const workspace = new Map([[today.day, takenToday.workspace]]);
  const add = (days: Map<string, number>, day: string, count: number) => days.set(day, (days.get(day) ?? 0) + count);
  for (const { day, count } of leavingHere(schedule)) add(mailbox, day, count);
  for (const { day, count } of schedule.leaving) add(workspace, day, count);
  for (const { day, campaignId: of, count } of schedule.leaving) if (of === campaignId) add(campaign, day, count);
  const sending = [...mailbox].filter(([, count]) => count > 0).map(([day]) => day);
  return (day) => ({
    campaign: campaign.get(day) ?? 0,
    mailbox: mailbox.get(day) ?? 0,
    workspace: workspace.get(day) ?? 0,
    workspaceLimit: schedule.workspaceLimit,
    cap: capOfDay(rules.mailboxDailyCap, rules.rampUp, schedule.daysSent + sending.filter((at) => at < day).length),
  });
}

/** Why a mail of the campaign leaves on its day, and not earlier. `gapOnly`: the sandbox's gap replaces the hours. */
export function whyFirstOf(
  { id, state }: Pick<CampaignRow, 'id' | 'state'>,
  schedule: MailboxSchedule,
  gapOnly: boolean,
): (mail: Pick<PlannedMail, 'day' | 'drawnFrom'>) => SendWhy {
  const { hours, dailyLimit, recipientHours } = schedulingRules(state, schedule);
  const { now, zone, today } = schedule;
  const loadOn = dayLoads(schedule, id);
  const everyDay = { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
  return ({ day, drawnFrom }) =>
    drawnFrom?.keptApart
      ? keptApartBy(schedule.profile.minDaysBetweenCampaigns)
      : whyOnDay({
          ...{ day, today, now, zone, dailyLimit, loadOn },
          ...(gapOnly ? { hours: everyDay } : { hours, recipientHours }),
        });
}

const dayText = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', month: 'short', day: 'numeric', timeZone: zone }).format(
    new Date(at),
  );

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The mailboxes that a campaign sends from. One without a provider counts only where there is no other. */
export function mailboxesOf<S extends Pick<MailboxSchedule, 'id' | 'mailbox'>>(
  mailboxes: readonly S[],
  { mailbox: chosen = null }: Partial<Pick<CampaignState, 'mailbox'>>,
): S[] {
  const allowed = mailboxes.filter(({ id }) => chosen === null || id === chosen);
  const complete = allowed.filter(({ mailbox }) => mailbox.provider !== null);
  const [found = []] = [complete, allowed, mailboxes].filter((some) => some.length > 0);
  return [...found];
}

/** The hold of all these mailboxes: that of the one that sends again first. null: one of them can send. */
export function commonHold(schedules: readonly MailboxSchedule[], several: boolean): HoldView | null {
  if (schedules.some(({ blocker }) => blocker === null)) return null;
  const [first] = schedules.toSorted((a, b) => ((a.holdEnd ?? 0) < (b.holdEnd ?? 0) ? -1 : 1));
  return first ? holdView(first.blocker, several ? first.id : undefined) : null;
}

/** Explains the time of a campaign's next email, or why none leaves. null when nothing is left to send. `schedules`: of its mailboxes. */
export function nextSendWhy(
  row: CampaignRow,
  next: NextEmail | null,
  schedules: readonly [MailboxSchedule, ...MailboxSchedule[]],
  hold: HoldView | null,
  gapSeconds: SendPlanInput['gapSeconds'],
): SendWhy | null {
  const { id, state, counts } = row;
  const [schedule] = schedules;
  if (counts.pendingCount === 0 || state.status === 'draft') return null;
  if (hold) return { kind: 'hold', text: `${hold.reason}. ${hold.whatToDo}` };
  if (schedule.leaving.some(({ campaignId, kind }) => campaignId === id && kind === 'now'))
    return { kind: 'leaving', text: 'An email is about to leave' };
  if (state.status === 'paused' && state.pausedBy) {
    const text = `The campaign was paused: ${breachText(state.pausedBy)}. Check its addresses and texts, then resume it. The emails sent so far won't pause it again.`;
    return { kind: 'paused', text };
  }
  if (state.status === 'paused') return { kind: 'paused', text: 'The campaign is paused. Resume it to go on.' };
  const from = schedules.find((one) => one.id === next?.mailbox) ?? schedule;
  // one without a day was deferred
  if (next)
    return next.day === null ? GAP : whyFirstOf(row, from, gapSeconds !== undefined)({ ...next, day: next.day });
  const moment = new Date(schedule.now).toISOString();
  // first emails would have a time by now
  const [unread] = schedules.flatMap(({ mailbox }) => followUpsWait(mailbox, moment, () => false) ?? []);
  if (unread !== undefined && counts.nextDueAt !== null && counts.nextDueAt <= moment)
    return { kind: 'unread', text: `Follow-ups wait: ${reasonText(unread)}` };
  if (schedules.some(({ active }) => active.some((campaign) => campaign.id === id && campaign.waiting > 0)))
    return { kind: 'planning', text: 'The next email is being scheduled' };
  const held = schedule.active.find((campaign) => campaign.id === id)?.held ?? 0;
  const missing = counts.missingCount;
  if (counts.reviewCount > 0)
    return { kind: 'review', text: `${counted(counts.reviewCount, 'text waits', 'texts wait')} for your review` };
  if (missing > 0) return { kind: 'texts', text: `${counted(missing, 'message has', 'messages have')} no text yet` };
  if (held > 0)
    return { kind: 'question', text: `${counted(held, 'email waits', 'emails wait')} for your answer in the inbox` };
  if (counts.nextDueAt !== null) {
    const input = planInput(schedule, id, state, { replan: false });
    const now = Math.max(input.now, Date.parse(counts.nextDueAt));
    const at = firstSend({ ...input, now, count: 1, gapSeconds })?.from ?? now;
    return { kind: 'follow_up', text: `The next email is due on ${dayText(at, schedule.zone)}` };
  }
  return { kind: 'leaving', text: 'An email is on its way' };
}
