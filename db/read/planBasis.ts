import type { ProfileState } from '../../events/accounts/profile.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { DrawnFrom } from '../../events/messages/messageEvents.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import type { SendPlanInput } from '../../events/sending/sendPlan.ts';
import { windowIn } from '../../events/sending/sendWindow.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { type MailboxBasis, mailboxBasis, rulesOf } from './mailboxPlan.ts';
import type { Installation } from './sender.ts';

export type PlanBasis = {
  input: Required<Pick<SendPlanInput, 'now' | 'dailyLimit' | 'usedByDay' | 'others' | 'occupied' | 'window'>>;
  /** The rules by which times are drawn from that, as the events hold them. */
  drawnFrom: DrawnFrom;
  /** Nothing can be planned before a person has mended what keeps the tenant's mail. */
  held: boolean;
  /** Whether a profile and a mailbox are still those that it was read from. */
  stands: (now: { profile: ProfileState; mailbox: MailboxState }) => boolean;
};

type Days = Record<string, number>;
const add = (days: Days, day: string) => {
  days[day] = (days[day] ?? 0) + 1;
};

/**
 * What the send times of a campaign are drawn from: its rules, the places of each local day that are gone, in the campaign and in the
 * mailbox over all campaigns, those of others that wait, and the instants to keep a distance from. `replan`: the campaign's own mails that
 * wait for their time hold no place, because they are to be planned with the others.
 */
export async function planBasis(
  installation: Installation,
  tenant: string,
  campaignId: string,
  campaign: Pick<CampaignState, 'dailyLimit' | 'sendWindow'>,
  { replan }: { replan: boolean },
): Promise<PlanBasis> {
  const basis = await mailboxBasis(installation, tenant);
  const { today, zone, takenToday, rules } = basis;
  const drawnFrom = rulesOf(campaign, basis);
  const sent = takenToday.byCampaign[campaignId] ?? 0;
  const own: Days = { [today.day]: sent };
  const others: Days = { [today.day]: takenToday.mailbox - sent };
  const ofRivals = new Map(
    basis.active.filter(({ id }) => id !== campaignId).map(({ id, usedByDay }) => [id, { ...usedByDay }]),
  );
  for (const { day, campaignId: of } of basis.leaving) {
    if (day === null || (of === campaignId && replan)) continue;
    add(of === campaignId ? own : others, day);
    const rival = ofRivals.get(of);
    if (rival) add(rival, day);
  }
  return {
    input: {
      now: startOf(basis),
      dailyLimit: drawnFrom.dailyLimit,
      usedByDay: own,
      others: {
        cap: rules.mailboxDailyCap,
        byDay: others,
        ramp: rules.rampUp ? { daysSent: basis.daysSent } : null,
        rivals: basis.active.flatMap(({ id, waiting, rules: { dailyLimit, hours } }) => {
          const usedByDay = ofRivals.get(id);
          return usedByDay && waiting > 0 ? [{ waiting, dailyLimit, usedByDay, hours }] : [];
        }),
      },
      occupied: basis.occupied,
      window: windowIn(zone, drawnFrom.hours),
    },
    drawnFrom,
    held: basis.holdEnd === Number.POSITIVE_INFINITY,
    stands: ({ profile, mailbox }) =>
      sameJson(mailbox, basis.mailbox) &&
      profile.timezone === basis.profile.timezone &&
      profile.postalAddress === basis.profile.postalAddress,
  };
}

/** From when on times are drawn: a day that was begun in another zone runs to its end first, and so does a hold. */
function startOf({ now, today, zone, holdEnd }: MailboxBasis): number {
  const start = today.day === localDay(now, zone) ? now : today.endsAt;
  return holdEnd !== null && holdEnd < Number.POSITIVE_INFINITY ? Math.max(start, holdEnd) : start;
}
