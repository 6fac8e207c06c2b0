import { lastRuns } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { finishMessages } from '../../events/campaigns/campaign.ts';
import { scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach } from '../defineTask.ts';

/** Messages that are looked up at once. */
const MESSAGES = 500;

/** Ends a run of message writing once each of its messages was written or has failed. */
export const finishMessageRun = defineTask({
  name: 'finish-messages',
  lane: 'decide',
  // write-message adds it once its text is judged
  on: onEach(['MessageUnfit', 'MessageGenerationFailed'], (event) => keyed('finish', campaignOf(event))),
  needs: ['store'],
  handler: async ({ store }, job) => {
    const campaign = ref('campaign', job.id);
    const { state } = await store.load(job.tenant, campaign);
    if (!state.generation) return;
    const { runId, messageIds } = state.generation;
    let generated = 0;
    // the last ones are written last: a run that goes on is known by one page
    for (let end = messageIds.length; end > 0; end -= MESSAGES) {
      const page = messageIds.slice(Math.max(0, end - MESSAGES), end);
      const done = (await lastRuns(store, job.tenant, page)).filter((run) => run.runId === runId);
      if (done.length < page.length) return;
      generated += done.filter(({ outcome }) => outcome === 'generated').length;
    }
    await store.decide(scopeOf('finish-messages', job), campaign, (campaign) =>
      finishMessages(campaign, runId, generated, messageIds.length - generated),
    );
  },
});
