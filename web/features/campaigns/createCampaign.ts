import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CampaignForm } from '../../../events/inputs/campaigns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** POST /api/campaigns; only the subject field of the chosen type is sent. */
export function createCampaign(form: CampaignForm) {
  const { staticSubject, invitationText, ...rest } = form;
  const subject = form.subjectType === 'static' ? { staticSubject } : { invitationText };
  return unwrap(client.api.campaigns.$post({ json: { ...rest, ...subject } }));
}

export function useCreateCampaign() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createCampaign,
    meta: { failure: failure('Error', 'Failed to create campaign') },
    onSuccess: async (_answer, { name }) => {
      showToast({ title: 'Campaign Created', text: `${name} is a draft. Add partners to it next.` });
      await refetchCampaigns(queries);
    },
  });
}
