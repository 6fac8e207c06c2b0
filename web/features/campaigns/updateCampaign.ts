import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CampaignPatch } from '../../../events/inputs/campaigns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { refusalOr } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** PATCH /api/campaigns/{id} */
export function updateCampaign(id: string, patch: CampaignPatch) {
  return unwrap(client.api.campaigns[':id'].$patch({ param: { id }, json: patch }));
}

export function useUpdateCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (patch: CampaignPatch) => updateCampaign(id, patch),
    meta: { failure: refusalOr('Error', 'Failed to update campaign. Please try again.') },
    onSuccess: async (_, patch) => {
      const text = patch.followUps ? 'Waiting follow-ups take the changes.' : 'Existing texts are kept.';
      showToast({ title: 'Campaign Updated', text });
      await refetchCampaigns(queries);
    },
  });
}
