import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CampaignView } from '../../../api/views.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';

/** One campaign, or null when there is none with this id. GET /api/campaigns/{id} */
export async function fetchCampaign(id: string): Promise<CampaignView | null> {
  try {
    return await unwrap(client.api.campaigns[':id'].$get({ param: { id } }));
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

export function campaignQuery(id: string) {
  return queryOptions({ queryKey: ['campaigns', id], queryFn: () => fetchCampaign(id) });
}

export function useCampaign(id: string) {
  return useQuery(campaignQuery(id));
}
