import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '../../../api/views.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { answer, client } from '../../lib/client.ts';

/** The signed-in user, or null. GET /api/auth/user */
export async function fetchCurrentUser(): Promise<UserView | null> {
  try {
    return await answer(client.api.auth.user.$get());
  } catch (error) {
    if (hasStatus(error, 401)) return null;
    throw error;
  }
}

export function currentUserQuery() {
  return queryOptions({ queryKey: ['auth', 'user'], queryFn: fetchCurrentUser });
}

export function useCurrentUser() {
  return useQuery(currentUserQuery());
}

/** The name to greet a user by: first and last name, otherwise the username or the e-mail address. */
export function displayName(user: UserView): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email || 'Your account';
}
