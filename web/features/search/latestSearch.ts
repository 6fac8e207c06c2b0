import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SearchView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The newest search, for progress; null before the first. GET /api/searches/latest */
export function fetchLatestSearch(): Promise<SearchView | null> {
  return unwrap(client.api.searches.latest.$get());
}

export function latestSearchQuery() {
  return queryOptions({ queryKey: ['searches', 'latest'], queryFn: fetchLatestSearch });
}

export function useLatestSearch() {
  return useQuery(latestSearchQuery());
}
