/** The follow-ups of a campaign: what is written when nobody answers, and how long after. */

/** Who writes a follow-up: the AI by instructions, or the user, whose text every partner gets as it is. */
export const FOLLOW_UP_WRITERS = ['ai', 'user'] as const;

/** `afterDays`: days after the email before it. `text`: instructions for the AI, or the text itself. */
export type FollowUp = { afterDays: number; writer: (typeof FOLLOW_UP_WRITERS)[number]; text: string };

export const MOST_FOLLOW_UPS = 4;
export const AFTER_DAYS = { min: 1, max: 60, default: 3 } as const;
