import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { finishMessages } from '../../events/campaigns/campaign.ts';
import { scopeOf } from '../context.ts';
import { campaignOf, defineTask, keyed, onEach } from '../defineTask.ts';

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
    const inRun = new Set(messageIds);
    const messages = (await readMessages(store, job.tenant, { campaignId: job.id })).filter(({ id }) => inRun.has(id));
    const done = messages.filter(({ state: message }) => message.lastRun?.runId === runId);
    if (done.length < messageIds.length) return;
    const generated = done.filter(({ state: message }) => message.lastRun?.outcome === 'generated').length;
    await store.decide(scopeOf('finish-messages', job), campaign, (campaign) =>
      finishMessages(campaign, runId, generated, done.length - generated),
    );
  },
});
