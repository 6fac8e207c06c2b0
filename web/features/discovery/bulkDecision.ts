import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { changeStatus, type Decision } from '../partners/changeStatus.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';
import { undoDecision } from '../partners/undoDecision.ts';

/** Browsers keep six connections to a host; two stay free for the live stream and for what else the person does. */
const AT_ONCE = 4;

class BulkFailure extends Error {
  constructor(
    readonly updated: number,
    readonly wanted: number,
  ) {
    super('some partners could not be updated');
  }
}

/** A decision that Undo takes back. */
type MadeDecision = { id: string; decision: number };

/** One call for each of them; answers when all have answered. Throws BulkFailure when some were refused. */
async function forEach<Each>(
  all: readonly Each[],
  call: (each: Each) => Promise<unknown>,
  onUpdated: (count: number) => void,
): Promise<void> {
  const waiting = [...all];
  let updated = 0;
  const work = async (): Promise<void> => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      try {
        await call(each);
        updated += 1;
        onUpdated(updated);
      } catch {
        // One refusal (decided elsewhere, deleted) must not stop the others; the count tells.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (updated < all.length) throw new BulkFailure(updated, all.length);
}

function bulkFailure(error: Error): ToastText {
  return {
    title: 'Bulk Update Failed',
    text:
      error instanceof BulkFailure
        ? `${error.updated} of ${counted(error.wanted, 'partner')} updated. Please try again for the rest.`
        : 'Failed to update partners. Please try again.',
  };
}

const complete = (text: string, action?: ToastText['action']): void =>
  showToast({ title: 'Bulk Update Complete', text, ...(action && { action }) });

function useBulkUndo(queries: QueryClient) {
  return useMutation({
    mutationFn: (made: readonly MadeDecision[]) =>
      forEach(
        made,
        ({ id, decision }) => undoDecision(id, decision),
        () => undefined,
      ),
    meta: { failure: bulkFailure },
    onSuccess: (_answer, { length }) =>
      complete(`${counted(length, 'partner')} ${length === 1 ? 'is' : 'are'} pending again.`),
    onSettled: () => refetchPartners(queries),
  });
}

/** Approves or rejects many partners, one call each (product spec, section 4); `updated` counts while it runs. */
export function useBulkDecision() {
  const queries = useQueryClient();
  const [updated, setUpdated] = useState(0);
  const undo = useBulkUndo(queries);
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
          ? { label: 'Undo', instead: 'Undo: they wait for review again', act: () => undo.mutate(made) }
          : undefined,
      ),
    onSettled: () => refetchPartners(queries),
  });
  return { ...mutation, updated };
}
