import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../seeded.ts';
import type { Fault } from './fault.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The offset of a zone (ms) at an instant, by the platform's own tables. */
function offsetsOf(zone: string): (instant: number) => number {
  // one for all instants: each takes as long to make as a thousand to ask
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1_000) * 1_000;
}

/** The next instants (to the hour) at which a zone changes its clock. */
function changesAfter(from: number, zone: string, count: number): number[] {
  const offsetAt = offsetsOf(zone);
  const found: number[] = [];
  for (let at = from; found.length < count; at += HOUR) {
    if (offsetAt(at) !== offsetAt(at + HOUR)) found.push(at + HOUR);
  }
  return found;
}

/**
 * The run plays around a night of a clock change. It begins on the Friday before, so that emails leave before and after it. Three tenants live in
 * three zones, and one of them has the night.
 */
export const clockChange: Fault = {
  name: 'dst',
  workers: 2,
  wish: (random: Random) => {
    const zone = random.pick(ZONES);
    const [next = 0, other = 0] = changesAfter(Date.now() + 4 * DAY, zone, 2);
    const night = random.chance(0.5) ? next : other;
    // the change comes in the night to Sunday: 34 to 36 hours before it is Friday afternoon
    const playsAt = night - random.between(34 * HOUR, 36 * HOUR);
    return { playsAt, zones: [zone, ...ZONES.filter((one) => one !== zone)], sendGap: null, tenants: 3 };
  },
  strike: async (faultRun) => {
    faultRun.say(
      `plays around the clock change after ${new Date(faultRun.now()).toISOString()} in ${faultRun.tenants[0]?.zone}`,
    );
    await wait(800);
  },
};
