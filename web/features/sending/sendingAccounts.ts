import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SendingAccountView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The accounts that emails leave from. GET /api/sending-accounts */
export function fetchSendingAccounts(): Promise<SendingAccountView[]> {
  return unwrap(client.api['sending-accounts'].$get());
}

export const sendingAccountsQuery = () =>
  queryOptions({ queryKey: ['sending-accounts'], queryFn: fetchSendingAccounts });

export const useSendingAccounts = () => useQuery(sendingAccountsQuery());

const KINDS = { gmail: 'Gmail', smtp: 'Mailbox', sendgrid: 'SendGrid' } as const;

/** How an account is called where people choose among several. */
export const accountName = ({ address, provider }: Pick<SendingAccountView, 'address' | 'provider'>): string =>
  address ?? (provider ? `${KINDS[provider]}, not connected` : 'Not set up');

/** How an account sends. One can be connected, and not be chosen to send. */
export function kindName(account: Pick<SendingAccountView, 'address' | 'provider' | 'microsoft'>): string {
  const { address, provider, microsoft } = account;
  if (provider) return microsoft ? 'Microsoft' : KINDS[provider];
  return address === null ? 'Connect one of the kinds below' : 'Choose it under Email Provider';
}
