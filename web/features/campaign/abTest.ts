import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AbTestView } from '../../../api/views.ts';
import type { Variant } from '../../../events/campaigns/variants.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';

/** How the versions of the first email do. GET /api/campaigns/{id}/ab-test */
export function fetchAbTest(campaignId: string): Promise<AbTestView> {
  return unwrap(client.api.campaigns[':id']['ab-test'].$get({ param: { id: campaignId } }));
}

export function abTestQuery(campaignId: string) {
  return queryOptions({ queryKey: ['ab-test', campaignId], queryFn: () => fetchAbTest(campaignId) });
}

export function useAbTest(campaignId: string) {
  return useQuery(abTestQuery(campaignId));
}

/** What is not approved yet is sent in this version. POST /api/campaigns/{id}/ab-test/choice */
export function chooseVariant(campaignId: string, variant: Variant) {
  return unwrap(client.api.campaigns[':id']['ab-test'].choice.$post({ param: { id: campaignId }, json: { variant } }));
}

export function useChooseVariant(campaignId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (variant: Variant) => chooseVariant(campaignId, variant),
    meta: { failure: failure('Error', 'Failed to choose a version. Please try again.') },
    onSuccess: (_campaign, variant) =>
      showToast({ title: `Version ${variant} Chosen`, text: 'Approved and sent messages stay as they are.' }),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['ab-test'] }), refetchCampaigns(queries)]),
  });
}
