import type { Random } from '../seeded.ts';
import { aMoment, type Fault } from './fault.ts';

const DAY = 24 * 3_600_000;

/** A working day, an hour or two before the first tenant's window closes or long before it opens. */
function playsAt(random: Random): number {
  const midnight = Math.ceil(Date.now() / DAY) * DAY + random.whole(1, 7) * DAY;
  const weekday = new Date(midnight).getUTCDay();
  const monday = weekday === 0 ? DAY : weekday === 6 ? 2 * DAY : 0;
  return midnight + monday + random.between(6 * 3_600_000, 15 * 3_600_000);
}

/** Nothing goes wrong but that real windows and gaps hold, not those for trying out. Strikes beside other faults. */
export const windows: Fault = {
  name: 'windows',
  inWindows: true,
  wish: (random: Random) => ({
    playsAt: playsAt(random),
    sendGap: null,
    tenants: 3,
    campaigns: 2,
    partners: [4, 5],
    crowded: true,
  }),
  strike: (_stage, random) => aMoment(random),
};
