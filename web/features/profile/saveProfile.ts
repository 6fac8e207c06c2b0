import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BusinessProfileUpdate } from '../../../events/inputs/business.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { businessProfileQuery } from './businessProfile.ts';

/** Changes what is given and leaves the rest. PUT /api/business-profile */
export function saveProfile(json: BusinessProfileUpdate) {
  return unwrap(client.api['business-profile'].$put({ json }));
}

export function useSaveProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveProfile,
    meta: { failure: failure('Error', 'Failed to update profile') },
    onSuccess: () => queries.invalidateQueries({ queryKey: businessProfileQuery().queryKey }),
  });
}
