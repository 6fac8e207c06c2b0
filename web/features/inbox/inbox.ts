import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InboxView, ThreadView } from '../../../api/views.ts';
import type { ReplyLabel } from '../../../events/conversations/labels.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';

export type Shown = 'open' | 'done' | 'all';
export type InboxFilter = { label?: ReplyLabel; unread?: boolean; show: Shown; search: string };

/** GET /api/inbox */
export function fetchInbox({ label, unread, show, search }: InboxFilter): Promise<InboxView> {
  const query = {
    show,
    ...(label && { label }),
    ...(unread && { unread: 'true' as const }),
    ...(search && { search }),
  };
  return unwrap(client.api.inbox.$get({ query }));
}

export const inboxQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: ['inbox', 'list', filter],
    queryFn: () => fetchInbox(filter),
    placeholderData: keepPreviousData,
  });

export const useInbox = (filter: InboxFilter) => useQuery(inboxQuery(filter));

/** The count in the sidebar. GET /api/inbox/unread */
export const useUnread = () =>
  useQuery({ queryKey: ['inbox', 'unread'], queryFn: () => unwrap(client.api.inbox.unread.$get()) });

/** One thread, or null when there is none with this id. GET /api/inbox/{id} */
export async function fetchThread(id: string): Promise<ThreadView | null> {
  try {
    return await unwrap(client.api.inbox[':id'].$get({ param: { id } }));
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

export const threadQuery = (id: string) =>
  queryOptions({ queryKey: ['inbox', 'thread', id], queryFn: () => fetchThread(id) });

export const useThread = (id: string) => useQuery(threadQuery(id));

/** What a press does to a conversation: POST /api/inbox/{id}/{act} */
export type Act = 'read' | 'unread' | 'done' | 'reopen';

export function useChangeConversation(id: string) {
  const queries = useQueryClient();
  const conversation = client.api.inbox[':id'];
  return useMutation({
    mutationFn: (act: Act) => unwrap(conversation[act].$post({ param: { id } })),
    meta: { failure: failure('Not Saved', 'Failed to change the conversation') },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  });
}

/** POST /api/inbox/{id}/label */
export function useLabelConversation(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (label: ReplyLabel) => unwrap(client.api.inbox[':id'].label.$post({ param: { id }, json: { label } })),
    meta: { failure: failure('Not Saved', 'Failed to change the label') },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  });
}
