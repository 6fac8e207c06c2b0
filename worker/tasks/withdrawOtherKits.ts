import { approvedWithOther, campaignsWithKit, readKits } from '../../db/read/mediaKits.ts';
import { ref } from '../../db/store.ts';
import { withdrawOtherKit } from '../../events/messages/mediaKit.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { about, defineTask, onEach } from '../defineTask.ts';

const TASK = 'withdraw-other-kits';

/** The media kit changed, or a campaign turned it on or off. Emails that were approved otherwise go back to review. A dispatch checks it, too. */
export const withdrawOtherKits = defineTask({
  name: TASK,
  lane: 'decide',
  on: {
    ...onEach(['MediaKitUploaded', 'MediaKitRemoved'], about),
    CampaignEdited: ({ id, data }) => data.changed.includes('mediaKit') && { id, also: { campaignId: id } },
  },
  needs: ['store'],
  handler: async (deps, job) => {
    if (job.also?.campaignId) return ofCampaign(deps, job, job.also.campaignId);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const ids: string[] = await campaignsWithKit(deps.store, job.tenant, after);
      for (const id of ids) await ofCampaign(deps, job, id);
      after = ids.at(-1);
    }
  },
});

async function ofCampaign({ store }: Needs<'store'>, job: JobPayload, campaignId: string): Promise<void> {
  const { tenant } = job;
  const kitFor = await readKits(store, tenant, campaignId);
  const first = kitFor({ step: '1', followUp: null });
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await approvedWithOther(store, tenant, campaignId, first?.hash ?? '', after);
    for (const id of ids)
      await store.decide(scopeOf(TASK, job), ref('message', id), (now) => withdrawOtherKit(now, kitFor(now)));
    after = ids.at(-1);
  }
}
