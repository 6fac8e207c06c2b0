import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { AcceptedView, ErasureView, PartnerView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchCampaigns } from '../campaigns/refetchCampaigns.ts';
import { LEAVING } from '../partners/api.ts';
import { useClosePartner } from '../partners/openPartner.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';

/** Destroys all that is known of a partner. POST /api/partners/{id}/erase */
export function erasePartner(id: string): Promise<ErasureView | AcceptedView> {
  return unwrap(client.api.partners[':id'].erase.$post({ param: { id } }));
}

export function useErasePartner() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const close = useClosePartner();
  return useMutation({
    mutationKey: LEAVING,
    mutationFn: (partner: Pick<PartnerView, 'id'>) => erasePartner(partner.id),
    meta: { failure: failure('Erasure Failed', 'The partner could not be erased. Please try again.') },
    onSuccess: (result, partner) => {
      // else the list closes it, once it is without them
      if (isAccepted(result)) close(partner.id);
      showToast({
        title: isAccepted(result) ? 'Erasing' : 'Partner Erased',
        text: isAccepted(result)
          ? 'This takes longer than usual. The receipt appears in Settings, History.'
          : 'All data of this person is destroyed.',
        action: {
          label: 'Receipt',
          instead: 'The receipt is in Settings, History, Erasures',
          act: () => navigate('/settings/history?view=erasures'),
        },
      });
    },
    onSettled: () =>
      Promise.all([
        refetchPartners(queries),
        refetchCampaigns(queries),
        queries.invalidateQueries({ queryKey: ['suppressions'] }),
        queries.invalidateQueries({ queryKey: ['erasures'] }),
      ]),
  });
}
