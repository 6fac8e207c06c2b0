import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** PUT /api/campaigns/{id}/status */
export function setCampaignStatus(id: string, status: 'active' | 'paused') {
  return answer(client.api.campaigns[':id'].status.$put({ param: { id }, json: { status } }));
}

export function useSetCampaignStatus(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: 'active' | 'paused') => setCampaignStatus(id, status),
    meta: { failure: failure('Error', 'Failed to update campaign status') },
    onSuccess: async (_answer, status) => {
      showToast({
        title: 'Status Updated',
        text:
          status === 'active'
            ? 'The campaign is active. Emails go out at random intervals.'
            : 'The campaign is paused. Nothing more goes out until you resume it.',
      });
      await refetchCampaigns(queries);
    },
  });
}
