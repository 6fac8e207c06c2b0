import { useQuery } from '@tanstack/react-query';
import type { CausesView } from '../../../api/views.ts';
import { askHistory, type HistoryScope } from './scope.ts';

/** Why an event (`STREAM@VERSION`) happened, back to the calls of people. GET /api/history/causes */
export function fetchCauses(scope: HistoryScope, event: string): Promise<CausesView> {
  return askHistory(scope, '/causes', { event });
}

export function useCauses(scope: HistoryScope, event: string) {
  return useQuery({ queryKey: ['history', scope, 'causes', event], queryFn: () => fetchCauses(scope, event) });
}
