import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPartnersView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** POST /api/campaigns/{id}/partners */
export function addPartners(campaignId: string, partnerIds: string[]): Promise<AddPartnersView> {
  return answer(client.api.campaigns[':id'].partners.$post({ param: { id: campaignId }, json: { partnerIds } }));
}

function skippedText(skipped: AddPartnersView['skipped']): string {
  if (skipped.length === 0) return '';
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].join(', ');
  return ` ${skipped.length} left out: ${reasons}.`;
}

/** Adds partners to a campaign; the failure's title differs by screen. */
export function useAddPartners(failureTitle: 'Failed to Add Partners' | 'Error') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (added: { campaignId: string; campaignName: string; partnerIds: string[] }) =>
      addPartners(added.campaignId, added.partnerIds),
    meta: { failure: failure(failureTitle, 'Failed to add partners to campaign') },
    onSuccess: async ({ addedCount, skipped }, { campaignName }) => {
      showToast({
        title: 'Partners Added',
        text: `${counted(addedCount, 'partner')} added to ${campaignName}.${skippedText(skipped)}`,
      });
      await refetchCampaigns(queries);
    },
  });
}
