import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageEdit } from '../../../events/inputs/campaigns.ts';
import { answer, client } from '../../lib/client.ts';
import { messageEditFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** Changes and approves one text. PATCH /api/campaign-sends/{id} */
export function editMessage(id: string, json: MessageEdit) {
  return answer(client.api['campaign-sends'][':id'].$patch({ param: { id }, json }));
}

/** `done`: what the notice says. */
export function useEditMessage(done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (edit: { id: string; text: MessageEdit }) => editMessage(edit.id, edit.text),
    meta: { failure: messageEditFailure },
    onSuccess: async () => {
      showToast({ title: 'Message Updated', text: done });
      await refetchCampaigns(queries);
    },
  });
}
