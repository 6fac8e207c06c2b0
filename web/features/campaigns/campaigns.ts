import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CampaignView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** GET /api/campaigns */
export function fetchCampaigns(): Promise<CampaignView[]> {
  return unwrap(client.api.campaigns.$get());
}

export function campaignsQuery() {
  return queryOptions({ queryKey: ['campaigns', 'list'], queryFn: fetchCampaigns });
}

export function useCampaigns() {
  return useQuery(campaignsQuery());
}
