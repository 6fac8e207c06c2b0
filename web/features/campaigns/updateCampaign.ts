import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FollowUpChangesView } from '../../../api/views.ts';
import type { CampaignPatch } from '../../../events/inputs/campaigns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { refusalOr } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** PATCH /api/campaigns/{id} */
export function updateCampaign(id: string, patch: CampaignPatch) {
  return unwrap(client.api.campaigns[':id'].$patch({ param: { id }, json: patch }));
}

/** `changes`: what the user was asked, if the edit concerns follow-ups that wait. */
type Edit = { patch: CampaignPatch; changes?: FollowUpChangesView | undefined };

export function useUpdateCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ patch }: Edit) => updateCampaign(id, patch),
    meta: { failure: refusalOr('Error', 'Failed to update campaign. Please try again.') },
    onSuccess: async (_, { changes }) => {
      const reached = changes ? changes.changed + changes.toReview : 0;
      const text = reached > 0 ? 'Waiting follow-ups take the changes.' : 'Existing texts are kept.';
      showToast({ title: 'Campaign Updated', text });
      await refetchCampaigns(queries);
    },
  });
}
