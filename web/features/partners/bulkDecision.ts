import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { changeStatus, type Decision } from './changeStatus.ts';
import { forEach, SomeFailed } from './forEach.ts';
import { refetchPartners } from './refetchPartners.ts';
import { undoDecision } from './undoDecision.ts';

/** A decision that Undo takes back. */
type MadeDecision = { id: string; decision: number };

function bulkFailure(error: Error): ToastText {
  return {
    title: 'Bulk Update Failed',
    text:
      error instanceof SomeFailed
        ? `${error.done} of ${counted(error.wanted, 'partner')} updated. Please try again for the rest.`
        : 'Failed to update partners. Please try again.',
  };
}

const complete = (text: string, action?: ToastText['action']): void =>
  showToast({ title: 'Bulk Update Complete', text, ...(action && { action }) });

function useBulkUndo(queries: QueryClient, before: 'pending' | 'approved') {
  return useMutation({
    mutationFn: (made: readonly MadeDecision[]) =>
      forEach(
        made,
        ({ id, decision }) => undoDecision(id, decision),
        () => undefined,
      ),
    meta: { failure: bulkFailure },
    onSuccess: (_answer, { length }) =>
      complete(`${counted(length, 'partner')} ${length === 1 ? 'is' : 'are'} ${before} again.`),
    onSettled: () => refetchPartners(queries),
  });
}

/** Approves or rejects many partners, all of them `before` it, one call each (product spec, section 4); `updated` counts while it runs. */
export function useBulkDecision(before: 'pending' | 'approved' = 'pending') {
  const queries = useQueryClient();
  const [updated, setUpdated] = useState(0);
  const undo = useBulkUndo(queries, before);
  const mutation = useMutation({
    mutationFn: (bulk: { ids: readonly string[]; status: Decision }) => {
      setUpdated(0);
      const made: MadeDecision[] = [];
      const decide = async (id: string): Promise<void> => {
        const { undo: decision } = await changeStatus(id, bulk.status);
        if (decision !== null) made.push({ id, decision });
      };
      return forEach(bulk.ids, decide, setUpdated).then(() => made);
    },
    meta: { failure: bulkFailure },
    onSuccess: (made, { ids, status }) =>
      complete(
        `${counted(ids.length, 'partner')} ${status}.`,
        made.length > 0
          ? { label: 'Undo', instead: `Undo: they are ${before} again`, act: () => undo.mutate(made) }
          : undefined,
      ),
    onSettled: () => refetchPartners(queries),
  });
  return { ...mutation, updated };
}
