import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchSecurity } from './security.ts';

/** `current` is absent where the account has no password yet. */
export type NewPassword = { current?: string; password: string };

/** Sets the password, and signs every other browser out. POST /api/auth/password */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (typed: NewPassword) => unwrap(client.api.auth.password.$post({ json: typed })),
    // what was typed is not kept
    gcTime: 0,
    meta: { failure: saidInForm('Error', 'The password could not be changed. Please try again.') },
    onSuccess: (_, { current }) =>
      showToast({
        title: current === undefined ? 'Password Set' : 'Password Changed',
        text: 'Every other browser is signed out.',
      }),
    onSettled: () => refetchSecurity(queries),
  });
}
