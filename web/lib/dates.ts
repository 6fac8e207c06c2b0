/** Made on first use. The first one takes a browser 30 ms, and the dashboard may need none. */
function lazy<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const day = lazy(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }));
const dayAndYear = lazy(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }));
const past = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));
const ahead = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'always' }));

/** "18 Nov", with the year when it is not this one. */
export function shortDate(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  return (date.getFullYear() === now.getFullYear() ? day() : dayAndYear()).format(date);
}

/** A sentence with ISO 8601 moments as a clock shows them, in a zone named after one, else in that of the screen. */
export const withTimes = (zone: string, text: string): string =>
  text.replace(/(\d{4}-\d\d-\d\dT[\d:.]+Z)(?: \(([\w+-]+(?:\/[\w+-]+)*)\))?/g, (_, iso: string, named = zone) =>
    (named === zone ? clockIn : momentIn)(named, iso, Date.now()),
  );

/** "just now", "5 minutes ago", "yesterday": how long ago a moment was. */
export function timeAgo(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return past().format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return past().format(-Math.floor(seconds / 3600), 'hour');
  return past().format(-Math.floor(seconds / 86_400), 'day');
}

/** "within a minute", "in 5 minutes", "in 3 hours", "in 2 days": how long until a moment. */
export function timeUntil(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (seconds < 60) return 'within a minute';
  if (seconds < 3600) return ahead().format(Math.round(seconds / 60), 'minute');
  if (seconds < 86_400) return ahead().format(Math.round(seconds / 3600), 'hour');
  return ahead().format(Math.round(seconds / 86_400), 'day');
}

const ownZone = lazy(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

export const browserZone = (): string => ownZone();

/** "Asia/Kathmandu": how a zone is named beside a time; null where the browser's is the same. */
export const zoneName = (zone: string): string | null => (zone === browserZone() ? null : zone.replaceAll('_', ' '));

export function withZone(time: string, zone: string): string {
  const name = zoneName(zone);
  return name === null ? time : `${time} (${name})`;
}

/** "10:02 AM" in an IANA zone that is named beside it. */
export function timeIn(zone: string, iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    new Date(iso),
  );
}

/** "9 AM": an hour of the day, 0 to 23. */
export const hourText = (hour: number): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' }).format(hour * 3_600_000);

/** "today", or "Monday, Nov 23", in an IANA zone. The year shows when it is more than half a year away. */
export function dayIn(zone: string, iso: string, now: number, weekday: 'long' | 'short' = 'long'): string {
  const far = Math.abs(Date.parse(iso) - now) > 182 * 86_400_000;
  const day = new Intl.DateTimeFormat(undefined, {
    weekday,
    day: 'numeric',
    month: 'short',
    ...(far && { year: 'numeric' }),
    timeZone: zone,
  });
  const [that, today] = [day.format(new Date(iso)), day.format(now)];
  return that === today ? 'today' : (that ?? '');
}

/** "today, 10:02 AM", or "Mon, Nov 23, 10:02 AM", where the screen names the zone. The year shows as in `dayIn`. */
export const clockIn = (zone: string, iso: string, now: number): string =>
  `${dayIn(zone, iso, now, 'short')}, ${timeIn(zone, iso)}`;

/** The same with the zone: "today, 10:02 AM (Asia/Kathmandu)". */
export const momentIn = (zone: string, iso: string, now: number): string => withZone(clockIn(zone, iso, now), zone);
