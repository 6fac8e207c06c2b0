import type { SchedulingRules } from '../messages/messageEvents.ts';
import type { PlainCode } from '../shared/reasons.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { ByDay } from './sendPlan.ts';
import { capOfDay, shareDay } from './sendShares.ts';
import { insideWindow, windowIn } from './sendWindow.ts';

/** A mail that waits for the time that was drawn for it. `at`: ms since 1970. */
export type PlannedMail = {
  id: string;
  campaignId: string;
  at: number;
  day: string;
  drawnFrom: SchedulingRules | null;
  isFollowUp: boolean;
  /** The user chose the time. It gives way only where it can no longer hold. */
  isChosen: boolean;
};

/**
 * An active campaign in one mailbox: its rules, how many of its mails wait for a time there, and the places of each day that it has used up
 * there. `chosen`: the mailbox that it sends from; null: all.
 */
export type PlanningCampaign = {
  id: string;
  rules: SchedulingRules;
  chosen: string | null;
  waiting: number;
  usedByDay: ByDay;
};

export type MailboxPlan = {
  mailbox: string;
  /** ms since 1970 */
  now: number;
  /** The quota day of now. */
  today: string;
  mails: readonly PlannedMail[];
  /** `elsewhere`: the places of each day that are gone in other mailboxes. */
  campaigns: readonly (PlanningCampaign & { elsewhere: ByDay })[];
  cap: number;
  rampUp: boolean;
  daysSent: number;
  /** Places of each day that nobody here can give back: sent mails, Send Now, campaigns that do not plan. */
  elsewhere: ByDay;
  /** Nothing leaves before this (ms since 1970); null: nothing holds the mailbox. */
  holdEnd: number | null;
};

const CHANGED: readonly [keyof SchedulingRules, PlainCode][] = [
  ['zone', 'zone_changed'],
  ['hours', 'hours_changed'],
  ['dailyLimit', 'daily_limit_changed'],
  ['mailboxCap', 'mailbox_limit_changed'],
  ['rampUp', 'mailbox_limit_changed'],
  ['recipientHours', 'recipient_hours_changed'],
];

/** These say how many emails a day takes, not when they leave. */
const LIMITS: readonly (keyof SchedulingRules)[] = ['dailyLimit', 'mailboxCap', 'rampUp'];

/** Which rule has changed since a time was drawn. `fits`: asks only about rules that move a time although its day has room for it. */
function changedRule(
  { drawnFrom }: PlannedMail,
  rules: SchedulingRules,
  { fits }: { fits: boolean },
): PlainCode | null {
  if (!drawnFrom) return null;
  const asked = CHANGED.filter(([field]) => !(fits && LIMITS.includes(field)));
  return asked.find(([field]) => !sameJson(drawnFrom[field], rules[field]))?.[1] ?? null;
}

/** Whether a mail waits for the end of a hold that is over already, as after a new API key. */
function outlastsHold({ drawnFrom }: PlannedMail, { now, holdEnd }: MailboxPlan): boolean {
  const heldUntil = Date.parse(drawnFrom?.heldUntil ?? '');
  return heldUntil > now && heldUntil > (holdEnd ?? now);
}

const on = (byDay: ByDay, day: string): number => byDay[day] ?? 0;

/**
 * Which drawn times no longer hold, and why: they were drawn by rules that have changed, fall into a hold, wait for one that is over, or take more than the even share
 * of a day since another campaign waits for its own. All others stay as they were drawn. After a new limit, so do those of today that it leaves room for.
 */
export function staleSlots(plan: MailboxPlan): { id: string; code: PlainCode }[] {
  const campaignOf = new Map(plan.campaigns.map((campaign) => [campaign.id, campaign]));
  const outdated: { id: string; code: PlainCode }[] = [];
  const waiting = new Map(plan.campaigns.map((campaign) => [campaign.id, campaign.waiting]));
  const standing = plan.mails.filter((mail) => {
    const { rules, chosen = null } = campaignOf.get(mail.campaignId) ?? {};
    // a campaign that does not send gives its times back in its own plan (planCampaign.ts)
    if (!rules) return false;
    // a thread goes on from the account that began it
    const moved = chosen !== null && chosen !== plan.mailbox && !mail.isFollowUp ? ('account_chosen' as const) : null;
    const held = plan.holdEnd !== null && mail.at < plan.holdEnd ? ('hold_began' as const) : null;
    const over = outlastsHold(mail, plan) ? ('hold_over' as const) : null;
    const holds = mail.isChosen && insideWindow(mail.at, windowIn(rules.zone, rules.hours));
    const changed = holds ? null : changedRule(mail, rules, { fits: mail.isChosen || mail.day === plan.today });
    const code = moved ?? held ?? over ?? changed;
    if (!code) return true;
    outdated.push({ id: mail.id, code });
    waiting.set(mail.campaignId, (waiting.get(mail.campaignId) ?? 0) + 1);
    return false;
  });
  const keyOf = (day: string, campaignId: string) => `${day} ${campaignId}`;
  const onDay = new Map<string, PlannedMail[]>();
  for (const mail of standing) {
    const key = keyOf(mail.day, mail.campaignId);
    const mails = onDay.get(key);
    if (mails) mails.push(mail);
    else onDay.set(key, [mail]);
  }
  const standingDays = new Set(standing.map(({ day }) => day));
  let { daysSent } = plan;
  const usedUp = [plan.elsewhere, ...plan.campaigns.map(({ usedByDay }) => usedByDay)].flatMap((byDay) =>
    Object.keys(byDay).filter((day) => on(byDay, day) > 0),
  );
  // a day on which mails only left counts for the ramp-up, too
  for (const day of [...new Set([...standingDays, ...usedUp])].sort()) {
    const claims = plan.campaigns
      .map(({ id, rules, usedByDay, elsewhere }) => {
        const mails = (onDay.get(keyOf(day, id)) ?? []).sort(
          (a, b) => Number(b.isChosen) - Number(a.isChosen) || a.at - b.at,
        );
        const used = on(usedByDay, day);
        const wants = Math.min(rules.dailyLimit - on(elsewhere, day), used + mails.length + (waiting.get(id) ?? 0));
        return { id, rules, mails, used, wants };
      })
      // of equals, those who have a place keep it
      .sort((a, b) => b.used + b.mails.length - a.used - a.mails.length);
    const shares = shareDay(capOfDay(plan.cap, plan.rampUp, daysSent) - on(plan.elsewhere, day), claims);
    daysSent += 1;
    if (!standingDays.has(day)) continue;
    for (const [index, { id, rules, mails, used }] of claims.entries()) {
      const keeps = (shares[index] ?? 0) - used;
      for (const mail of mails.slice(Math.max(keeps, 0)))
        outdated.push({ id: mail.id, code: changedRule(mail, rules, { fits: false }) ?? 'day_shared' });
      waiting.set(id, (waiting.get(id) ?? 0) - (keeps - mails.length));
    }
  }
  return outdated;
}
