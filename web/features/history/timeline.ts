import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { TimelineView } from '../../../api/views.ts';
import type { TimelineFilter } from './historyUrl.ts';
import { dayEnd, dayStart } from './moments.ts';
import { askHistory, type HistoryScope } from './scope.ts';

/** A page of events, newest first. GET /api/history or /api/admin/history */
export function fetchTimeline(
  scope: HistoryScope,
  { from, to, ...filter }: TimelineFilter,
  before: string | null,
): Promise<TimelineView> {
  return askHistory(scope, '', {
    ...filter,
    from: from && dayStart(from),
    to: to && dayEnd(to),
    before: before ?? undefined,
  });
}

export function timelineQuery(scope: HistoryScope, filter: TimelineFilter) {
  return infiniteQueryOptions({
    queryKey: ['history', scope, 'timeline', filter],
    queryFn: ({ pageParam }) => fetchTimeline(scope, filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // opened again, it begins with what is newest
    gcTime: 0,
  });
}

export function useTimeline(scope: HistoryScope, filter: TimelineFilter) {
  return useInfiniteQuery({
    ...timelineQuery(scope, filter),
    // the events stay while those of the next filter are looked for
    placeholderData: (before) => before,
  });
}
