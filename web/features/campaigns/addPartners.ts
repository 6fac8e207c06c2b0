import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPartnersView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

type Title = 'Failed to Add Partners' | 'Error';

/** POST /api/campaigns/{id}/partners */
export function addPartners(campaignId: string, partnerIds: string[]): Promise<AddPartnersView> {
  return answer(client.api.campaigns[':id'].partners.$post({ param: { id: campaignId }, json: { partnerIds } }));
}

function leftOut(skipped: AddPartnersView['skipped']): string {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].join(', ');
  return `${skipped.length} left out: ${reasons}.`;
}

/** What became of the partners that were to be added; nobody added is a failure. */
export function addedText(result: AddPartnersView, campaignName: string, failureTitle: Title): ToastText {
  const { addedCount, skipped } = result;
  if (addedCount === 0)
    return { title: failureTitle, text: `Nobody was added. ${leftOut(skipped)}`, variant: 'destructive' };
  const added = `${counted(addedCount, 'partner')} added to ${campaignName}.`;
  return { title: 'Partners Added', text: skipped.length > 0 ? `${added} ${leftOut(skipped)}` : added };
}

/** Adds partners to a campaign; the failure's title differs by screen. */
export function useAddPartners(failureTitle: Title) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (added: { campaignId: string; campaignName: string; partnerIds: string[] }) =>
      addPartners(added.campaignId, added.partnerIds),
    meta: { failure: failure(failureTitle, 'Failed to add partners to campaign') },
    onSuccess: async (result, { campaignName }) => {
      showToast(addedText(result, campaignName, failureTitle));
      await refetchCampaigns(queries);
    },
  });
}
