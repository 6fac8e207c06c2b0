/** The acts alone: the web needs no rules. `withdraw` takes an approval back. `take_out` cancels all that waits for the person in the campaign. */
export const STEERS = [
  ...(['approve', 'withdraw', 'retry', 'reschedule', 'postpone', 'hold', 'release'] as const),
  ...(['cancel', 'take_out', 'restore'] as const),
] as const;
export type Steer = (typeof STEERS)[number];

/** An email is postponed by so many days at most. */
export const MOST_DAYS_LATER = 90;
