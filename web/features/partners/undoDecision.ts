import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
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

/** The decision made last, for the key that takes it back, also when its notice is gone. */
const useLast = create<{ made: { partner: Pick<PartnerView, 'id' | 'name'>; decision: number } | null }>(() => ({
  made: null,
}));

export const rememberDecision = (partner: Pick<PartnerView, 'id' | 'name'>, decision: number): void =>
  useLast.setState({ made: { partner, decision } });

/** Takes the last decision back, once. */
export function useUndoLast(): () => void {
  const { mutate } = useUndoDecision();
  return useCallback(() => {
    const { made } = useLast.getState();
    useLast.setState({ made: null });
    if (made) mutate(made);
  }, [mutate]);
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
