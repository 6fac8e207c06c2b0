import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SendingSettingsView } from '../../../api/views.ts';
import type { SendingRules } from '../../../events/inputs/sending.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

/** When emails leave, and how many a day. GET /api/sending-settings */
export function fetchSendingSettings(): Promise<SendingSettingsView> {
  return unwrap(client.api['sending-settings'].$get());
}

export function sendingSettingsQuery() {
  return queryOptions({ queryKey: ['sending-settings'], queryFn: fetchSendingSettings });
}

export function useSendingSettings() {
  return useQuery(sendingSettingsQuery());
}

/** PUT /api/sending-settings */
export function saveSendingSettings(json: SendingRules) {
  return unwrap(client.api['sending-settings'].$put({ json }));
}

export function useSaveSendingSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveSendingSettings,
    meta: { failure: failure('Error', 'Failed to update sending hours') },
    onSuccess: async (saved) => {
      queries.setQueryData(sendingSettingsQuery().queryKey, saved);
      showToast({ title: 'Sending Hours Updated', text: 'Planned emails are rescheduled to fit.' });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}
