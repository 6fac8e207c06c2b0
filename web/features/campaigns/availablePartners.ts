import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AvailablePartnerView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** Who can be added to a campaign: approved, with an email, not in it yet. GET /api/campaigns/{id}/available-partners */
export function fetchAvailablePartners(campaignId: string): Promise<AvailablePartnerView[]> {
  return unwrap(client.api.campaigns[':id']['available-partners'].$get({ param: { id: campaignId } }));
}

/** Always fetched again when a dialog opens: approvals and addresses change on other screens. */
export function availablePartnersQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaigns', campaignId, 'available-partners'],
    queryFn: () => fetchAvailablePartners(campaignId),
    staleTime: 0,
  });
}

/** null: no campaign is chosen yet, and nothing is fetched. */
export function useAvailablePartners(campaignId: string | null) {
  return useQuery({ ...availablePartnersQuery(campaignId ?? ''), enabled: campaignId !== null });
}
