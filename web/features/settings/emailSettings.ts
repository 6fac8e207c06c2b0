import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailSettingsView } from '../../../api/views.ts';
import type { EmailSettingsForm } from '../../../events/inputs/mail.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { ADDED, keyOf, useAccount } from '../sending/account.ts';
import { useOpenAdded } from './openAccount.ts';

/** GET /api/email-settings */
export function fetchEmailSettings(account?: string): Promise<EmailSettingsView> {
  return unwrap(client.api['email-settings'].$get({ query: { account } }));
}

export function emailSettingsQuery(account?: string) {
  return queryOptions({
    queryKey: keyOf(['email-settings'], account),
    queryFn: () => fetchEmailSettings(account),
  });
}

export function useEmailSettings() {
  return useQuery(emailSettingsQuery(useAccount()));
}

/** PUT /api/email-settings; the key only if it was typed. */
export function saveEmailSettings(json: EmailSettingsForm, account?: string) {
  return unwrap(client.api['email-settings'].$put({ query: { account }, json }));
}

/** Gmail and a mailbox can be chosen before they are connected; the card says what is missing. */
function canSend({ emailProvider, hold, ...has }: EmailSettingsView): boolean {
  const connected = {
    gmail: has.hasGmailAuth,
    smtp: has.hasMailbox,
    sendgrid: has.hasSendGridKey && has.fromEmail !== null,
  };
  return hold === null && emailProvider !== null && connected[emailProvider];
}

export function useSaveEmailSettings() {
  const queries = useQueryClient();
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useMutation({
    mutationFn: (form: EmailSettingsForm) => saveEmailSettings(form, account),
    meta: { failure: failure('Error', 'Failed to update email settings') },
    onSuccess: async (saved) => {
      if (account !== ADDED) queries.setQueryData(emailSettingsQuery(account).queryKey, saved);
      const title = 'Email Settings Updated';
      showToast(canSend(saved) ? { title, text: 'The next email goes out this way.' } : { title });
      await queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey });
      await openAdded(saved.fromEmail);
    },
  });
}
