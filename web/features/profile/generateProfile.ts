import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, GeneratedProfileView } from '../../../api/views.ts';
import type { PartnerProfileRequest } from '../../../events/inputs/business.ts';
import { answer, client, isAccepted } from '../../lib/client.ts';
import { fixedFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { businessProfileQuery } from './businessProfile.ts';

/** Asks the AI for the ideal partner; takes up to a minute. POST /api/partner-profile/generate */
export function generateProfile(json: PartnerProfileRequest): Promise<GeneratedProfileView | AcceptedView> {
  return answer(client.api['partner-profile'].generate.$post({ json }));
}

export function useGenerateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: generateProfile,
    meta: { failure: fixedFailure('Generation Failed', 'Failed to generate partner profile. Please try again.') },
    onSuccess: async (result) => {
      await queries.invalidateQueries({ queryKey: businessProfileQuery().queryKey });
      if (!isAccepted(result)) {
        showToast({
          title: 'Partner Profile Generated',
          text: 'Check whom we will look for, then find your partners.',
        });
      }
    },
  });
}
