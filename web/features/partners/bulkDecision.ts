import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { changeStatus, type Decision } from './changeStatus.ts';
import { forEach, SomeFailed } from './forEach.ts';
import { refetchPartners } from './refetchPartners.ts';
import { forgetUndo, rememberUndo, undoDecision } from './undoDecision.ts';

/** A decision that Undo takes back. */
type MadeDecision = { id: string; decision: number };
type SomeDecisions = SomeFailed<unknown, readonly MadeDecision[]>;

function bulkFailure(error: Error): ToastText {
  const title = 'Bulk Update Failed';
  if (!(error instanceof SomeFailed)) return { title, text: 'Failed to update partners. Please try again.' };
  const { length: done } = error.results;
  const all = counted(done + error.refused.length, 'partner');
  return { title, text: `${done} of ${all} updated. Please try again for the rest.` };
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

/**
 * Approves or rejects many partners, all of them `before` it, one call each (product spec, section 4); `updated` counts while it runs. The
 * notice and the key take all of it back, also where some were refused.
 */
export function useBulkDecision(before: 'pending' | 'approved' = 'pending') {
  const queries = useQueryClient();
  const [updated, setUpdated] = useState(0);
  const undo = useBulkUndo(queries, before);
  const takenBackBy = (made: readonly MadeDecision[]): ToastText['action'] => {
    if (made.length === 0) return void forgetUndo();
    return { label: 'Undo', instead: `Undo: they are ${before} again`, act: rememberUndo(() => undo.mutate(made)) };
  };
  const mutation = useMutation({
    mutationFn: async (bulk: { ids: readonly string[]; status: Decision }): Promise<MadeDecision[]> => {
      setUpdated(0);
      const decide = async (id: string): Promise<MadeDecision[]> => {
        const { undo: decision } = await changeStatus(id, bulk.status);
        return decision === null ? [] : [{ id, decision }];
      };
      return (await forEach(bulk.ids, decide, setUpdated)).flat();
    },
    meta: {
      failure: (error) => {
        const action = error instanceof SomeFailed ? takenBackBy((error as SomeDecisions).results.flat()) : undefined;
        return { ...bulkFailure(error), ...(action && { action }) };
      },
    },
    onSuccess: (made, { ids, status }) => complete(`${counted(ids.length, 'partner')} ${status}.`, takenBackBy(made)),
    onSettled: () => refetchPartners(queries),
  });
  return { ...mutation, updated };
}
