import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The whole list, or only the approved. GET /api/partners */
export function fetchPartners(status?: 'approved'): Promise<PartnerView[]> {
  return unwrap(client.api.partners.$get({ query: status ? { status } : {} }));
}

export function partnersQuery(status?: 'approved') {
  return queryOptions({
    queryKey: status ? ['partners', 'list', status] : ['partners', 'list'],
    queryFn: () => fetchPartners(status),
  });
}

export function usePartners(status?: 'approved') {
  return useQuery(partnersQuery(status));
}
