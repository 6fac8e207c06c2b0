import { useQuery } from '@tanstack/react-query';
import type { AsOfView, EventDaysView } from '../../../api/views.ts';
import { browserZone } from '../../lib/dates.ts';
import type { Subject } from './historyUrl.ts';
import { askHistory, type HistoryScope } from './scope.ts';

/** A screen as it was at a moment, and what has changed since. GET /api/history/as-of */
export function fetchAsOf(scope: HistoryScope, at: string, what: Subject, signal: AbortSignal): Promise<AsOfView> {
  return askHistory(scope, '/as-of', { at, what }, signal);
}

export function useAsOf(scope: HistoryScope, at: string, what: Subject) {
  return useQuery({
    queryKey: ['history', scope, 'as-of', at, what],
    // a slider that moves on waits for no moment that it has left, and the server folds them one after the other
    queryFn: ({ signal }) => fetchAsOf(scope, at, what, signal),
    // what was there stays while the slider moves on
    placeholderData: (before) => (before?.what === what ? before : undefined),
    gcTime: 0,
  });
}

/** On which days something happened, and from when to when. GET /api/history/days */
export function fetchEventDays(scope: HistoryScope): Promise<EventDaysView> {
  return askHistory(scope, '/days', { zone: browserZone() });
}

export function useEventDays(scope: HistoryScope) {
  return useQuery({
    queryKey: ['history', scope, 'days'],
    queryFn: () => fetchEventDays(scope),
    gcTime: 0,
  });
}
