import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { GmailStatusView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** GET /api/gmail/status */
export function fetchGmailStatus(): Promise<GmailStatusView> {
  return unwrap(client.api.gmail.status.$get());
}

export function gmailStatusQuery() {
  return queryOptions({ queryKey: ['gmail', 'status'], queryFn: fetchGmailStatus });
}

export function useGmailStatus() {
  return useQuery(gmailStatusQuery());
}

/** After the connection changed: the status, and the badge of the Email Provider card. */
export async function refetchGmail(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: gmailStatusQuery().queryKey }),
    queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
  ]);
}
