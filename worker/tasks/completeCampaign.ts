import { readCampaigns } from '../../db/read/campaigns.ts';
import { ref } from '../../db/store.ts';
import { completeCampaign as decideCompleted } from '../../events/campaign.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** Completes an active campaign when the last of its messages has its final fate. */
export const completeCampaign: Handler = async (deps, job) => {
  const [row] = await readCampaigns(deps.store, job.tenant, job.id);
  if (!row) return;
  await deps.store.run({
    tenant: job.tenant,
    cause: causeOf('complete-campaign', job),
    streams: { campaign: ref('campaign', job.id) },
    decide: ({ campaign }) => ({ campaign: decideCompleted(campaign, row.counts) }),
  });
};
