import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AdminUserView, InvitedUserView } from '../../../api/views.ts';
import type { userChange } from '../../../events/inputs/users.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { refusedFields } from '../../lib/formProblems.ts';
import { showToast } from '../../lib/toasts.ts';
import { currentUserQuery } from '../session/currentUser.ts';
import { refetchBudgets } from './budgets.ts';
import { invitationText } from './invitation.ts';
import { refetchUsers, userFailure } from './users.ts';

/** What an admin may change of a user. `version`: of the user as it was shown; a newer one refuses the change. */
export type UserChange = z.input<typeof userChange>;

/** PUT /api/admin/users/{userId} */
export function updateUser(id: string, change: UserChange): Promise<InvitedUserView> {
  return unwrap(client.api.admin.users[':id'].$put({ param: { id }, json: change }));
}

function whatChanged({ version, ...change }: UserChange): string {
  const only = Object.keys(change).length === 1;
  if (only && change.isAdmin !== undefined) return change.isAdmin ? 'is an admin now' : 'is no longer an admin';
  if (only && change.secondFactor === false) return 'now signs in without a code';
  if (only && change.isPaused !== undefined) return change.isPaused ? 'is paused and signed out' : 'can sign in again';
  return 'was updated';
}

const said = userFailure('Failed to update user');

/** `inForm`: a form shows in place that somebody else was faster, and what is wrong with a field. */
export function useUpdateUser(user: AdminUserView, inForm = false) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: UserChange) => updateUser(user.id, change),
    meta: {
      failure: (error) => {
        const inPlace = hasStatus(error, 409) || Object.keys(refusedFields(error)).length > 0;
        return inForm && inPlace ? null : said(error);
      },
    },
    onSuccess: (updated, change) => {
      const became = invitationText(updated);
      showToast({
        title: 'User Updated',
        text: `${user.email ?? 'This user'} ${whatChanged(change)}.${became ? ` ${became}` : ''}`,
      });
    },
    onSettled: (_updated, _error, change) =>
      Promise.all([
        refetchUsers(queries),
        change.aiBudgetUsd !== undefined && refetchBudgets(queries),
        // the menu names the user who was edited
        queries.getQueryData(currentUserQuery().queryKey)?.id === user.id &&
          queries.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
      ]),
  });
}
