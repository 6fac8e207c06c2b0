import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerDecidedView, PartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from './refetchPartners.ts';
import { rememberUndo, useUndoDecision } from './undoDecision.ts';

export type Decision = 'approved' | 'rejected';

/** PATCH /api/partners/{id}/status */
export function changeStatus(id: string, status: Decision): Promise<PartnerDecidedView> {
  return unwrap(client.api.partners[':id'].status.$patch({ param: { id }, json: { status } }));
}

/** Approves or rejects one partner, with a way back in the notice. `removed` words it for the Approved screen. */
export function useChangeStatus(removed = false) {
  const queries = useQueryClient();
  const undo = useUndoDecision();
  return useMutation({
    mutationFn: (change: { partner: Pick<PartnerView, 'id' | 'name'>; status: Decision }) =>
      changeStatus(change.partner.id, change.status),
    meta: { failure: failure('Update Failed', 'Failed to update partner status. Please try again.') },
    onSuccess: async ({ undo: decision }, { partner, status }) => {
      const name = partner.name ?? 'Partner';
      const what = status === 'approved' ? 'approved' : removed ? 'removed from approved list' : 'rejected';
      const act = decision === null ? null : rememberUndo(() => undo.mutate({ partner, decision }));
      showToast({
        title: 'Partner Updated',
        text: `${name} ${what}.`,
        ...(act && { action: { label: 'Undo', instead: `Undo the decision on ${name}`, act } }),
      });
      await refetchPartners(queries);
    },
  });
}
