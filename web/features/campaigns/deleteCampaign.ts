import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** DELETE /api/campaigns/{id} */
export async function deleteCampaign(id: string): Promise<void> {
  await client.api.campaigns[':id'].$delete({ param: { id } });
}

/** `leave` goes away from what shows the campaign, before it is looked for again and not found. */
export function useDeleteCampaign(id: string, leave: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => deleteCampaign(id),
    meta: { failure: failure('Error', 'Failed to delete campaign') },
    onSuccess: async () => {
      showToast({ title: 'Campaign Deleted', text: 'Its messages that were not sent are cancelled.' });
      leave();
      await refetchCampaigns(queries);
    },
  });
}
