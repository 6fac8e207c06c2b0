import type { CampaignView } from '../../../api/views.ts';

export type CampaignStep = 'add' | 'generate' | 'review' | 'start' | 'pause' | 'view';

/**
 * A person's next step with a campaign: its button in the list. The page highlights it only if it is add, generate, review or start. Texts are read
 * before it starts.
 */
export function nextStep(campaign: CampaignView): CampaignStep {
  if (campaign.status === 'completed') return 'view';
  if (campaign.partnerCount === 0) return 'add';
  if (campaign.missingCount > 0) return 'generate';
  if (campaign.reviewCount > 0) return 'review';
  return campaign.status === 'active' ? 'pause' : 'start';
}

/** Draft, and nothing of it was sent: its texts can still be written again as a whole. */
export function isUntouched(campaign: CampaignView): boolean {
  return campaign.status === 'draft' && campaign.sentCount === 0;
}

/** Generate Messages belongs to an untouched draft, and to any campaign that partners without a text have joined. */
export function offersGenerate(campaign: CampaignView): boolean {
  return isUntouched(campaign) || campaign.missingCount > 0;
}
