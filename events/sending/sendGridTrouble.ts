/**
 * What can go wrong with the test, in words of ours; SendGrid's own are never kept. `passing`: the same thing may work in a while.
 */
const TROUBLES = {
  key_refused: { text: 'SendGrid refused the API key. Check it, or create a new one.' },
  permission_missing: { text: 'The API key may not send. Give it the permission "Mail Send" in SendGrid.' },
  sender_refused: { text: 'SendGrid does not know this sender. Verify the address or its domain in SendGrid.' },
  account_blocked: { text: 'SendGrid does not let this account send. Sign in there: it may be under review.' },
  credits_exhausted: {
    text: 'The sending credits of SendGrid are used up. Upgrade the plan, or wait for the next day.',
  },
  mail_refused: { text: 'SendGrid refused the email.' },
  later: { text: 'SendGrid asks to wait. Try again later.', passing: true },
  unreachable: { text: 'SendGrid cannot be reached. Try again later.', passing: true },
  unconfirmed: { text: "We couldn't confirm whether the email left. Look into your inbox first.", passing: true },
  our_side: { text: 'Something went wrong on our side. Please try again.', passing: true },
} as const satisfies Record<string, { text: string; passing?: true }>;
export type SendGridTrouble = keyof typeof TROUBLES;
export const SENDGRID_TROUBLES = Object.keys(TROUBLES) as [SendGridTrouble, ...SendGridTrouble[]];

export function sendGridTrouble(trouble: SendGridTrouble): { text: string; passing?: true } {
  return TROUBLES[trouble];
}
