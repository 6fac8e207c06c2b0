import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SecurityView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** What proves who the signed-in person is. GET /api/auth/security */
export function fetchSecurity(): Promise<SecurityView> {
  return unwrap(client.api.auth.security.$get());
}

export function securityQuery() {
  return queryOptions({
    queryKey: ['auth', 'security'],
    queryFn: fetchSecurity,
    // a link in a mail is opened in another window
    refetchOnWindowFocus: 'always' as const,
  });
}

export function useSecurity() {
  return useQuery(securityQuery());
}

/** Asks again for the ways in and the sessions, of which each change of one may end others. */
export async function refetchSecurity(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: securityQuery().queryKey }),
    queries.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  ]);
}
