import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SenderDomainView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { keyOf, useAccount } from '../sending/account.ts';

/** GET /api/sender-domain */
export function fetchSenderDomain(account?: string): Promise<SenderDomainView> {
  return unwrap(client.api['sender-domain'].$get({ query: { account } }));
}

export function senderDomainQuery(account?: string) {
  return queryOptions({
    queryKey: keyOf(['sender-domain'], account),
    queryFn: () => fetchSenderDomain(account),
  });
}

export const useSenderDomain = () => useQuery(senderDomainQuery(useAccount()));

/** POST /api/sender-domain/check */
export function useCheckSenderDomain() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: () => unwrap(client.api['sender-domain'].check.$post({ query: { account } })),
    meta: { failure: failure('Not Checked', 'Failed to check the domain') },
    onSuccess: (result) => {
      if (isAccepted(result)) showToast({ title: 'Checking Domain', text: 'The result shows up here.' });
      else queries.setQueryData(senderDomainQuery(account).queryKey, result);
    },
  });
}
