import type { DeliveryReport } from '../messages/messageEvents.ts';
import type { SuppressionReason } from '../shared/doNotContact.ts';
import type { HoldReason } from './mailboxState.ts';

/**
 * The meaning of a SendGrid event. `suppress`: why nothing more goes to the address. `hold`: why nothing more leaves the mailbox. All null: it only
 * shows that the mail was taken.
 */
type News = { report: DeliveryReport | null; suppress: SuppressionReason | null; hold: HoldReason | null };

const NOTHING: News = { report: null, suppress: null, hold: null };
const shown = (report: DeliveryReport): News => ({ ...NOTHING, report });
const suppressing = (report: DeliveryReport, suppress: SuppressionReason): News => ({ ...NOTHING, report, suppress });

/** Reads an event by its name, a bounce by its type, a drop by SendGrid's reason. A `blocked` bounce may go through another day. */
export function newsOf(event: string, type: string | undefined, reason: string | undefined): News {
  switch (event) {
    case 'bounce':
      return type === 'blocked' ? shown('blocked') : suppressing('bounced', 'bounced');
    case 'dropped':
      // it was on a list of SendGrid's own: the reason says on which
      if (/spam report/i.test(reason ?? '')) return suppressing('dropped', 'complained');
      if (/unsubscribe/i.test(reason ?? '')) return suppressing('dropped', 'unsubscribed');
      // what SendGrid holds against the sender or the mail says nothing of the address
      if (/spam content|smtpapi/i.test(reason ?? '')) return shown('dropped');
      if (/package quota|maximum credits/i.test(reason ?? ''))
        return { ...shown('dropped'), hold: 'credits_exhausted' };
      return suppressing('dropped', 'bounced');
    case 'spamreport':
      return suppressing('complained', 'complained');
    case 'unsubscribe':
    case 'group_unsubscribe':
      return suppressing('unsubscribed', 'unsubscribed');
    case 'delivered':
    case 'deferred':
      return shown(event);
    default:
      return NOTHING;
  }
}
