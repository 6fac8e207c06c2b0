/** Where a search looks when nobody named a place (product spec, section 8: "from US and Canada"). */
export const DEFAULT_REGIONS: readonly string[] = ['united states', 'canada'];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that are no country, though they have a name. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

const CODES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): [string, string][] => {
      const code = first + second;
      const name = NO_COUNTRY.has(code) ? undefined : names.of(code);
      return name ? [[name.toLowerCase(), code]] : [];
    }),
  ),
  // outdated codes have the names of the present ones
  ...(['US', 'GB', 'DE', 'FR', 'RU', 'VN', 'MM', 'YE', 'RS', 'TL', 'BJ', 'BF', 'CD'] as const).map(
    (code): [string, string] => [names.of(code)?.toLowerCase() ?? code, code],
  ),
  ['usa', 'US'],
  ['uk', 'GB'],
]);

/** The ISO code (US) of a country by its English name, or null for what is no country. */
export const countryCode = (name: string): string | null => CODES.get(name.trim().toLowerCase()) ?? null;

/** The English name of a country in lower case by its ISO code, or null. */
export function countryName(code: string | null | undefined): string | null {
  if (!code || !/^[A-Za-z]{2}$/.test(code)) return null;
  return names.of(code.toUpperCase())?.toLowerCase() ?? null;
}

/** The name of a country as people write it: `United States`. */
export function countryLabel(name: string): string {
  const code = countryCode(name);
  return code === null ? name : (names.of(code) ?? name);
}

/** Those of some names that are no country. */
export const unknownRegions = (regions: readonly string[]): string[] => [
  ...new Set(regions.filter((region) => countryCode(region) === null)),
];

/** The countries among some names, as sources write them; those of DEFAULT_REGIONS when there is none. */
export function regionsOf(regions: readonly string[]): string[] {
  const known = regions.flatMap((region) => countryName(countryCode(region)) ?? []);
  return known.length > 0 ? [...new Set(known)] : [...DEFAULT_REGIONS];
}

/** Countries that are written with their article. */
const WITH_ARTICLE = new Set(['US', 'GB', 'NL', 'AE', 'PH', 'BS', 'MV', 'CD', 'CF', 'DO']);

/** A country as it is written in a sentence ("the United States"); a name that is no country is left as it is. */
export function countryInText(name: string): string {
  const code = countryCode(name);
  const written = (code && names.of(code)) ?? name;
  return code && WITH_ARTICLE.has(code) ? `the ${written}` : written;
}

/** The countries that a text names with a capital letter, in their order. */
export function countriesIn(text: string): string[] {
  const found = new Set<string>();
  const words = text.split(/[^\p{L}'’.&-]+/u);
  for (let at = 0; at < words.length; at += 1) {
    if (!/^\p{Lu}/u.test(words[at] ?? '')) continue;
    for (let length = 4; length > 0; length -= 1) {
      const code = countryCode(
        words
          .slice(at, at + length)
          .join(' ')
          .replace(/\.$/, ''),
      );
      if (!code) continue;
      found.add(countryName(code) ?? code);
      at += length - 1;
      break;
    }
  }
  return [...found];
}
