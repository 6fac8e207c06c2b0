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

/** A server that is busy, whatever code it gives. */
const FOR_NOW =
  /too many|maximum number of|simultaneous connections|try (?:again )?later|temporar|\bbusy\b|overload|(?:service|server|backend|temporarily|currently) (?:is )?(?:temporarily )?unavailable|maintenance|rate limit|internal (?:server )?error|timed? ?out/i;
export const saysForNow = (answer: string): boolean => FOR_NOW.test(answer);
