import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SendView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The messages of a campaign. GET /api/campaigns/{id}/sends */
export function fetchSends(campaignId: string): Promise<SendView[]> {
  return unwrap(client.api.campaigns[':id'].sends.$get({ param: { id: campaignId } }));
}

export function sendsQuery(campaignId: string) {
  return queryOptions({ queryKey: ['campaigns', campaignId, 'sends'], queryFn: () => fetchSends(campaignId) });
}

/** How soon texts that were being checked are asked for again. */
export const CHECKING_MS = 1_000;

export function useSends(campaignId: string) {
  return useQuery({
    ...sendsQuery(campaignId),
    refetchInterval: ({ state }) => (state.data?.some(({ checking }) => checking) ? CHECKING_MS : false),
  });
}
