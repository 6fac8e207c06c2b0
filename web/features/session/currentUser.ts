import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';

/** The signed-in user. GET /api/auth/user */
export function fetchCurrentUser(): Promise<UserView> {
  return unwrap(client.api.auth.user.$get());
}

export function currentUserQuery() {
  return queryOptions({ queryKey: ['auth', 'user'], queryFn: fetchCurrentUser });
}

export function useCurrentUser() {
  return useQuery(currentUserQuery());
}

/** The name to greet a user by: first and last name, otherwise the username or the email address. */
export function displayName(user: UserView): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email || 'Your account';
}
