import { queryOptions, useQuery } from '@tanstack/react-query';
import type { GmailStatusView } from '../../../api/views.ts';
import { answer, client } from '../../lib/client.ts';

/** GET /api/gmail/status */
export function fetchGmailStatus(): Promise<GmailStatusView> {
  return answer(client.api.gmail.status.$get());
}

export function gmailStatusQuery() {
  return queryOptions({ queryKey: ['gmail', 'status'], queryFn: fetchGmailStatus });
}

export function useGmailStatus() {
  return useQuery(gmailStatusQuery());
}
