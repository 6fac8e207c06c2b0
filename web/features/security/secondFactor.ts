import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchSecurity } from './security.ts';

/** An account without a password proves itself by a session that was opened a moment ago. */
type Proof = { password?: string };

/** Passwords that were typed, the key and the recovery codes go with the dialog that had them. */
const KEPT_NOWHERE = { gcTime: 0 };

const failed = saidInForm('Error', 'That could not be done. Please try again.');

/** A key for an authenticator app; it asks for nothing until it is confirmed. POST /api/auth/second-factor */
export function useMakeKey() {
  return useMutation({
    mutationFn: (proof: Proof) => unwrap(client.api.auth['second-factor'].$post({ json: proof })),
    ...KEPT_NOWHERE,
    meta: { failure: failed },
  });
}

/** Turns the second factor on with a first code; answers the recovery codes. POST /api/auth/second-factor/confirm */
export function useConfirmKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => unwrap(client.api.auth['second-factor'].confirm.$post({ json: { code } })),
    ...KEPT_NOWHERE,
    meta: { failure: failed },
    onSuccess: () => refetchSecurity(queries),
  });
}

/** Turns it off, by a code of the app or a recovery code. DELETE /api/auth/second-factor */
export function useTurnOff() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof & { code: string }) => unwrap(client.api.auth['second-factor'].$delete({ json: proof })),
    ...KEPT_NOWHERE,
    meta: { failure: failed },
    onSuccess: async () => {
      showToast({ title: 'Two-Factor Authentication Off', text: 'Signing in no longer asks for a code.' });
      await refetchSecurity(queries);
    },
  });
}

/** Ten new recovery codes in the place of the old ones. POST /api/auth/recovery-codes */
export function useNewRecoveryCodes() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof & { code: string }) => unwrap(client.api.auth['recovery-codes'].$post({ json: proof })),
    ...KEPT_NOWHERE,
    meta: { failure: failed },
    onSuccess: () => refetchSecurity(queries),
  });
}
