import { queryOptions, useIsMutating, useQuery } from '@tanstack/react-query';
import type { PartnerDetailView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** One partner with the parts of the score, the evidence and the history. GET /api/partners/{id} */
export function fetchPartnerDetail(id: string): Promise<PartnerDetailView> {
  return unwrap(client.api.partners[':id'].$get({ param: { id } }));
}

export function partnerDetailQuery(id: string) {
  return queryOptions({ queryKey: ['partners', 'detail', id], queryFn: () => fetchPartnerDetail(id) });
}

/** The key of the mutations after which a partner is gone; their variables are the partner. */
export const LEAVING = ['partner', 'leaving'];

export function usePartnerDetail(id: string) {
  const leaving = useIsMutating({
    mutationKey: LEAVING,
    predicate: ({ state }) => (state.variables as { id: string } | undefined)?.id === id,
  });
  // who is being deleted is not asked for: a notice of that may be faster than its answer
  return useQuery({ ...partnerDetailQuery(id), enabled: leaving === 0 });
}
