import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CreditsView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

const REFETCH_MS = 30_000;

/** This month's enrichment credits. GET /api/credits */
export function fetchCredits(): Promise<CreditsView> {
  return unwrap(client.api.credits.$get());
}

export function creditsQuery() {
  return queryOptions({ queryKey: ['credits'], queryFn: fetchCredits, refetchInterval: REFETCH_MS });
}

export function useCredits() {
  return useQuery(creditsQuery());
}
