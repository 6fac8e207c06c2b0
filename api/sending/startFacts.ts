import { readCampaignDistance } from '../../db/read/campaignDistance.ts';
import type { CampaignRow } from '../../db/read/campaigns.ts';
import { showMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { mailboxRates } from '../../db/read/sendRates.ts';
import { readStartCounts } from '../../db/read/startCounts.ts';
import { ref } from '../../db/store.ts';
import { changeCampaignStatus } from '../../events/campaigns/campaign.ts';
import { schedulingRules } from '../../events/sending/mailboxSchedule.ts';
import { hoursFor } from '../../events/sending/recipientHours.ts';
import { recipientZones, type Whereabouts } from '../../events/sending/recipientZones.ts';
import { windowIn } from '../../events/sending/sendWindow.ts';
import { Refused } from '../../events/shared/refused.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Deps } from '../context.ts';
import { fixWords } from '../present/fixWords.ts';
import { mailboxesOf } from '../present/sendWhy.ts';
import { startBlocked } from './sendingReady.ts';
import { refusalOf } from './sendRefusal.ts';

/** Shows the times of at most this many emails; the counts include all. */
export const MOST_SHOWN = 100;

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

export async function readStartFacts(deps: Deps, tenant: string, row: CampaignRow) {
  const { store } = deps;
  const { id, state: campaign } = row;
  const withPlaces = campaign.recipientHours && !deps.sendGap;
  const distance = await readCampaignDistance(store, tenant);
  const mostPlanned = MOST_SHOWN + campaign.dailyLimit;
  const [schedules, counts, problem] = await Promise.all([
    showMailboxSchedules(deps, tenant),
    readStartCounts(store, tenant, { id, campaign, distance, withPlaces, mostPlanned }),
    problemOf(deps, tenant, row),
  ]);
  const mailboxes = mailboxesOf(schedules, campaign);
  const domains = await Promise.all(mailboxes.map((mailbox) => store.load(tenant, ref('domain', mailbox.id))));
  const workHoursOf = (place: Whereabouts | null) => {
    const zones = recipientZones(place);
    if (zones.length === 0) return 'unknown';
    const isKept = mailboxes.some((schedule) => {
      const window = windowIn(schedule.zone, schedulingRules(campaign, schedule).hours);
      return hoursFor(localDay(schedule.now, schedule.zone), window, zones).kept;
    });
    return isKept ? 'kept' : 'apart';
  };
  const workHours = { kept: 0, apart: 0, unknown: 0 };
  if (withPlaces) for (const { place, count } of counts.kinds) workHours[workHoursOf(place)] += count;
  const states = schedules.map((one) => ({ id: one.id, state: one.mailbox }));
  return {
    ...{ id, campaign, problem, counts, distance, mailboxes },
    /** Emails that would leave. */
    messages: counts.kinds.reduce((sum, { count }) => sum + count, 0),
    /** Texts without an approval, flagged ones included. */
    reviewCount: row.counts.reviewCount,
    domains: domains.map(({ state }) => state),
    rates: await mailboxRates(store, tenant, states),
    /** Unset: the campaign does not ask for the working hours of its recipients. */
    zonesOf: withPlaces ? recipientZones : undefined,
    /** The emails by whether the recipient is at work in the hours of an account. */
    workHours,
    gapSeconds: deps.sendGap,
    now: store.now().toISOString(),
    inbound: Boolean(deps.inboundDomain),
  };
}
export type StartFacts = Awaited<ReturnType<typeof readStartFacts>>;
