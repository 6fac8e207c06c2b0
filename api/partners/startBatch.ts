import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { batchOf } from '../../db/partners/manyPartners.ts';
import { type BatchRequest, recordBatch } from '../../db/partners/startBatch.ts';
import { countPartners } from '../../db/read/partnerPage.ts';
import type { CommandScope } from '../../db/store.ts';
import type { BatchAct, BatchState } from '../../events/partners/batch.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { EXACT_TO } from '../http/pages.ts';

/** Has the worker do the same to many partners. */
export async function startBatch(
  { store }: Pick<Deps, 'store'>,
  scope: CommandScope,
  act: BatchAct,
  request: BatchRequest,
): Promise<BatchState> {
  if ('ids' in request) {
    const ids = [...new Set(request.ids)];
    return recordBatch(store, scope, { act, total: ids.length, exact: true }, { ids });
  }
  await bringUpToDate(store, scope.tenant);
  const total = await countPartners(store, scope.tenant, request.filter, EXACT_TO);
  return recordBatch(store, scope, { act, total: Math.min(total, EXACT_TO), exact: total <= EXACT_TO }, request);
}

/** Has the worker undo the decisions of a batch. */
export async function startUndo(
  { store }: Pick<Deps, 'store'>,
  scope: CommandScope,
  batchId: string,
): Promise<BatchState> {
  const { state } = await store.load(scope.tenant, batchOf(scope.tenant));
  if (state.batchId !== batchId || state.act?.kind !== 'decide') throw new Refused({ code: 'batch_replaced' });
  const act = { kind: 'undo' as const, before: state.act.before, batchId };
  return recordBatch(store, scope, { act, total: state.done, exact: true }, null);
}
