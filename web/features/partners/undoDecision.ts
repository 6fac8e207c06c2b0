import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from './refetchPartners.ts';

/** Takes an approval or a rejection back: the partner is pending again. POST /api/partners/{id}/undo-decision */
export function undoDecision(id: string) {
  return answer(client.api.partners[':id']['undo-decision'].$post({ param: { id } }));
}

export function useUndoDecision() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (partner: Pick<PartnerView, 'id' | 'name'>) => undoDecision(partner.id),
    meta: { failure: failure('Update Failed', 'Failed to undo the decision. Please try again.') },
    onSuccess: async (_answer, partner) => {
      showToast({ title: 'Partner Updated', text: `${partner.name ?? 'Partner'} is pending again.` });
      await refetchPartners(queries);
    },
  });
}
