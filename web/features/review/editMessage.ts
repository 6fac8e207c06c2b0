import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageSave } from '../../../events/inputs/campaigns.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { messageEditFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';

/** Changes and approves one text; 409 when another than `seen` was saved first. PATCH /api/campaign-sends/{id} */
export function editMessage(id: string, json: MessageSave) {
  return unwrap(client.api['campaign-sends'][':id'].$patch({ param: { id }, json }));
}

/** `done`: what the notice says. */
export function useEditMessage(done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (edit: { id: string; text: MessageSave }) => editMessage(edit.id, edit.text),
    meta: { failure: messageEditFailure },
    // the other text, or that it was sent, is to be seen at once
    onError: async (error) => {
      if (hasStatus(error, 409)) await refetchCampaigns(queries);
    },
    onSuccess: async ({ flaws }) => {
      await refetchCampaigns(queries);
      // last: after this nothing is unsaved, so closing asks nothing
      const text = flaws.length > 0 ? 'Your text is saved, but it was flagged. Read why before you approve it.' : done;
      showToast({ title: 'Message Updated', text });
    },
  });
}
