import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import {
  continueCampaign,
  completeCampaign as decideCompleted,
  reopenForPartners,
} from '../../events/campaigns/campaign.ts';
import { isFinal } from '../../events/messages/messageState.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import { scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach } from '../defineTask.ts';

/** Completes an active campaign when the last of its messages has its final fate. */
export const completeCampaign = defineTask({
  name: 'complete-campaign',
  lane: 'decide',
  on: {
    ...onEach(
      ['EmailSent', 'EmailFailed', 'EmailMarkedSent', 'MessageAbandoned', 'MessageCancelled', 'MessageUnfit'],
      (event) => keyed('complete', campaignOf(event)),
    ),
    // its last message may have ended while the campaign was paused
    ...onEach(['CampaignStarted', 'CampaignResumed'], (event) => keyed('complete', event)),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const [row] = await readCampaigns(store, job.tenant, job.id);
    if (!row) return;
    const scope = scopeOf('complete-campaign', job);
    const campaign = ref('campaign', job.id);
    const { state } = await store.decide(scope, campaign, (now) =>
      decideCompleted(now, { messages: row.counts.all, open: row.counts.open + row.counts.toFollow }),
    );
    if (state.status !== 'completed') return;
    // a partner who joined between the count and the commit found the campaign still active; the committing worker may have died
    const [after] = await readCampaigns(store, job.tenant, job.id);
    if (!after || after.counts.openPlanned === 0) return;
    const messages = await readMessages(store, job.tenant, { campaignId: job.id });
    const joined = messages.some(
      ({ state: { status, step, followUp } }) => !isFinal(status) && !isUnplanned(step) && followUp === null,
    );
    // a follow-up that goes on needs no review of the campaign
    await store.decide(scope, campaign, joined ? reopenForPartners : continueCampaign);
  },
});
