import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CampaignForm } from '../../../events/inputs/campaigns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { fixedFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** PATCH /api/campaigns/{id}; the subject field of the other type is dropped, and empty instructions. */
export function updateCampaign(id: string, form: CampaignForm) {
  const { staticSubject, invitationText, messagePrompt, ...rest } = form;
  const subject = form.subjectType === 'static' ? { staticSubject } : { invitationText };
  const prompt = messagePrompt ? { messagePrompt } : {};
  return unwrap(client.api.campaigns[':id'].$patch({ param: { id }, json: { ...rest, ...subject, ...prompt } }));
}

export function useUpdateCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: CampaignForm) => updateCampaign(id, form),
    meta: { failure: fixedFailure('Error', 'Failed to update campaign. Please try again.') },
    onSuccess: async () => {
      showToast({ title: 'Campaign Updated', text: 'Existing texts are kept.' });
      await refetchCampaigns(queries);
    },
  });
}
