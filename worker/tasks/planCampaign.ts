import { randomInt } from 'node:crypto';
import { planLock } from '../../db/locks.ts';
import { ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { readMessages } from '../../db/read/messages.ts';
import { planBasis } from '../../db/read/planBasis.ts';
import { type Ref, ref } from '../../db/store.ts';
import { isResend } from '../../events/messages/resend.ts';
import { scheduleEmail, unscheduleEmail } from '../../events/messages/sendTime.ts';
import { planSends } from '../../events/sending/sendPlan.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { cancelMessages } from './cancelMessages.ts';
import type { Handler } from './task.ts';

/** So many times are drawn in one transaction: it must stay short, because an open one holds every tail of the log back. */
const BATCH = 10;
/** How often a plan is drawn anew because one of its messages, or the campaign, changed before the commit. */
const CONFLICTS = 20;

/**
 * Draws the send times of a campaign's approved messages, once each. A campaign that does not send (paused, completed) gives the times
 * of its waiting messages back. One that was deleted cancels what waits.
 */
export const planCampaign: Handler = async (deps, job, run) => {
  const { state: campaign } = await deps.store.load(job.tenant, ref('campaign', job.id));
  if (campaign.status === 'none') return;
  // a mail that was on its way when the campaign was deleted turned out unsent
  if (campaign.status === 'deleted') return cancelMessages(deps, job, run);
  if (campaign.status !== 'active') return giveBack(deps, job);
  for (let conflicts = 0; ; ) {
    try {
      if (!(await planSome(deps, job))) return;
    } catch (error) {
      conflicts += 1;
      if (!(error instanceof ConcurrencyConflict) || conflicts > CONFLICTS) throw error;
    }
  }
};

async function giveBack({ store }: Deps, job: JobPayload): Promise<void> {
  for (const { id, state } of await readMessages(store, job.tenant, { campaignId: job.id })) {
    if (state.status !== 'scheduled') continue;
    await store.run({
      ...scopeOf('plan-campaign', job),
      streams: { message: ref('message', id), campaign: ref('campaign', job.id) },
      decide: (now) => ({
        message: now.campaign.status === 'active' ? [] : unscheduleEmail(now.message, 'the campaign is paused'),
      }),
    });
  }
}

/** What guards a batch: the campaign, so that a pause that was answered is final, and what the times are drawn from. */
type Batch = { campaign: Ref<'campaign'>; mailbox: Ref<'mailbox'>; profile: Ref<'profile'> } & {
  [message: `message ${string}`]: Ref<'message'>;
};

/**
 * Draws and stores the next times; answers whether more messages wait for theirs. One plan of a tenant is drawn at a time, under a lock:
 * so each sees the times of all others, of other campaigns, too, and keeps the gap from them. All of it is one commit: a second one in the
 * same transaction would come too early in the tail, before what others wrote to its streams meanwhile. Throws ConcurrencyConflict.
 */
async function planSome(deps: Deps, job: JobPayload): Promise<boolean> {
  const { store, sendGap } = deps;
  const more = await store.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(planLock(job.tenant))}::bigint)`;
    const messages = await readMessages(store, job.tenant, { campaignId: job.id });
    const waiting = messages
      .filter(({ state }) => state.status === 'approved' && !state.immediate && !isResend(state.step))
      .slice(0, BATCH);
    if (waiting.length === 0) return false;
    const { state: campaign } = await store.load(job.tenant, ref('campaign', job.id));
    const { input, drawnFrom, held, stands } = await planBasis(deps, job.tenant, job.id, campaign, { replan: false });
    // what waits is planned when that is mended
    if (held) return false;
    const seed = randomInt(2 ** 32);
    const plan = planSends({ ...input, count: waiting.length, seed, gapSeconds: sendGap });
    const streams: Batch = {
      campaign: ref('campaign', job.id),
      mailbox: ref('mailbox', job.tenant),
      profile: ref('profile', job.tenant),
    };
    for (const { id } of waiting.slice(0, plan.length)) streams[`message ${id}`] = ref('message', id);
    const { committed } = await store.runIn(tx, {
      ...scopeOf('plan-campaign', job),
      streams,
      decide: (now) => {
        if (now.campaign.status !== 'active') return {};
        const { sendWindow, dailyLimit } = now.campaign;
        const sameRules = sameJson(sendWindow, campaign.sendWindow) && dailyLimit === campaign.dailyLimit;
        if (!sameRules || !stands(now)) throw new ConcurrencyConflict();
        return Object.fromEntries(
          plan.flatMap(({ at, day }, index) => {
            const name = `message ${waiting[index]?.id}` as const;
            const state = now[name];
            const entry = { at: new Date(at).toISOString(), seed, day, ...drawnFrom, gapSeconds: sendGap ?? null };
            return state ? [[name, scheduleEmail(state, entry)]] : [];
          }),
        );
      },
    });
    return committed.length > 0 && waiting.length === BATCH;
  });
  return more as boolean;
}
