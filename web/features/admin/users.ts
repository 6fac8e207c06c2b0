import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { AdminUserView } from '../../../api/views.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import type { ToastText } from '../../lib/toasts.ts';

/** Everyone who may sign in, or was invited to. GET /api/admin/users */
export async function fetchUsers(): Promise<AdminUserView[]> {
  const { users } = await unwrap(client.api.admin.users.$get());
  return users;
}

export function usersQuery() {
  return queryOptions({ queryKey: ['admin', 'users'], queryFn: fetchUsers });
}

export function useUsers() {
  return useQuery(usersQuery());
}

/** The list again, whatever became of a change: a user that was not found is gone. */
export function refetchUsers(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: usersQuery().queryKey });
}

/** "Error" with the server's words; a 404 is about the address of the call more than about a person. */
export function userFailure(fallback: string): (error: Error) => ToastText {
  const said = failure('Error', fallback);
  return (error) => (hasStatus(error, 404) ? { title: 'Error', text: fallback } : said(error));
}
