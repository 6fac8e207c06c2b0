/** Wall-clock time in an IANA zone, by Intl alone. Minutes count from local midnight; days are `yyyy-mm-dd`. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

function wallClock(instant: number, zone: string): { day: string; minutes: number; asUtc: number } {
  // mm/dd/yyyy, hh:mm:ss
  const text = formatFor(zone).format(instant);
  const day = `${text.slice(6, 10)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;
  const minutes = Number(text.slice(12, 14)) * 60 + Number(text.slice(15, 17));
  return { day, minutes, asUtc: Date.parse(`${day}T${text.slice(12)}Z`) };
}

export const localDay = (instant: number, zone: string): string => wallClock(instant, zone).day;

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The seven days of the week of a day (`yyyy-mm-dd`), from its Monday on. */
export function weekOf(day: string): string[] {
  const monday = daysLater(day, 1 - weekdayOf(day));
  return Array.from({ length: 7 }, (_, index) => daysLater(monday, index));
}

export const daysLater = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
export const dayAfter = (day: string): string => daysLater(day, 1);

/** Of a local time `HH:MM`, since midnight. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/**
 * The instant (ms since 1970) of a local time. A time that a clock change skips is the moment of the change.
 * A time that comes twice is its first.
 */
export function instantOf(day: string, minutes: number, zone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const offsetAt = (instant: number) => wallClock(instant, zone).asUtc - Math.floor(instant / 1000) * 1000;
  const instants = [wanted - 86_400_000, wanted + 86_400_000].map((instant) => wanted - offsetAt(instant));
  const exact = instants.filter((instant) => wallClock(instant, zone).asUtc === wanted);
  if (exact.length > 0) return Math.min(...exact);
  // in a gap no instant shows the wanted time: the change lies between the results of the two offsets
  let [before, after] = [Math.min(...instants), Math.max(...instants)];
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000;
    if (wallClock(middle, zone).asUtc < wanted) before = middle;
    else after = middle;
  }
  return after;
}
