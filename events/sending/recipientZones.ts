/** In which time zones a partner may be, by what is known of their place. The data is large: no part of the browser may import this. */
import { type CityData, cityMapping } from 'city-timezones';

/** As a data provider says it; null or nothing: unknown. */
export type Whereabouts = {
  country?: string | null | undefined;
  region?: string | null | undefined;
  city?: string | null | undefined;
};

/** A zone with less of the people of a country, or of its region, is none of its main ones. */
const MAIN_SHARE = 0.03;

/** Names that neither the list of cities nor Intl has. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  uae: 'AE',
};

/** Without case, accents and dots, so that "São Paulo" and "Sao Paulo" are one. */
const plain = (name: string | null | undefined): string =>
  (name ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .trim()
    .toLowerCase();

type Country = { cities: CityData[] };

/** The list and Intl are read once, when the first place is asked for. */
let countries: { byCode: Map<string, Country>; codes: Map<string, string> } | null = null;

const known = new Set(Intl.supportedValuesOf('timeZone'));
/** The list has some older names, which Intl takes, too. */
function isZone(zone: string | null): boolean {
  if (!zone) return false;
  if (known.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    known.add(zone);
    return true;
  } catch {
    return false;
  }
}

function readCountries() {
  const byCode = new Map<string, Country>();
  const codes = new Map(Object.entries(ALIASES));
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const city of cityMapping) {
    if (!isZone(city.timezone) || !/^[A-Z]{2}$/.test(city.iso2)) continue;
    const country = byCode.get(city.iso2);
    if (country) country.cities.push(city);
    else byCode.set(city.iso2, { cities: [city] });
    codes.set(plain(city.country), city.iso2);
  }
  for (const code of byCode.keys()) {
    codes.set(plain(names.of(code)), code);
    codes.set(code.toLowerCase(), code);
  }
  return { byCode, codes };
}

/** The zones in which more than a few of these people live, the greatest first. */
function mainZones(cities: readonly CityData[]): string[] {
  const people = new Map<string, number>();
  for (const { timezone, pop } of cities) people.set(timezone, (people.get(timezone) ?? 0) + Math.max(1, pop));
  const all = [...people.values()].reduce((sum, count) => sum + count, 0);
  return [...people]
    .filter(([, count]) => count >= MAIN_SHARE * all)
    .sort((a, b) => b[1] - a[1])
    .map(([zone]) => zone);
}

/**
 * The zones in which a partner may be: one, where the country, the region or the city says so; else all main ones of the region or the
 * country. None: nothing is known.
 */
export function recipientZones(place: Whereabouts | null): string[] {
  countries ??= readCountries();
  const cities = countries.byCode.get(countries.codes.get(plain(place?.country)) ?? '')?.cities ?? [];
  const region = plain(place?.region);
  const city = plain(place?.city);
  const inRegion = region ? cities.filter(({ province }) => plain(province) === region) : [];
  const within = inRegion.length > 0 ? inRegion : cities;
  const named = city ? within.filter((one) => plain(one.city_ascii) === city || plain(one.city) === city) : [];
  return mainZones(named.length > 0 ? named : within);
}
