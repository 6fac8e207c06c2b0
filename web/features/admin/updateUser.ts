import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAhead } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { type AdminUser, refetchUsers, userFailure } from './users.ts';

type Change = { isPaused: boolean } | { isAdmin: boolean };

/** Pauses or unpauses a user, makes them an admin or takes it away. PUT /api/admin/users/{userId} */
export function updateUser(id: string, change: Change): Promise<AdminUser> {
  return callAhead('PUT', `/api/admin/users/${encodeURIComponent(id)}`, change);
}

function whatChanged(change: Change): string {
  if ('isAdmin' in change) return change.isAdmin ? 'is an admin now' : 'is no admin any more';
  return change.isPaused ? 'is paused and signed out' : 'may sign in again';
}

export function useUpdateUser(user: AdminUser) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => updateUser(user.id, change),
    meta: { failure: userFailure('Failed to update user') },
    onSuccess: (_, change) =>
      showToast({ title: 'User Updated', text: `${user.email ?? 'This user'} ${whatChanged(change)}.` }),
    onSettled: () => refetchUsers(queries),
  });
}
