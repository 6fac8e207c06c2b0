import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitedUserView } from '../../../api/views.ts';
import type { NewUserForm } from '../../../events/inputs/account.ts';
import { client, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { invitationText } from './invitation.ts';
import { refetchUsers, userFailure } from './users.ts';

/** POST /api/admin/users */
export function createUser(form: NewUserForm): Promise<InvitedUserView> {
  return unwrap(client.api.admin.users.$post({ json: form }));
}

export function useCreateUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createUser,
    meta: { failure: userFailure('Failed to create user') },
    onSuccess: async (created, { email }) => {
      const became = invitationText(created) ?? 'No invitation is sent while they are paused.';
      showToast({ title: 'User Created', text: `${email} is in the list. ${became}` });
      await refetchUsers(queries);
    },
  });
}
