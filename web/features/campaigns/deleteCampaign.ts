import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';
import { stillLeaving } from './stillLeaving.ts';

/** DELETE /api/campaigns/{id} */
export function deleteCampaign(id: string) {
  return unwrap(client.api.campaigns[':id'].$delete({ param: { id } }));
}

/** `leave` goes away from what shows the campaign, before it is looked for again and not found. */
export function useDeleteCampaign(id: string, leave: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => deleteCampaign(id),
    meta: { failure: failure('Error', 'Failed to delete campaign') },
    onSuccess: async ({ sendingNow }) => {
      showToast({
        title: 'Campaign Deleted',
        text: `Its messages that were not sent are cancelled.${stillLeaving(sendingNow)}`,
      });
      leave();
      await refetchCampaigns(queries);
    },
  });
}
