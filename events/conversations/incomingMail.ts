/** A mail as it was parsed, and what its headers say alone. */
import type { MailText } from './conversation.ts';

/** Of one recipient of a delivery status notification (RFC 3464). */
export type DeliveryStatus = { recipient: string | null; action: string; status: string; diagnostic: string | null };

/**
 * The returned parts of the email that a report is about. `unsubscribeTokens`: the ends of the links to unsubscribe in it, unproved. `sentAt`: ISO
 * 8601.
 */
export type ReturnedMail = {
  ids: readonly string[];
  unsubscribeTokens: readonly string[];
  to: string | null;
  subject: string | null;
  sentAt: string | null;
};

/** Of our email, as another mail quotes it. `to`: the recipients in the quoted headers, which anyone can write. */
export type QuotedMail = { ids: readonly string[]; unsubscribeTokens: readonly string[]; to: readonly string[] };

/** A mail as it was parsed. Header names are in lower case. */
export type ParsedMail = MailText & {
  quoted: QuotedMail;
  inReplyTo: readonly string[];
  headers: Readonly<Record<string, string>>;
  truncated: boolean;
  unparsed: boolean;
  /**
   * The content of a delivery status notification (RFC 3464) or of a notice in words, or the reporter of spam in a feedback report (RFC 5965). They
   * may return the mail that they are about, or its headers.
   */
  report: {
    statuses: readonly DeliveryStatus[];
    complaint: { recipient: string | null } | null;
    original: ReturnedMail | null;
  } | null;
};

/** Whether it goes to many: such a mail is no answer, unless it names one of ours. */
export const isListMail = ({ headers }: ParsedMail): boolean =>
  'list-id' in headers || 'list-unsubscribe' in headers || /^(list|bulk)$/i.test(headers.precedence ?? '');

/** Clocks of mail servers are not exact. */
export const CLOCK_SKEW_MS = 10 * 60_000;

export const headerOf = ({ headers }: ParsedMail, name: string): string => (headers[name] ?? '').trim().toLowerCase();

export const isFromDaemon = ({ from }: ParsedMail): boolean => /^(mailer-daemon|postmaster)@/i.test(from);
