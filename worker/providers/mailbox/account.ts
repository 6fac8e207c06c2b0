import { packMailboxLogin, readMailboxLogin } from '../../../db/vault/mailboxLogin.ts';
import type { MailServer } from '../../../events/sending/mailHosts.ts';
import type { Credentials } from '../mailProvider.ts';
import type { MailboxNetwork } from './endpoint.ts';
import { MailboxError } from './mailboxError.ts';

/** `accessToken`: answers one other than `refused`, the one that the server did not take. Throws MailboxError. */
export type SignIn = { user: string } & ({ password: string } | { accessToken(refused?: string): Promise<string> });

/** A mailbox as sessions see it. */
export type MailboxAccount = SignIn & { smtp: MailServer; imap?: MailServer | undefined };

export function mailboxAccount(
  { secretId, secret, replace }: Credentials,
  { microsoft }: Pick<MailboxNetwork, 'microsoft'>,
): MailboxAccount {
  const login = readMailboxLogin(secret);
  if ('password' in login) return login;
  const { refreshToken, ...account } = login;
  const keep = async (next: string) => replace?.(packMailboxLogin({ ...login, refreshToken: next }));
  return {
    ...account,
    async accessToken(refused) {
      if (!microsoft) throw new MailboxError('microsoft_not_set');
      return microsoft.accessToken({ secretId, refreshToken, keep }, refused);
    },
  };
}

/**
 * Does `open` with what signs in. A token that the server refuses (`isRefused`) is renewed once: it may have been revoked before its time.
 */
export async function signedIn<T>(
  signIn: SignIn,
  open: (by: { password: string } | { token: string }) => Promise<T>,
  isRefused: (error: unknown) => boolean,
): Promise<T> {
  if ('password' in signIn) return open({ password: signIn.password });
  const token = await signIn.accessToken();
  try {
    return await open({ token });
  } catch (error) {
    if (!isRefused(error)) throw error;
    return open({ token: await signIn.accessToken(token) });
  }
}
