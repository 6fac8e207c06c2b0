import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';

/** Every browser that is signed in to this account, the own one first, then the newest. GET /api/auth/sessions */
export async function fetchSessions(): Promise<SessionView[]> {
  const { sessions } = await unwrap(client.api.auth.sessions.$get());
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: fetchSessions,
    refetchOnWindowFocus: 'always' as const,
  });
}

export function useSessions() {
  return useQuery(sessionsQuery());
}

function useRefetch(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: sessionsQuery().queryKey });
}

/** Signs one browser out; `whenEnded` comes before its line is gone. DELETE /api/auth/sessions/{id} */
export function useEndSession(whenEnded: () => void) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (session: SessionView) =>
      unwrap(client.api.auth.sessions[':id'].$delete({ param: { id: session.id } })),
    meta: { failure: failure('Error', 'The session could not be ended. Please try again.') },
    onSuccess: (_, session) => {
      showToast({ title: 'Signed Out', text: `${session.browser ?? 'That browser'} is signed out.` });
      whenEnded();
    },
    onSettled: refetch,
  });
}

/** Signs every other browser out. POST /api/auth/sessions/revoke-others */
export function useEndOtherSessions(whenEnded: () => void) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: () => unwrap(client.api.auth.sessions['revoke-others'].$post()),
    meta: { failure: failure('Error', 'The other sessions could not be ended. Please try again.') },
    onSuccess: ({ revoked }) => {
      showToast({ title: 'Signed Out Everywhere Else', text: `${counted(revoked, 'session')} ended.` });
      whenEnded();
    },
    onSettled: refetch,
  });
}
