/**
 * What can go wrong with a mailbox, and in which words. The servers' own words are never kept: they may name people. `passing`: the same
 * thing may work in a while. `operator`: only the administrator of this installation can fix it.
 */
const TROUBLES = {
  replaced: { text: 'A newer connection replaced this one.' },
  connected_elsewhere: { text: 'This address is connected already. Open it in the list of sending accounts.' },
  too_many_accounts: {
    text: 'You have reached the limit of sending accounts. Disconnect one, or ask your administrator to raise it.',
  },
  connected_before: { text: 'This address was connected before, and its account is connected again.' },
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
  needs_oauth: {
    text: 'This host takes no passwords from apps. Connect a Microsoft mailbox under Microsoft 365 / Outlook in Settings.',
  },
  microsoft_expired: { text: 'The sign-in took too long. Connect again.' },
  microsoft_code_refused: { text: 'Microsoft did not accept the sign-in. Connect again.' },
  microsoft_not_verified: {
    text: "Microsoft's answer could not be verified. Check the clock of the server, then connect again.",
    operator: true,
  },
  microsoft_scope_missing: {
    text: 'Microsoft was not given your permission to send and read emails. Connect again and accept all of it.',
  },
  microsoft_admin_consent: {
    text: 'Your organization must approve this app first. Ask your Microsoft 365 administrator, then connect again.',
  },
  microsoft_token_refused: {
    text: 'Microsoft no longer accepts this connection. Reconnect your Microsoft account.',
  },
  microsoft_sign_in: {
    text: 'Microsoft does not let this account into a mailbox. Check that it has one, and that IMAP is on for it, then connect again.',
  },
  microsoft_smtp_off: {
    text: 'Authenticated SMTP is off for your mailbox. Ask your Microsoft 365 administrator to turn it on for the mailbox, then connect again.',
  },
  microsoft_policy: {
    text: "Your organization's sign-in rules do not let this app send emails. Ask your Microsoft 365 administrator, then connect again.",
  },
  microsoft_not_set: {
    text: 'Microsoft accounts are not set up. Ask your administrator to set them up.',
    operator: true,
  },
  microsoft_app_refused: {
    text: 'Microsoft refused the client ID or secret of this app. Ask your administrator to check them.',
    operator: true,
  },
  microsoft_unreachable: { text: 'Microsoft is not responding properly. Try again in a minute.', passing: true },
  private_host: { text: 'This host is in a private network. Ask your administrator to allow such hosts.' },
  sender_refused: { text: 'The mail server does not let you send from this address. Check the address.' },
  mail_refused: { text: 'The mail server refused the email.' },
  unconfirmed: {
    text: "We couldn't confirm whether the email left. Look into your inbox before you try again.",
    passing: true,
  },
  our_side: { text: 'Something went wrong on our side. Please try again.', passing: true },
} as const satisfies Record<string, { text: string; operator?: true; passing?: true }>;

export type SmtpTrouble = keyof typeof TROUBLES;
export const SMTP_TROUBLES = Object.keys(TROUBLES) as [SmtpTrouble, ...SmtpTrouble[]];

export function smtpTrouble(trouble: SmtpTrouble): { text: string; operator?: true; passing?: true } {
  return TROUBLES[trouble];
}
