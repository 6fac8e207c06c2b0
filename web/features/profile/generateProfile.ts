import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, GeneratedProfileView } from '../../../api/views.ts';
import { isBudgetReason } from '../../../events/ai/budget.ts';
import type { PartnerProfileRequest } from '../../../events/inputs/business.ts';
import { hasStatus, serverWords } from '../../lib/apiError.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure, fixedFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import {
  awaitProfile,
  expectProfile,
  forgetAwaitedProfile,
  PROFILE_FAILED,
  PROFILE_GENERATED,
} from './awaitedProfile.ts';
import { businessProfileQuery } from './businessProfile.ts';

/** Asks the AI for the ideal partner; takes up to a minute. POST /api/partner-profile/generate */
export function generateProfile(json: PartnerProfileRequest): Promise<GeneratedProfileView | AcceptedView> {
  return unwrap(client.api['partner-profile'].generate.$post({ json }));
}

/** Asks, and says what came of it; useAwaitedProfile says what outlasts the call. `owner` is the user's id. */
export function useGenerateProfile(owner: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: generateProfile,
    meta: {
      // another one is being written, or the budget is used up: the server says so
      failure: (error) =>
        (hasStatus(error, 409) || isBudgetReason(serverWords(error, '')) ? failure : fixedFailure)(
          PROFILE_FAILED.title,
          PROFILE_FAILED.text,
        )(error),
    },
    onMutate: () => expectProfile(owner, queries.getQueryData(businessProfileQuery().queryKey)),
    // whether one is under way, whatever came back
    onError: (error) => {
      forgetAwaitedProfile(error);
      return queries.invalidateQueries({ queryKey: businessProfileQuery().queryKey });
    },
    onSuccess: async (result) => {
      await queries.invalidateQueries({ queryKey: businessProfileQuery().queryKey });
      // only now: what the screen knew before says nothing about this request
      if (isAccepted(result)) return awaitProfile(owner);
      forgetAwaitedProfile();
      showToast(PROFILE_GENERATED);
    },
  });
}
