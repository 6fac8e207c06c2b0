import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailSettingsView } from '../../../api/views.ts';
import type { EmailSettingsForm } from '../../../events/inputs/mail.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';

/** GET /api/email-settings */
export function fetchEmailSettings(): Promise<EmailSettingsView> {
  return unwrap(client.api['email-settings'].$get());
}

export function emailSettingsQuery() {
  return queryOptions({ queryKey: ['email-settings'], queryFn: fetchEmailSettings });
}

export function useEmailSettings() {
  return useQuery(emailSettingsQuery());
}

/** PUT /api/email-settings; the key only if it was typed. */
export function saveEmailSettings(json: EmailSettingsForm) {
  return unwrap(client.api['email-settings'].$put({ json }));
}

export function useSaveEmailSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveEmailSettings,
    meta: { failure: failure('Error', 'Failed to update email settings') },
    onSuccess: async (saved) => {
      queries.setQueryData(emailSettingsQuery().queryKey, saved);
      showToast({ title: 'Email Settings Updated', text: 'The next email goes out this way.' });
      await queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey });
    },
  });
}
