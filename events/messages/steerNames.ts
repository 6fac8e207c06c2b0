/** The acts alone: the web needs no rules. `withdraw` takes an approval back. `take_out` cancels all that waits for the person in the campaign. */
export const STEERS = ['approve', 'withdraw', 'retry', 'hold', 'release', 'cancel', 'take_out', 'restore'] as const;
export type Steer = (typeof STEERS)[number];
