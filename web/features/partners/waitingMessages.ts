import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WaitingMessagesView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { counted } from '../../lib/numbers.ts';

/**
 * What is cancelled when the partner is removed. Asked again each time, because messages leave in the meantime; but not
 * when the list of partners changes: one who was just deleted is gone. GET /api/partners/{id}/waiting-messages
 */
export function waitingMessagesQuery(id: string) {
  return queryOptions({
    queryKey: ['waiting-messages', id],
    queryFn: (): Promise<WaitingMessagesView> =>
      unwrap(client.api.partners[':id']['waiting-messages'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  });
}

export const useWaitingMessages = (id: string) => useQuery(waitingMessagesQuery(id));

/** "This cancels 3 unsent messages: 2 in Spring vests, 1 in Autumn launch."; null when nothing is cancelled. */
export function cancelledText({ campaigns }: WaitingMessagesView): string | null {
  if (campaigns.length === 0) return null;
  const total = campaigns.reduce((sum, { messages }) => sum + messages, 0);
  const each = campaigns.map(({ name, messages }) => `${messages} in ${name ?? 'a campaign'}`);
  return `This cancels ${counted(total, 'unsent message')}: ${each.join(', ')}.`;
}
