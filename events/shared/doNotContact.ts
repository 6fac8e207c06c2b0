/** Why an address is on the list of those that get nothing. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'user', 'erased'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

const IN_SHORT: Record<SuppressionReason, string> = {
  unsubscribed: 'unsubscribed',
  complained: 'reported your email as spam',
  bounced: 'email came back',
  user: 'do not contact',
  erased: 'erased',
};

/** Why nothing is sent to an address, in a word or two, for lists. */
export const doNotContact = (reason: SuppressionReason | null): string => IN_SHORT[reason ?? 'user'];

/** A person with an undeliverable address joins no campaign, because their message would only wait. */
export const TAKES_NO_EMAIL = 'address takes no email';

/** These hold all email to a person until the user has answered (events/conversations/question.ts). The weightier comes first. */
export const HOLD_SIGNS = ['legal_request', 'unsubscribe', 'bounce', 'automatic'] as const;
export type HoldSign = (typeof HOLD_SIGNS)[number];
