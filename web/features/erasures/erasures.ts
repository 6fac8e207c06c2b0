import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ErasureView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import type { HistoryScope } from '../history/scope.ts';

/** The receipts of all erasures, the newest first. GET /api/erasures or, for admins, /api/admin/erasures */
export function fetchErasures(scope: HistoryScope): Promise<ErasureView[]> {
  return unwrap(scope.admin ? client.api.admin.erasures.$get() : client.api.erasures.$get());
}

/** The live events tell an admin of their own workspace only, so that the end of another one's erasure is looked for. */
const OPEN_REFETCH_MS = 5_000;

export function erasuresQuery(scope: HistoryScope) {
  return queryOptions({
    queryKey: ['erasures', scope.admin],
    queryFn: () => fetchErasures(scope),
    refetchInterval: ({ state }) =>
      scope.admin && state.data?.some(({ status }) => status === 'open') ? OPEN_REFETCH_MS : false,
  });
}

export function useErasures(scope: HistoryScope) {
  return useQuery(erasuresQuery(scope));
}
