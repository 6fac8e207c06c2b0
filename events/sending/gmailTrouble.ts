/**
 * What can go wrong with a Gmail account, and in which words. Google's own words are never kept: they may name people.
 * `operator`: only the administrator can fix it. `passing`: the same thing may work in a while.
 */
const TROUBLES = {
  expired: { text: 'The sign-in took too long. Connect again.' },
  replaced: { text: 'A newer sign-in replaced this one.' },
  connected_elsewhere: { text: 'This address is connected already. Open it in the list of sending accounts.' },
  too_many_accounts: {
    text: 'You have reached the limit of sending accounts. Disconnect one, or ask your administrator to raise it.',
  },
  connected_before: { text: 'This address was connected before, and its account is connected again.' },
  code_refused: { text: 'Google did not accept the sign-in. Connect again.' },
  token_refused: { text: 'Google no longer accepts this connection. Reconnect your Gmail account.' },
  scope_missing: {
    text: 'Google was not given your permission to send emails. Connect again and tick every box that Google shows.',
  },
  not_lasting: { text: 'Google gave no lasting access. Connect again.' },
  not_verified: {
    text: "Google's answer could not be verified. Check the clock of the server, then connect again.",
    operator: true,
  },
  no_gmail: { text: 'This Google account has no Gmail mailbox. Connect another account.' },
  policy: { text: 'Your organization does not let this app use Gmail. Ask your Google Workspace administrator.' },
  not_set: {
    text: 'Gmail is not set up. Ask your administrator to set it up.',
    operator: true,
  },
  app_refused: {
    text: 'Google refused the client ID or secret of this app. Ask your administrator to check them.',
    operator: true,
  },
  api_disabled: {
    text: 'The Gmail API is not enabled in the Google Cloud project. Ask your administrator to enable it.',
    operator: true,
  },
  rate_limited: { text: 'Google asks to wait. Try again later.', passing: true },
  unreachable: { text: 'Google is not responding properly. Try again in a minute.', passing: true },
  refused: { text: 'Google refused the request.' },
  unconfirmed: {
    text: "We couldn't confirm whether the email left. Look into your inbox before you try again.",
    passing: true,
  },
  our_side: { text: 'Something went wrong on our side. Please try again.', passing: true },
} as const satisfies Record<string, { text: string; operator?: true; passing?: true }>;

export type GmailTrouble = keyof typeof TROUBLES;
export const GMAIL_TROUBLES = Object.keys(TROUBLES) as [GmailTrouble, ...GmailTrouble[]];

export function gmailTrouble(trouble: GmailTrouble): { text: string; operator?: true; passing?: true } {
  return TROUBLES[trouble];
}
