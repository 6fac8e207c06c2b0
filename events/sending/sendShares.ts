/** How many mails a local day takes: what a new mailbox sends at first, and what several campaigns share. */

const RAMP_STEP = 5;

/**
 * How many mails a mailbox sends on its next day. With ramp-up 5 on its first sending day and 5 more on each further one, up to the cap;
 * `daysSent`: on how many days it has sent before.
 */
export const capOfDay = (cap: number, rampUp: boolean, daysSent: number): number =>
  rampUp ? Math.min(cap, RAMP_STEP * (daysSent + 1)) : cap;

/** What a campaign has of a day already (`used`: sent or planned), and what it would take in all (`wants`). */
export type Claim = { used: number; wants: number };

/**
 * Shares the places of a day among campaigns, evenly: place by place to the campaign that has least, the first of equals; what one does not want
 * goes to the others. Nobody loses what they have. Answers what each has in the end.
 */
export function shareDay(places: number, claims: readonly Claim[]): number[] {
  const shares = claims.map(({ used }) => used);
  let left = places - shares.reduce((sum, used) => sum + used, 0);
  while (left > 0) {
    let least = -1;
    for (const [index, { wants }] of claims.entries()) {
      const share = shares[index] ?? 0;
      if (share < wants && (least === -1 || share < (shares[least] ?? 0))) least = index;
    }
    if (least === -1) break;
    shares[least] = (shares[least] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
