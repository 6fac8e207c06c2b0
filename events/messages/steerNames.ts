/** The acts alone: the web needs no rules. `take_out` cancels all that waits for the person in the campaign. */
export const STEERS = ['cancel', 'take_out', 'hold', 'release', 'restore'] as const;
export type Steer = (typeof STEERS)[number];

/** In one call. */
export const STEERED_AT_ONCE = 50;
