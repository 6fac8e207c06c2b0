export type Sender = {
  userFullName: string | null;
  jobTitle: string | null;
  businessName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  postalAddress: string | null;
};

/** One line: a name from before the forms refused line ends, or from an issuer, must not write headers of its own. */
const inOneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The name under a mail and in its From: the one of Settings, else the account's; null when there is neither. */
export function senderName(
  fullName: string | null,
  account: { firstName: string | null; lastName: string | null } | null,
): string | null {
  return inOneLine(fullName ?? '') || inOneLine(`${account?.firstName ?? ''} ${account?.lastName ?? ''}`) || null;
}

/**
 * The signature under every mail: plain text, lines joined by \n, beginning with "Best,". The postal address comes last, after a blank line.
 * `placeholder` replaces a missing name, on the settings screen only: a mail without a name has no name line.
 */
export function renderSignature(sender: Sender, placeholder: string | null = null): string {
  const lines = [
    'Best,',
    sender.userFullName || placeholder,
    sender.jobTitle,
    sender.businessName,
    sender.contactEmail,
    sender.contactPhone,
  ].filter((line): line is string => Boolean(line));
  return sender.postalAddress ? `${lines.join('\n')}\n\n${sender.postalAddress}` : lines.join('\n');
}

/**
 * What follows the text of every campaign mail: the signature with the postal address, and the way to hear no more (`link`, or words
 * in its place where there is no mail yet).
 */
export const renderMailEnd = (sender: Sender, link: string): string =>
  `${renderSignature(sender)}\n\nIf you would rather not hear from me again, unsubscribe here:\n${link}`;

/** What the preview of a mail shows in the place of its link. */
export const LINK_OF_THEIR_OWN = '(each mail has a link of its own)';
