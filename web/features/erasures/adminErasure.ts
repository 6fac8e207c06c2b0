import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcceptedView, ErasureView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { saidInForm } from '../../lib/formProblems.ts';

type AdminErasureRequest = { kind: 'address'; tenant: string; address: string } | { kind: 'tenant'; tenant: string };

/** Destroys what a tenant holds of an address, or a tenant with all that is theirs. POST /api/admin/erasures */
export function eraseForAdmin(json: AdminErasureRequest): Promise<ErasureView | AcceptedView> {
  return unwrap(client.api.admin.erasures.$post({ json }));
}

export function useEraseForAdmin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: eraseForAdmin,
    meta: { failure: saidInForm('Erasure Failed', 'It could not be erased. Please try again.') },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['erasures'] }),
        queries.invalidateQueries({ queryKey: ['admin', 'users'] }),
      ]),
  });
}
