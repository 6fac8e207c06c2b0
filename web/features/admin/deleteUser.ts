import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUserView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchUsers, userFailure } from './users.ts';

/** DELETE /api/admin/users/{userId} */
export function deleteUser(id: string): Promise<unknown> {
  return unwrap(client.api.admin.users[':id'].$delete({ param: { id } }));
}

export function useDeleteUser(user: AdminUserView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => deleteUser(user.id),
    meta: { failure: userFailure('Failed to delete user') },
    onSuccess: () => showToast({ title: 'User Deleted', text: `${user.email ?? 'The user'} is gone.` }),
    onSettled: () => refetchUsers(queries),
  });
}
