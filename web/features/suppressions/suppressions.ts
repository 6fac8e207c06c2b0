import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { SuppressionListView, SuppressionView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** `email`: an exact address, or nothing for the whole list. */
export type ListFilter = { email: string; reason: SuppressionView['reason'] | '' };

export const filterQuery = ({ email, reason }: ListFilter) => ({ ...(email && { email }), ...(reason && { reason }) });

/** GET /api/suppressions, a page: newest first. */
export function fetchSuppressions(filter: ListFilter, after: string | null): Promise<SuppressionListView> {
  const query = { ...filterQuery(filter), ...(after && { after }) };
  return unwrap(client.api.suppressions.$get({ query }));
}

export function suppressionsQuery(filter: ListFilter) {
  return infiniteQueryOptions({
    queryKey: ['suppressions', filter],
    queryFn: ({ pageParam }) => fetchSuppressions(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

export function useSuppressions(filter: ListFilter) {
  return useInfiniteQuery({
    ...suppressionsQuery(filter),
    // the list stays while the next filter is looked up
    placeholderData: (before) => before,
  });
}

/** What a changed list makes stale: itself, and who may be written to. */
export async function refetchSuppressions(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['suppressions', 'partners', 'campaigns'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
}
