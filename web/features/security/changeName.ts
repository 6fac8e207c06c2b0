import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnName } from '../../../events/inputs/security.ts';
import { client, unwrap } from '../../lib/client.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { showToast } from '../../lib/toasts.ts';
import { currentUserQuery } from '../session/currentUser.ts';

/** Changes the name of the account. PUT /api/auth/name */
export function useChangeName() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: OwnName) => unwrap(client.api.auth.name.$put({ json: name })),
    meta: { failure: saidInForm('Error', 'The name could not be changed. Please try again.') },
    onSuccess: () => showToast({ title: 'Name Changed', text: 'Your new name is saved.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
  });
}
