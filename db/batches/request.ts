import { type BatchAct, type BatchState, startBatch } from '../../events/messages/batch.ts';
import type { MessageFilter } from '../../events/messages/messageInput.ts';
import type { NotesChange, PartnerFilter } from '../../events/partners/partnersInput.ts';
import { inTransaction } from '../connection/inTransaction.ts';
import { newId } from '../log/newId.ts';
import type { CommandScope, Store } from '../store.ts';
import { keepJobInputIn, readJobInput } from '../vault/jobInput.ts';
import { batchOf } from './page.ts';

/** The partners or messages of a batch. `notes`: what it does to the notes of its partners. */
export type BatchRequest = ({ ids: readonly string[] } | { filter: PartnerFilter } | { messages: MessageFilter }) & {
  notes?: NotesChange;
};

const inputOf = (batchId: string) => ({ kind: 'batch-request' as const, id: batchId, part: 1 });

/** Records a batch and keeps its request, in one transaction. The worker does the rest. An Undo needs no request: the log has what it undoes. */
export async function recordBatch(
  store: Store,
  scope: CommandScope,
  { act, total, exact }: { act: BatchAct; total: number; exact: boolean },
  request: BatchRequest | null,
): Promise<BatchState> {
  const batchId = newId();
  return inTransaction(store, async (tx) => {
    const { states } = await store.runIn(tx, {
      ...scope,
      streams: { batch: batchOf(scope.tenant) },
      decide: ({ batch }) => ({ batch: startBatch(batch, { batchId, act, total, exact }) }),
    });
    if (request) await keepJobInputIn(tx, store, scope.tenant, inputOf(batchId), request);
    return states.batch;
  });
}

export const readBatchRequest = (store: Store, tenant: string, batchId: string): Promise<BatchRequest | null> =>
  readJobInput<BatchRequest>(store, tenant, inputOf(batchId));
