import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DecisionUndoneView, PartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from './refetchPartners.ts';

/** Restores what a partner was before a decision (`undo` of the call that made it). POST /api/partners/{id}/undo-decision */
export function undoDecision(id: string, decision: number): Promise<DecisionUndoneView> {
  return unwrap(client.api.partners[':id']['undo-decision'].$post({ param: { id }, json: { decision } }));
}

export function useUndoDecision() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (undo: { partner: Pick<PartnerView, 'id' | 'name'>; decision: number }) =>
      undoDecision(undo.partner.id, undo.decision),
    meta: { failure: failure('Update Failed', 'Failed to undo the decision. Please try again.') },
    onSuccess: async ({ status, waitingMessages }, { partner }) => {
      const again = `${partner.name ?? 'Partner'} is ${status} again`;
      const messages = waitingMessages > 0 ? `, with ${counted(waitingMessages, 'unsent message')}` : '';
      showToast({ title: 'Partner Updated', text: `${again}${messages}.` });
      await refetchPartners(queries);
    },
  });
}
