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

export const kindName = ({ provider }: Pick<SendingAccountView, 'provider'>): string =>
  provider ? KINDS[provider] : 'No provider';
