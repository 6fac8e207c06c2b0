import { randomInt } from 'node:crypto';
import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { scheduleEmail, unscheduleEmail } from '../../events/message.ts';
import { quotaUsed } from '../../events/quota.ts';
import { DEFAULT_WINDOW, planSends } from '../../events/sendPlan.ts';
import { localDay } from '../../events/zoned.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/**
 * Draws the send times of a campaign's approved messages, once each. A campaign that does not send (paused, completed) gives the times
 * of its waiting messages back.
 */
export const planCampaign: Handler = async (deps, job) => {
  const { store } = deps;
  const campaign = ref('campaign', job.id);
  const cause = causeOf('plan-campaign', job);
  const [{ state: campaignNow }, { state: profile }, messages] = await Promise.all([
    store.load(job.tenant, campaign),
    store.load(job.tenant, ref('profile', job.tenant)),
    readMessages(store, job.tenant, { campaignId: job.id }),
  ]);
  if (campaignNow.status === 'deleted' || campaignNow.status === 'none') return;

  if (campaignNow.status !== 'active') {
    for (const { id, state } of messages) {
      if (state.status !== 'scheduled') continue;
      await store.run({
        tenant: job.tenant,
        cause,
        streams: { message: ref('message', id), campaign },
        decide: (now) => ({
          message: now.campaign.status === 'active' ? [] : unscheduleEmail(now.message, 'the campaign is paused'),
        }),
      });
    }
    return;
  }

  const waiting = messages.filter(({ state }) => state.status === 'approved' && !state.immediate);
  if (waiting.length === 0) return;
  const zone = profile.timezone ?? 'UTC';
  const now = store.now().getTime();
  const today = localDay(now, zone);
  const { state: quota } = await store.load(job.tenant, ref('quota', `${job.id}-${today}`));
  const usedByDay: Record<string, number> = { [today]: quotaUsed(quota) };
  for (const { state } of messages) {
    const planned = (state.status === 'scheduled' || state.status === 'claimed') && state.scheduledDay;
    if (planned) usedByDay[planned] = (usedByDay[planned] ?? 0) + 1;
  }
  const seed = randomInt(2 ** 32);
  // the sandbox's gaps count from the last mail that is planned already
  const last = Math.max(
    ...messages.map(({ state }) => (state.status === 'scheduled' ? Date.parse(state.scheduledAt ?? '') : 0)),
  );
  const plan = planSends({
    now: deps.sendGap ? Math.max(now, last) : now,
    count: waiting.length,
    dailyLimit: campaignNow.dailyLimit,
    usedByDay,
    window: { zone, ...DEFAULT_WINDOW },
    seed,
    gapSeconds: deps.sendGap,
  });
  for (const [index, { id }] of waiting.entries()) {
    const drawn = plan[index];
    if (!drawn) break;
    const entry = {
      at: new Date(drawn.at).toISOString(),
      seed,
      zone,
      day: drawn.day,
      dailyLimit: campaignNow.dailyLimit,
    };
    await store.run({
      tenant: job.tenant,
      cause,
      streams: { message: ref('message', id), campaign },
      decide: (states) => ({
        message: states.campaign.status === 'active' ? scheduleEmail(states.message, entry) : [],
      }),
    });
  }
};
