/** What a delivery status notification, a feedback report, or a notice in words says of an email of ours. */
import type { DeliveryReport } from '../messages/messageEvents.ts';
import type { SuppressionReason } from '../shared/doNotContact.ts';
import { isFromDaemon, type ParsedMail } from './incomingMail.ts';

/** The meaning of a notification or feedback report for an email. `null`: nothing that lasts, for example that it is delayed. */
export type Bounce = { report: DeliveryReport; suppress: SuppressionReason | null; reason: string | null };

/**
 * These codes say nothing of the address (RFC 3463). They object to the sender (1.7, 1.8, 1.90, 7), the size (2.2, 2.3, 3), the way (4.2–4.7), the
 * session (5) or the content (6). 1.90 and 4.5 are Microsoft's for a sender's own limits.
 */
const NOT_THE_ADDRESS = /^5\.(1\.(7|8|90)|2\.[23]|4\.[2-7]|[3567]\.\d+)$/;
/** Servers that know no finer status say it in words. */
const NO_STATUS = '5.0.0';
const UNKNOWN_USER =
  /\b(no such|unknown|invalid|non-?existent)\b.{0,20}\b(user|recipient|mailbox|address|account)|\b(user|recipient|mailbox|address|account)\b.{0,40}\b(unknown|not exist|not found|invalid|unavailable|disabled)/i;

/** Reads a notification as the event webhook of SendGrid is read: a bounce suppresses, a block does not. */
export function bounceOf({ report }: ParsedMail): Bounce | null {
  if (report?.complaint) return { report: 'complained', suppress: 'complained', reason: null };
  const failed = report?.statuses.find(({ action }) => action === 'failed');
  if (!failed) return null;
  const { status, diagnostic: reason } = failed;
  const isAddress = status === NO_STATUS ? UNKNOWN_USER.test(reason ?? '') : !NOT_THE_ADDRESS.test(status);
  if (status.startsWith('5') && isAddress) return { report: 'bounced', suppress: 'bounced', reason };
  return { report: 'blocked', suppress: null, reason };
}

/** A mail server's notice in words alone. It cannot prove which email it is about, or why. So it suppresses no one. */
export const isNotice = (mail: ParsedMail): boolean =>
  isFromDaemon(mail) ||
  /^(undeliver(ed|able)|delivery (status notification|failure|has failed)|mail delivery (failed|failure)|returned mail|failure notice|unzustellbar|non remis)/i.test(
    mail.subject,
  );
