import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BusinessStep } from '../../../events/inputs/business.ts';
import { client, unwrap } from '../../lib/client.ts';
import { browserZone } from '../../lib/dates.ts';
import { fixedFailure } from '../../lib/errorCatalogue.ts';
import { businessProfileQuery } from './businessProfile.ts';
import { saveProfile } from './saveProfile.ts';

/** Onboarding, step 1: POST /api/business-profile, and the browser's time zone with it, since send windows are local times. */
export async function createProfile(step: BusinessStep): Promise<void> {
  await unwrap(client.api['business-profile'].$post({ json: step }));
  await saveProfile({ timezone: browserZone() });
}

export function useCreateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createProfile,
    meta: {
      failure: fixedFailure('Profile Creation Failed', 'Failed to create your business profile. Please try again.'),
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: businessProfileQuery().queryKey }),
  });
}
