import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { NumberView } from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import type { Span } from '../../../events/history/metrics.ts';
import { askHistory, type HistoryScope } from './scope.ts';

type Asked = { number: string; campaign: string | null; span: Span | null; variant: Variant | null };

/** A page of the events that a number was counted from. GET /api/history/number/{name} */
export function fetchNumberEvents(scope: HistoryScope, of: Asked, after: string | null): Promise<NumberView> {
  return askHistory(scope, `/number/${encodeURIComponent(of.number)}`, {
    campaign: of.campaign ?? undefined,
    span: of.span ?? undefined,
    variant: of.variant ?? undefined,
    after: after ?? undefined,
  });
}

export function numberQuery(scope: HistoryScope, of: Asked) {
  return infiniteQueryOptions({
    queryKey: ['history', scope, 'number', of.number, of.campaign, of.span, of.variant],
    queryFn: ({ pageParam }) => fetchNumberEvents(scope, of, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
}

export function useNumberEvents(scope: HistoryScope, of: Asked) {
  return useInfiniteQuery(numberQuery(scope, of));
}
