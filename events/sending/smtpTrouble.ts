/**
 * What can go wrong with a mailbox, and in which words. The servers' own words are never kept: they may name people. `passing`: the same
 * thing may work in a while.
 */
const TROUBLES = {
  replaced: { text: 'A newer connection replaced this one.' },
  connected_elsewhere: { text: 'This address is connected already. Open it in the list of sending accounts.' },
  smtp_host: { text: 'The SMTP host was not found. Check its name.' },
  smtp_unreachable: {
    text: 'The SMTP server cannot be reached. Check the host, the port and the security.',
    passing: true,
  },
  smtp_certificate: {
    text: "The certificate of the SMTP server can't be trusted or belongs to another name. Check the host.",
  },
  smtp_no_tls: { text: 'The SMTP server offers no encryption on this port. Check the port and the security.' },
  smtp_sign_in: {
    text: 'The SMTP server refused the user name or the password. Many hosts need an app password.',
  },
  smtp_later: { text: 'The SMTP server asks to wait. Try again later.', passing: true },
  smtp_refused: { text: 'The SMTP server refused the connection.' },
  imap_host: { text: 'The IMAP host was not found. Check its name.' },
  imap_unreachable: {
    text: 'The IMAP server cannot be reached. Check the host, the port and the security.',
    passing: true,
  },
  imap_certificate: {
    text: "The certificate of the IMAP server can't be trusted or belongs to another name. Check the host.",
  },
  imap_no_tls: { text: 'The IMAP server offers no encryption on this port. Check the port and the security.' },
  imap_sign_in: {
    text: 'The IMAP server refused the user name or the password. Many hosts need an app password.',
  },
  imap_refused: { text: 'The IMAP server refused the connection.' },
  needs_oauth: { text: 'This host takes no passwords from apps. It needs a sign-in with OAuth.' },
  private_host: { text: 'This host is in a private network. Ask your administrator to set MAIL_PRIVATE_HOSTS.' },
  sender_refused: { text: 'The mail server does not let you send from this address. Check the address.' },
  mail_refused: { text: 'The mail server refused the email.' },
  unconfirmed: {
    text: "We couldn't confirm whether the email left. Look into your inbox before you try again.",
    passing: true,
  },
  our_side: { text: 'Something went wrong on our side. Please try again.', passing: true },
} as const satisfies Record<string, { text: string; passing?: true }>;

export type SmtpTrouble = keyof typeof TROUBLES;
export const SMTP_TROUBLES = Object.keys(TROUBLES) as [SmtpTrouble, ...SmtpTrouble[]];

export function smtpTrouble(trouble: SmtpTrouble): { text: string; passing?: true } {
  return TROUBLES[trouble];
}
