import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SendingSettingsView } from '../../../api/views.ts';
import type { SendingRules } from '../../../events/inputs/sending.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { keyOf, useAccount } from './account.ts';

/** When emails leave, and how many a day. GET /api/sending-settings */
export function fetchSendingSettings(account?: string): Promise<SendingSettingsView> {
  return unwrap(client.api['sending-settings'].$get({ query: { account } }));
}

export function sendingSettingsQuery(account?: string) {
  return queryOptions({
    queryKey: keyOf(['sending-settings'], account),
    queryFn: () => fetchSendingSettings(account),
  });
}

export function useSendingSettings() {
  return useQuery(sendingSettingsQuery(useAccount()));
}

/** PUT /api/sending-settings */
export function saveSendingSettings(json: SendingRules, account?: string) {
  return unwrap(client.api['sending-settings'].$put({ query: { account }, json }));
}

export function useSaveSendingSettings() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: (rules: SendingRules) => saveSendingSettings(rules, account),
    meta: { failure: failure('Error', 'Failed to update sending hours') },
    onSuccess: async (saved) => {
      queries.setQueryData(sendingSettingsQuery(account).queryKey, saved);
      showToast({ title: 'Sending Hours Updated', text: 'Planned emails are rescheduled to fit.' });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['campaigns'] }),
        queries.invalidateQueries({ queryKey: ['sending-accounts'] }),
      ]);
    },
  });
}
