import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverWords } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { outcomeUncertain } from './outcomeUncertain.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';
import { stillLeaving } from './stillLeaving.ts';

const FAILED = 'Failed to update campaign status';

/** PUT /api/campaigns/{id}/status */
export function setCampaignStatus(id: string, status: 'active' | 'paused') {
  return unwrap(client.api.campaigns[':id'].status.$put({ param: { id }, json: { status } }));
}

/** A pause that the server did not confirm leaves open whether mails still go out; one that it refused does not. */
export function pauseFailure(error: Error): ToastText {
  const doubt = `${FAILED}. The campaign may still be running: pause it again.`;
  return { title: 'Error', text: outcomeUncertain(error) ? doubt : serverWords(error, FAILED) };
}

/** Starts a draft or resumes a paused campaign. */
export function useStartCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => setCampaignStatus(id, 'active'),
    meta: { failure: failure('Error', FAILED) },
    onSuccess: () =>
      showToast({ title: 'Status Updated', text: 'The campaign is active. Emails go out at random intervals.' }),
    onSettled: () => refetchCampaigns(queries),
  });
}

export function usePauseCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => setCampaignStatus(id, 'paused'),
    meta: { failure: pauseFailure },
    onSuccess: ({ sendingNow }) =>
      showToast({
        title: 'Status Updated',
        text: `The campaign is paused. Nothing more goes out until you resume it.${stillLeaving(sendingNow)}`,
      }),
    onSettled: () => refetchCampaigns(queries),
  });
}
