import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { GmailStatusView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { keyOf, useAccount } from '../sending/account.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** GET /api/gmail/status */
export function fetchGmailStatus(account?: string): Promise<GmailStatusView> {
  return unwrap(client.api.gmail.status.$get({ query: { account } }));
}

export function gmailStatusQuery(account?: string) {
  return queryOptions({
    queryKey: keyOf(['gmail', 'status'], account),
    queryFn: () => fetchGmailStatus(account),
  });
}

export function useGmailStatus() {
  return useQuery(gmailStatusQuery(useAccount()));
}

/** After the connection changed: the status, and the badge of the Email Provider card. */
export async function refetchGmail(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: gmailStatusQuery().queryKey }),
    queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
    queries.invalidateQueries({ queryKey: ['sending-accounts'] }),
  ]);
}
