import { approveTexts } from '../../db/approve/approveTexts.ts';
import { scopeOf } from '../context.ts';
import { about, defineTask, onEach } from '../defineTask.ts';

/** Approves the texts that the request of Start left: it takes the first ones itself, so that it answers in time. */
export const approveStarted = defineTask({
  name: 'approve-texts',
  lane: 'decide',
  on: onEach(['CampaignStarted', 'CampaignResumed'], about),
  needs: ['store'],
  handler: async ({ store }, job) => {
    const [stream, version] = job.causationId?.split('@') ?? [];
    if (!stream) return;
    const start = { stream, version: Number(version) };
    await approveTexts(store, scopeOf('approve-texts', job), job.id, { start });
  },
});
