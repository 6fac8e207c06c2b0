import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewUserForm } from '../../../events/inputs/account.ts';
import { callAhead } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { type AdminUser, refetchUsers, userFailure } from './users.ts';

/** POST /api/admin/users */
export function createUser(form: NewUserForm): Promise<AdminUser> {
  return callAhead('POST', '/api/admin/users', form);
}

export function useCreateUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createUser,
    meta: { failure: userFailure('Failed to create user') },
    onSuccess: async (_, { email }) => {
      showToast({ title: 'User Created', text: `${email} is in the list.` });
      await refetchUsers(queries);
    },
  });
}
