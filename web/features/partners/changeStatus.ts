import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

export type Decision = 'approved' | 'rejected';

/** PATCH /api/partners/{id}/status */
export function changeStatus(id: string, status: Decision) {
  return answer(client.api.partners[':id'].status.$patch({ param: { id }, json: { status } }));
}

/** What shows partners or counts them, after partners changed. */
export function refetchPartners(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['partners'] }),
    queries.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}

/** Approves or rejects one partner. `removed` words the notice for the Approved screen. */
export function useChangeStatus(removed = false) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { partner: Pick<PartnerView, 'id' | 'name'>; status: Decision }) =>
      changeStatus(change.partner.id, change.status),
    meta: { failure: failure('Update Failed', 'Failed to update partner status. Please try again.') },
    onSuccess: async (_answer, { partner, status }) => {
      const what = status === 'approved' ? 'approved' : removed ? 'removed from approved list' : 'rejected';
      showToast({ title: 'Partner Updated', text: `${partner.name ?? 'Partner'} ${what}.` });
      await refetchPartners(queries);
    },
  });
}
