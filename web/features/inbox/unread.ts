import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';

/** How many conversations nobody has read, and how many wait for an answer. The sidebar needs it on every screen. GET /api/inbox/unread */
export const unreadQuery = () =>
  queryOptions({ queryKey: ['inbox', 'unread'], queryFn: () => unwrap(client.api.inbox.unread.$get()) });

export const useUnread = () => useQuery(unreadQuery());
