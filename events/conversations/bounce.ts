/** What a delivery status notification, a feedback report, or a notice in words says of an email of ours. */
import type { DeliveryReport } from '../messages/messageEvents.ts';
import type { SuppressionReason } from '../shared/doNotContact.ts';
import { verdictOf } from './bounceTable.ts';
import { isFromDaemon, type ParsedMail } from './incomingMail.ts';

/** `verdict`: hard if the address is dead, or its owner complained. `rule`: of the table that gave it (bounceTable.ts). */
export type Bounce = {
  report: DeliveryReport;
  verdict: 'hard' | 'soft';
  rule: string;
  suppress: SuppressionReason | null;
  reason: string | null;
};

/** null: nothing that lasts, for example that an email is delayed. `copies`: who else got our email; their reports say nothing of the person. */
export function bounceOf({ report }: ParsedMail, copies: readonly string[] = []): Bounce | null {
  const isOfPerson = ({ recipient }: { recipient: string | null }) =>
    recipient === null || !copies.some((copy) => copy.toLowerCase() === recipient);
  if (report?.complaint && isOfPerson(report.complaint))
    return { report: 'complained', verdict: 'hard', rule: 'complaint', suppress: 'complained', reason: null };
  const failed = report?.statuses.find((one) => one.action === 'failed' && isOfPerson(one));
  if (!failed) return null;
  const { status, diagnostic: reason } = failed;
  const { verdict, rule } = verdictOf(status, reason ?? '');
  return verdict === 'hard'
    ? { report: 'bounced', verdict, rule, suppress: 'bounced', reason }
    : { report: 'blocked', verdict, rule, suppress: null, reason };
}

/** A mail server's notice in words alone, of which nothing could be read. It proves nothing, so it asks. */
export const isNotice = (mail: ParsedMail): boolean =>
  isFromDaemon(mail) ||
  /^(undeliver(ed|able)|delivery (status notification|failure|has failed)|mail delivery (failed|failure)|returned mail|failure notice|unzustellbar|non remis)/i.test(
    mail.subject,
  );
