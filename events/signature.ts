export type Sender = {
  userFullName: string | null;
  jobTitle: string | null;
  businessName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  postalAddress: string | null;
};

/** The signature under every mail: plain text, lines joined by \n, beginning with "Best,". The postal address comes last, after a blank line. */
export function renderSignature(sender: Sender): string {
  const lines = [
    'Best,',
    sender.userFullName || 'Your Name',
    sender.jobTitle,
    sender.businessName,
    sender.contactEmail,
    sender.contactPhone,
  ].filter((line): line is string => Boolean(line));
  return sender.postalAddress ? `${lines.join('\n')}\n\n${sender.postalAddress}` : lines.join('\n');
}
