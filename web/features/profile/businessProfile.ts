import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BusinessProfileView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The business profile, or null before onboarding. GET /api/business-profile */
export function fetchBusinessProfile(): Promise<BusinessProfileView | null> {
  return unwrap(client.api['business-profile'].$get());
}

export function businessProfileQuery() {
  return queryOptions({
    queryKey: ['business-profile'],
    queryFn: fetchBusinessProfile,
    // The shell waits while this is pending: a screen that retried after a failure would be taken away, come back, and ask again.
    retryOnMount: false,
  });
}

export function useBusinessProfile() {
  return useQuery(businessProfileQuery());
}
