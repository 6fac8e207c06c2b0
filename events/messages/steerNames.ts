/**
 * The acts alone: the web needs no rules. `withdraw` takes an approval back. `take_out` cancels all that waits for the person in the campaign, and `move`
 * adds them to another one.
 */
export const STEERS = [
  ...(['approve', 'withdraw', 'retry', 'reschedule', 'postpone', 'hold', 'release'] as const),
  ...(['cancel', 'take_out', 'move', 'restore'] as const),
] as const;
export type Steer = (typeof STEERS)[number];

/** An email is postponed by so many days at most. */
export const MOST_DAYS_LATER = 90;
