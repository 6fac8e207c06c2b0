import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAhead } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { type AdminUser, refetchUsers, userFailure } from './users.ts';

/** DELETE /api/admin/users/{userId} */
export function deleteUser(id: string): Promise<unknown> {
  return callAhead('DELETE', `/api/admin/users/${encodeURIComponent(id)}`);
}

export function useDeleteUser(user: AdminUser) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => deleteUser(user.id),
    meta: { failure: userFailure('Failed to delete user') },
    onSuccess: () => showToast({ title: 'User Deleted', text: `${user.email ?? 'The user'} is gone.` }),
    onSettled: () => refetchUsers(queries),
  });
}
