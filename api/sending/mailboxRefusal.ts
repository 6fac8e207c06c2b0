import { type SmtpTrouble, smtpTrouble } from '../../events/sending/smtpTrouble.ts';
import { Refused } from '../../events/shared/refused.ts';
import { ProviderFailed } from '../http/errors.ts';

/** How a request about a mailbox that came to nothing is answered. */
export function mailboxRefusal(trouble: SmtpTrouble | null): Error {
  const { text, operator, passing } = smtpTrouble(trouble ?? 'our_side');
  return operator || passing
    ? new ProviderFailed(text)
    : new Refused({ code: 'smtp_trouble', trouble: trouble ?? 'our_side' });
}
