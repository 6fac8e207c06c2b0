/** These hold all email to a person until the user has answered (events/conversations/question.ts). The weightier comes first. */
export const HOLD_SIGNS = ['unsubscribe', 'bounce'] as const;
export type HoldSign = (typeof HOLD_SIGNS)[number];
