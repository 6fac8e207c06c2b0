import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { refetchSecurity } from './security.ts';

/** Has a link mailed that confirms the address of the account. POST /api/auth/confirm-email */
export function useConfirmEmail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.api.auth['confirm-email'].$post()),
    meta: { failure: failure('Not Sent', 'The link could not be sent. Please try again.') },
    // it may have been confirmed in another browser
    onSuccess: ({ confirmed }) => (confirmed ? refetchSecurity(queries) : undefined),
  });
}
