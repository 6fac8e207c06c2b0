import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { hasStatus } from '../../lib/apiError.ts';
import { callAhead } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import type { ToastText } from '../../lib/toasts.ts';

/**
 * A user as product spec section 3 has it. The server's part of user management comes with a later issue, so its types cannot be taken from
 * there yet; until then the calls answer 404, and the card says that the users could not be loaded.
 */
export type AdminUser = {
  id: string;
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  isPaused: boolean;
  createdAt: string;
};

/** Everyone who may sign in. GET /api/admin/users */
export function fetchUsers(): Promise<AdminUser[]> {
  return callAhead('GET', '/api/admin/users');
}

export function usersQuery() {
  return queryOptions({ queryKey: ['admin', 'users'], queryFn: fetchUsers });
}

export function useUsers() {
  return useQuery(usersQuery());
}

/** The list anew, whatever became of a change: a user that was not found is gone. */
export function refetchUsers(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: usersQuery().queryKey });
}

/** "Error" with the server's words; a 404 is about the address of the call more than about a person. */
export function userFailure(fallback: string): (error: Error) => ToastText {
  const said = failure('Error', fallback);
  return (error) => (hasStatus(error, 404) ? { title: 'Error', text: fallback } : said(error));
}
