import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerView } from '../../../api/views.ts';
import { client } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { LEAVING } from './partnerDetail.ts';
import { refetchPartners } from './refetchPartners.ts';

/** DELETE /api/partners/{id} */
export async function deletePartner(id: string): Promise<void> {
  await client.api.partners[':id'].$delete({ param: { id } });
}

export function useDeletePartner() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: LEAVING,
    mutationFn: (partner: Pick<PartnerView, 'id' | 'name'>) => deletePartner(partner.id),
    meta: { failure: failure('Delete Failed', 'Failed to delete partner. Please try again.') },
    onSuccess: async (_answer, partner) => {
      showToast({ title: 'Partner Deleted', text: `${partner.name ?? 'The partner'} has been deleted.` });
      await refetchPartners(queries);
    },
  });
}
