import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailboxStatusView } from '../../../api/views.ts';
import type { MailboxForm } from '../../../events/inputs/mailbox.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { keyOf, useAccount } from '../sending/account.ts';
import { emailSettingsQuery } from './emailSettings.ts';
import { useOpenAdded } from './openAccount.ts';

/** GET /api/mailbox/status */
export function fetchMailboxStatus(account?: string): Promise<MailboxStatusView> {
  return unwrap(client.api.mailbox.status.$get({ query: { account } }));
}

export const mailboxStatusQuery = (account?: string) =>
  queryOptions({ queryKey: keyOf(['mailbox', 'status'], account), queryFn: () => fetchMailboxStatus(account) });

export function useMailboxStatus({ enabled = true } = {}) {
  return useQuery({ ...mailboxStatusQuery(useAccount()), enabled });
}

/** Whether the mailbox is an account at Microsoft. It has a card of its own. */
export const isMicrosoft = ({ connected, host }: MailboxStatusView): boolean => connected && host === 'microsoft';

/** The state of the mailbox on the card of the other kind. */
const NOT_HERE = {
  ...{ connected: false, paused: false, email: null, host: null, user: null },
  ...{ smtp: null, imap: null, error: null },
};

/** The mailbox as the card of those with a password sees it. */
export const byPassword = (status: MailboxStatusView): MailboxStatusView =>
  isMicrosoft(status) ? { ...status, ...NOT_HERE } : status;

/** The mailbox as the card of Microsoft accounts sees it. */
export const byMicrosoft = (status: MailboxStatusView): MailboxStatusView =>
  isMicrosoft(status) ? status : { ...status, ...NOT_HERE };

/** After the connection changed: the status, and the badge of the Email Provider card. */
export async function refetchMailbox(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: mailboxStatusQuery().queryKey }),
    queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
    queries.invalidateQueries({ queryKey: ['sending-accounts'] }),
  ]);
}

/** POST /api/mailbox/connect; a 202 says that the server is still at it. */
export async function connectMailbox(json: MailboxForm, account?: string) {
  const result = await unwrap(client.api.mailbox.connect.$post({ query: { account }, json }));
  return isAccepted(result) ? null : result;
}

export function useConnectMailbox() {
  const queries = useQueryClient();
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useMutation({
    mutationFn: (form: MailboxForm) => connectMailbox(form, account),
    meta: { failure: failure('Connection Failed', 'Failed to connect the mailbox') },
    onSuccess: async (connected) => {
      showToast(
        connected
          ? { title: 'Mailbox Connected', text: `Emails can go out from ${connected.email}.` }
          : { title: 'Connecting Mailbox', text: 'This takes longer than usual. The card shows it once it is done.' },
      );
      await openAdded(connected?.email);
    },
    onSettled: () => refetchMailbox(queries),
  });
}

/** POST /api/mailbox/disconnect */
export async function disconnectMailbox(account?: string): Promise<void> {
  await unwrap(client.api.mailbox.disconnect.$post({ query: { account } }));
}

export function useDisconnectMailbox() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: () => disconnectMailbox(account),
    meta: { failure: failure('Disconnection Failed', 'Failed to disconnect the mailbox') },
    onSuccess: async () => {
      showToast({ title: 'Mailbox Disconnected', text: 'No more emails go out from it.' });
      await refetchMailbox(queries);
    },
  });
}

/** Sends an email from the mailbox to itself. POST /api/mailbox/test */
export async function testMailbox(account?: string): Promise<'sent' | 'underway'> {
  return isAccepted(await unwrap(client.api.mailbox.test.$post({ query: { account } }))) ? 'underway' : 'sent';
}

export function useTestMailbox() {
  const queries = useQueryClient();
  const account = useAccount();
  return useMutation({
    mutationFn: () => testMailbox(account),
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
