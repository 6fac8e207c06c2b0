import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailboxStatusView } from '../../../api/views.ts';
import type { MailboxForm } from '../../../events/inputs/mailbox.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** GET /api/mailbox/status */
export function fetchMailboxStatus(): Promise<MailboxStatusView> {
  return unwrap(client.api.mailbox.status.$get());
}

export const mailboxStatusQuery = () => queryOptions({ queryKey: ['mailbox', 'status'], queryFn: fetchMailboxStatus });

export const useMailboxStatus = () => useQuery(mailboxStatusQuery());

/** After the connection changed: the status, and the badge of the Email Provider card. */
async function refetchMailbox(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: mailboxStatusQuery().queryKey }),
    queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
  ]);
}

/** POST /api/mailbox/connect; a 202 says that the server is still at it. */
export async function connectMailbox(json: MailboxForm) {
  const result = await unwrap(client.api.mailbox.connect.$post({ json }));
  return isAccepted(result) ? null : result;
}

export function useConnectMailbox() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: connectMailbox,
    meta: { failure: failure('Connection Failed', 'Failed to connect the mailbox') },
    onSuccess: (connected) =>
      showToast(
        connected
          ? { title: 'Mailbox Connected', text: `Emails can go out from ${connected.email}.` }
          : { title: 'Connecting Mailbox', text: 'This takes longer than usual. The card shows it once it is done.' },
      ),
    onSettled: () => refetchMailbox(queries),
  });
}

/** POST /api/mailbox/disconnect */
export async function disconnectMailbox(): Promise<void> {
  await unwrap(client.api.mailbox.disconnect.$post());
}

export function useDisconnectMailbox() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: disconnectMailbox,
    meta: { failure: failure('Disconnection Failed', 'Failed to disconnect the mailbox') },
    onSuccess: async () => {
      showToast({ title: 'Mailbox Disconnected', text: 'No more emails go out from it.' });
      await refetchMailbox(queries);
    },
  });
}

/** Sends an email from the mailbox to itself. POST /api/mailbox/test */
export async function testMailbox(): Promise<'sent' | 'underway'> {
  return isAccepted(await unwrap(client.api.mailbox.test.$post())) ? 'underway' : 'sent';
}

export function useTestMailbox() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: testMailbox,
    meta: { failure: failure('Test Failed', 'Failed to send test email') },
    onSuccess: (result) =>
      showToast(
        result === 'sent'
          ? { title: 'Test Email Sent', text: 'Check the inbox of your mailbox.' }
          : { title: 'Sending Test Email', text: 'This takes longer than usual. Check your inbox in a minute.' },
      ),
    onSettled: () => refetchMailbox(queries),
  });
}
