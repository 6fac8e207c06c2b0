import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PartnerDetailView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';

/** One partner with the parts of the score, the evidence and the history. GET /api/partners/{id} */
export function fetchPartnerDetail(id: string): Promise<PartnerDetailView> {
  return answer(client.api.partners[':id'].$get({ param: { id } }));
}

export function partnerDetailQuery(id: string) {
  return queryOptions({ queryKey: ['partners', 'detail', id], queryFn: () => fetchPartnerDetail(id) });
}

export function usePartnerDetail(id: string) {
  return useQuery(partnerDetailQuery(id));
}
