import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUserView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchBudgets } from './budgets.ts';
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
    // the live events tell an admin of their own workspace only
    onSettled: () =>
      Promise.all([
        refetchUsers(queries),
        refetchBudgets(queries),
        queries.invalidateQueries({ queryKey: ['erasures'] }),
      ]),
  });
}
