import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { changeStatus, type Decision, refetchPartners } from '../partners/changeStatus.ts';

/** Browsers keep six connections to a host; two stay free for the live stream and for what the person does meanwhile. */
const AT_ONCE = 4;

class BulkFailure extends Error {
  constructor(
    readonly updated: number,
    readonly wanted: number,
  ) {
    super('some partners could not be updated');
  }
}

async function decideAll(
  ids: readonly string[],
  status: Decision,
  onUpdated: (count: number) => void,
): Promise<number> {
  const waiting = [...ids];
  let updated = 0;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await changeStatus(id, status);
        updated += 1;
        onUpdated(updated);
      } catch {
        // One refusal (decided elsewhere meanwhile, deleted) must not stop the others; the count tells.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (updated < ids.length) throw new BulkFailure(updated, ids.length);
  return updated;
}

/** Approves or rejects many partners, one call each (product spec, section 4); `updated` counts while it runs. */
export function useBulkDecision() {
  const queries = useQueryClient();
  const [updated, setUpdated] = useState(0);
  const mutation = useMutation({
    mutationFn: (bulk: { ids: readonly string[]; status: Decision }) => {
      setUpdated(0);
      return decideAll(bulk.ids, bulk.status, setUpdated);
    },
    meta: {
      failure: (error) => ({
        title: 'Bulk Update Failed',
        text:
          error instanceof BulkFailure
            ? `${error.updated} of ${counted(error.wanted, 'partner')} updated. Please try again for the rest.`
            : 'Failed to update partners. Please try again.',
      }),
    },
    onSuccess: (count, { status }) =>
      showToast({ title: 'Bulk Update Complete', text: `${counted(count, 'partner')} ${status}.` }),
    onSettled: () => refetchPartners(queries),
  });
  return { ...mutation, updated };
}
