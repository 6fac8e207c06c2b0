import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { NumberView } from '../../../api/views.ts';
import { askHistory, type HistoryScope } from './scope.ts';

/** A page of the events that a number was counted from. GET /api/history/number/{name} */
export function fetchNumberEvents(
  scope: HistoryScope,
  name: string,
  campaign: string | null,
  after: string | null,
): Promise<NumberView> {
  return askHistory(scope, `/number/${encodeURIComponent(name)}`, {
    campaign: campaign ?? undefined,
    after: after ?? undefined,
  });
}

export function numberQuery(scope: HistoryScope, name: string, campaign: string | null) {
  return infiniteQueryOptions({
    queryKey: ['history', scope, 'number', name, campaign],
    queryFn: ({ pageParam }) => fetchNumberEvents(scope, name, campaign, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
}

export function useNumberEvents(scope: HistoryScope, name: string, campaign: string | null) {
  return useInfiniteQuery(numberQuery(scope, name, campaign));
}
