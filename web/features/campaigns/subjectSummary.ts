import type { CampaignView } from '../../../api/views.ts';

/** What the subject line will be, in words. */
export function subjectSummary(campaign: CampaignView): string {
  if (campaign.subjectType === 'static') return campaign.staticSubject ?? '';
  return `written for each partner, inviting them to ${campaign.invitationText ?? ''}`;
}
