import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SenderDomainView } from '../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

/** GET /api/sender-domain */
export function fetchSenderDomain(): Promise<SenderDomainView> {
  return unwrap(client.api['sender-domain'].$get());
}

export function senderDomainQuery() {
  return queryOptions({ queryKey: ['sender-domain'], queryFn: fetchSenderDomain });
}

export const useSenderDomain = () => useQuery(senderDomainQuery());

/** POST /api/sender-domain/check */
export function useCheckSenderDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.api['sender-domain'].check.$post()),
    meta: { failure: failure('Not Checked', 'Failed to check the domain') },
    onSuccess: (result) => {
      if (isAccepted(result)) showToast({ title: 'Checking Domain', text: 'The result shows up here.' });
      else queries.setQueryData(senderDomainQuery().queryKey, result);
    },
  });
}
