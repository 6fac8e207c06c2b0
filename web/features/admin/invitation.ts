import { useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AdminUserView, InvitedUserView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchUsers, userFailure } from './users.ts';

type HandOver = { link: { email: string; url: string } | null };

/** The invitation that no mail took along: its link is shown beside the list, for the admin to hand over. */
export const useHandOver = create<HandOver>(() => ({ link: null }));

export const handOverDone = (): void => useHandOver.setState({ link: null });

/** Shows the link of an invitation that could not be mailed. Answers what became of it, as a sentence; null: none was made. */
export function invitationText({ email, invitation }: InvitedUserView): string | null {
  if (!invitation) return null;
  if (invitation.mailed) return 'The invitation is on its way.';
  if (!invitation.url) return null;
  useHandOver.setState({ link: { email: email ?? 'the user', url: invitation.url } });
  return 'Share the invitation link yourself.';
}

/**
 * Sends an invitation again. Links that were mailed before work until one of them is used; one that was handed over ends.
 * POST /api/admin/users/{id}/invitation
 */
export function useInviteAgain(user: AdminUserView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.api.admin.users[':id'].invitation.$post({ param: { id: user.id } })),
    meta: { failure: userFailure('Failed to send the invitation') },
    onSuccess: (invited) => {
      invitationText(invited);
      // a link to hand over has a dialog of its own
      if (!invited.invitation?.mailed) return;
      showToast({ title: 'Invitation Sent', text: `It is on its way to ${invited.email ?? 'the user'}.` });
    },
    onSettled: () => refetchUsers(queries),
  });
}
