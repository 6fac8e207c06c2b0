import { readCampaigns } from '../../db/read/campaigns.ts';
import { ref } from '../../db/store.ts';
import { completeCampaign as decideCompleted, reopenForPartners } from '../../events/campaigns/campaign.ts';
import { causeOf } from '../context.ts';
import type { Handler } from './task.ts';

/** Completes an active campaign when the last of its messages has its final fate. */
export const completeCampaign: Handler = async (deps, job) => {
  const [row] = await readCampaigns(deps.store, job.tenant, job.id);
  if (!row) return;
  const command = {
    tenant: job.tenant,
    cause: causeOf('complete-campaign', job),
    streams: { campaign: ref('campaign', job.id) },
  };
  const { states } = await deps.store.run({
    ...command,
    decide: ({ campaign }) => ({ campaign: decideCompleted(campaign, { ...row.counts, messages: row.counts.all }) }),
  });
  if (states.campaign.status !== 'completed') return;
  // a partner who joined between the count and the commit found the campaign still active; and whoever committed it may have died since
  const [after] = await readCampaigns(deps.store, job.tenant, job.id);
  if (!after || after.counts.openPlanned === 0) return;
  await deps.store.run({ ...command, decide: ({ campaign }) => ({ campaign: reopenForPartners(campaign) }) });
};
