import { batchOf } from '../../db/batches/page.ts';
import { type BatchRequest, recordBatch } from '../../db/batches/request.ts';
import { countMessages } from '../../db/lists/messages.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { countPartners } from '../../db/read/partnerPage.ts';
import type { CommandScope } from '../../db/store.ts';
import type { BatchAct, BatchState } from '../../events/messages/batch.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { EXACT_TO } from '../http/pages.ts';

/** Has the worker do the same to many partners or messages. */
export async function startBatch(
  { store }: Pick<Deps, 'store'>,
  scope: CommandScope,
  act: BatchAct,
  request: BatchRequest,
): Promise<BatchState> {
  if ('ids' in request) {
    const ids = [...new Set(request.ids)];
    return recordBatch(store, scope, { act, total: ids.length, exact: true }, { ...request, ids });
  }
  await bringUpToDate(store, scope.tenant);
  const total =
    'filter' in request
      ? await countPartners(store, scope.tenant, request.filter, EXACT_TO)
      : await countMessages(store, scope.tenant, request.messages, EXACT_TO);
  return recordBatch(store, scope, { act, total: Math.min(total, EXACT_TO), exact: total <= EXACT_TO }, request);
}

/** Has the worker undo the decisions of a batch, or steer its messages back. */
export async function startUndo(
  { store }: Pick<Deps, 'store'>,
  scope: CommandScope,
  batchId: string,
  back: Steer | null = null,
): Promise<BatchState> {
  const { state } = await store.load(scope.tenant, batchOf(scope.tenant));
  const before = state.act?.kind === 'decide' ? state.act.before : null;
  if (state.batchId !== batchId || (back === null && before === null)) throw new Refused({ code: 'batch_replaced' });
  const act: BatchAct = back
    ? { kind: 'steer', act: back, undoes: batchId }
    : { kind: 'undo', before: before ?? 'pending', batchId };
  return recordBatch(store, scope, { act, total: state.done, exact: true }, null);
}
