import { randomInt } from 'node:crypto';
import { planLock } from '../../db/locks.ts';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { occupiedInstants } from '../../db/read/occupied.ts';
import { quotaDayNow } from '../../db/read/quotaDay.ts';
import { ref } from '../../db/store.ts';
import type { CampaignState } from '../../events/campaign.ts';
import { scheduleEmail, unscheduleEmail } from '../../events/message.ts';
import { quotaUsed } from '../../events/quota.ts';
import { DEFAULT_WINDOW, MIN_GAP_MINUTES, planSends } from '../../events/sendPlan.ts';
import { localDay } from '../../events/zoned.ts';
import { causeOf, type Deps, type JobPayload } from '../context.ts';
import type { Handler } from './task.ts';

/** So many times are drawn in one transaction: it must stay short, because an open one holds every tail of the log back. */
const BATCH = 10;

/**
 * Draws the send times of a campaign's approved messages, once each. A campaign that does not send (paused, completed) gives the times
 * of its waiting messages back.
 */
export const planCampaign: Handler = async (deps, job) => {
  const { state: campaign } = await deps.store.load(job.tenant, ref('campaign', job.id));
  if (campaign.status === 'deleted' || campaign.status === 'none') return;
  if (campaign.status !== 'active') return giveBack(deps, job);
  while ((await planSome(deps, job, campaign)) === BATCH);
};

async function giveBack({ store }: Deps, job: JobPayload): Promise<void> {
  for (const { id, state } of await readMessages(store, job.tenant, { campaignId: job.id })) {
    if (state.status !== 'scheduled') continue;
    await store.run({
      tenant: job.tenant,
      cause: causeOf('plan-campaign', job),
      streams: { message: ref('message', id), campaign: ref('campaign', job.id) },
      decide: (now) => ({
        message: now.campaign.status === 'active' ? [] : unscheduleEmail(now.message, 'the campaign is paused'),
      }),
    });
  }
}

/**
 * Draws and stores the next times; answers how many. One plan of a tenant is drawn at a time, under a lock: so each sees the times of all
 * others, of other campaigns, too, and keeps the gap from them.
 */
async function planSome(deps: Deps, job: JobPayload, campaign: CampaignState): Promise<number> {
  const { store } = deps;
  const planned = await store.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(planLock(job.tenant))}::bigint)`;
    const messages = await readMessages(store, job.tenant, { campaignId: job.id });
    const waiting = messages.filter(({ state }) => state.status === 'approved' && !state.immediate).slice(0, BATCH);
    if (waiting.length === 0) return 0;
    const entries = await draw(deps, job, campaign, messages, waiting.length);
    let stored = 0;
    for (const [index, { id }] of waiting.entries()) {
      const entry = entries[index];
      if (!entry) break;
      const { committed } = await store.runIn(tx, {
        tenant: job.tenant,
        cause: causeOf('plan-campaign', job),
        streams: { message: ref('message', id), campaign: ref('campaign', job.id) },
        decide: (now) => ({
          message: now.campaign.status === 'active' ? scheduleEmail(now.message, entry) : [],
        }),
      });
      stored += committed.length;
    }
    return stored;
  });
  return planned as number;
}

/** The next `count` times, as the events hold them. */
async function draw(
  { store, sendGap }: Deps,
  job: JobPayload,
  campaign: CampaignState,
  messages: readonly MessageRow[],
  count: number,
) {
  const { state: profile } = await store.load(job.tenant, ref('profile', job.tenant));
  const zone = profile.timezone ?? 'UTC';
  const now = store.now().getTime();
  const today = await quotaDayNow(store, job.tenant, zone);
  const [{ state: quota }, occupied] = await Promise.all([
    store.load(job.tenant, ref('quota', `${job.id}-${today.day}`)),
    occupiedInstants(store, job.tenant, now - MIN_GAP_MINUTES * 60_000),
  ]);
  const usedByDay: Record<string, number> = { [today.day]: quotaUsed(quota) };
  for (const { state } of messages) {
    const day = (state.status === 'scheduled' || state.status === 'claimed') && state.scheduledDay;
    if (day) usedByDay[day] = (usedByDay[day] ?? 0) + 1;
  }
  const { dailyLimit } = campaign;
  const seed = randomInt(2 ** 32);
  const plan = planSends({
    // a day that was begun in another zone runs to its end; what is planned now counts from the next
    now: today.day === localDay(now, zone) ? now : today.endsAt,
    count,
    dailyLimit,
    usedByDay,
    occupied,
    window: { zone, ...DEFAULT_WINDOW },
    seed,
    gapSeconds: sendGap,
  });
  return plan.map(({ at, day }) => ({ at: new Date(at).toISOString(), seed, zone, day, dailyLimit }));
}
