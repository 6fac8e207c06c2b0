import type { QueryKey } from '@tanstack/react-query';
import type { BatchView, ManyDecidedView, SteeredView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { query } from '../../lib/query.ts';

/** The worker does what a call did not, so its progress is fetched. */
export const BATCH: QueryKey = ['batch'];

const [useBatchQuery] = query(() => ({
  key: BATCH,
  call: () => unwrap(client.api.partners.batch.$get()),
}));

/** The newest batch, for its progress; null before the first. */
export const useNewestBatch = (): BatchView | null => useBatchQuery().data ?? null;

export const useBatchRuns = (): boolean => useNewestBatch()?.status === 'running';

/** Done by the worker, not in the call. */
export const isBatch = (answer: BatchView | object): answer is BatchView => 'act' in answer;

export const someRefused = (answer: BatchView | ManyDecidedView | SteeredView): boolean => {
  if (isBatch(answer)) return false;
  return typeof answer.refused === 'number' ? answer.refused > 0 : answer.refused.length > 0;
};

/** The batch whose end this tab still tells, with the name of its campaign. */
export const awaited = keptForTab<{ id: string; campaign: string | null }>('batch:awaited');

export const awaitBatch = ({ id }: BatchView, campaign: string | null = null): void => awaited.keep({ id, campaign });
