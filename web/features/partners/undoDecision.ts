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

/** What takes the last decision back, on one partner or on many: for the key, also when its notice is gone. */
let undoLast: (() => void) | null = null;

/** Answers what to press: pressed once, the key has nothing left to take back. */
export function rememberUndo(undo: () => void): () => void {
  const once = (): void => {
    if (undoLast === once) undoLast = null;
    undo();
  };
  undoLast = once;
  return once;
}

export function forgetUndo(): void {
  undoLast = null;
}

/** Takes the last decision back, once. */
export function undoLastDecision(): void {
  undoLast?.();
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
