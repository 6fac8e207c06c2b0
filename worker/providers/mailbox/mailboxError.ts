import { type SmtpTrouble, smtpTrouble } from '../../../events/sending/smtpTrouble.ts';
import { ProviderError } from '../providerError.ts';

/** A mail server did not do its part. Its own words stay behind: they may name people. */
export class MailboxError extends ProviderError {
  readonly trouble: SmtpTrouble;

  constructor(trouble: SmtpTrouble, retryAfterSeconds: number | null = null) {
    const { passing = false } = smtpTrouble(trouble);
    super({ code: 'smtp_trouble', trouble }, `mailbox_${trouble}`, passing, retryAfterSeconds);
    this.name = 'MailboxError';
    this.trouble = trouble;
  }
}

/** Node's codes for a certificate that cannot be trusted. */
const UNTRUSTED = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/;

/** Whether any of an error's codes names a certificate that cannot be trusted. */
export const isUntrusted = (...codes: unknown[]): boolean => codes.some((code) => UNTRUSTED.test(String(code ?? '')));
