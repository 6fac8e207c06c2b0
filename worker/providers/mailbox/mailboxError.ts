import type { TroubleOf } from '../../../events/shared/accountWords.ts';
import { AccountError } from '../accountError.ts';

export type MailboxTrouble = TroubleOf<'smtp'>;

/** A mail server, or the sign-in to it, did not do its part. */
export class MailboxError extends AccountError {
  constructor(trouble: MailboxTrouble, retryAfterSeconds: number | null = null) {
    super('smtp', trouble, retryAfterSeconds);
    this.name = 'MailboxError';
  }
}

/** Node's codes for a certificate that cannot be trusted. */
const UNTRUSTED = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/;

/** Whether any of an error's codes names a certificate that cannot be trusted. */
export const isUntrusted = (...codes: unknown[]): boolean => codes.some((code) => UNTRUSTED.test(String(code ?? '')));
