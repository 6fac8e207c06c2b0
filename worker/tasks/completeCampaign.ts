import { plannedOf, remainingOf } from '../../db/read/campaigns.ts';
import { ref, type Store } from '../../db/store.ts';
import {
  continueCampaign,
  completeCampaign as decideCompleted,
  reopenForPartners,
} from '../../events/campaigns/campaign.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach, queueTime, type Run } from '../defineTask.ts';

/** The last email of a campaign, whose commit saw others leave, asks for no completion of its own. */
const AGAIN_MS = 2_000;

/** Completes an active campaign when the last of its messages has its final fate. */
export const completeCampaign = defineTask({
  name: 'complete-campaign',
  lane: 'decide',
  on: {
    EmailSent: (event) => event.data.last !== false && keyed('complete', campaignOf(event)),
    ...onEach(['EmailFailed', 'EmailMarkedSent', 'MessageAbandoned', 'MessageCancelled', 'MessageUnfit'], (event) =>
      keyed('complete', campaignOf(event)),
    ),
    // its last message may have ended while the campaign was paused
    ...onEach(['CampaignStarted', 'CampaignResumed'], (event) => keyed('complete', event)),
  },
  needs: ['store'],
  handler: async ({ store }, job, run) => {
    const scope = scopeOf('complete-campaign', job);
    const campaign = ref('campaign', job.id);
    const { status } = (await store.load(job.tenant, campaign)).state;
    if (status !== 'active' && status !== 'completed') return;
    if (status === 'active') {
      const remaining = await remainingOf(store, job.tenant, job.id);
      if (remaining === 'leaving') await lookAgain(store, job, run);
      if (remaining !== 'nothing') return;
      const { state } = await store.decide(scope, campaign, (now) => decideCompleted(now, { messages: 1, open: 0 }));
      if (state.status !== 'completed') return;
    }
    // a partner who joined between the look and the commit found the campaign still active; the committing worker may have died
    if ((await remainingOf(store, job.tenant, job.id)) === 'nothing') return;
    const planned = await plannedOf(store, job.tenant, job.id);
    if (planned === 'nothing') return;
    // a follow-up that goes on needs no review of the campaign
    await store.decide(scope, campaign, planned === 'first' ? reopenForPartners : continueCampaign);
  },
});

async function lookAgain(store: Store, job: JobPayload, run: Run): Promise<void> {
  const jobKey = `again:complete:${job.tenant}:${job.id}`;
  await run.addJob('complete-campaign', job, { runAt: await queueTime(store, AGAIN_MS), jobKey });
}
