import { LANGUAGE_CODES } from './languages.ts';

/** A search without places looks here (product spec, section 8: "from US and Canada"). */
export const DEFAULT_REGIONS: readonly string[] = ['united states', 'canada'];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Names that people use, where the official one would read oddly in a mail. */
const USUAL_NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MM: 'Myanmar', MO: 'Macao' };
const nameOf = (code: string): string | undefined => USUAL_NAMES[code] ?? names.of(code);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that are no country, though they have a name. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

/** Other names of countries, and places whose names end with a country's name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae'],
  AU: ['new south wales'],
  BA: ['bosnia', 'bosnia-herzegovina'],
  BN: ['brunei darussalam'],
  CD: ['democratic republic of the congo', 'dr congo', 'drc'],
  CG: ['republic of the congo', 'congo-brazzaville'],
  CI: ['ivory coast'],
  CV: ['cabo verde'],
  CZ: ['czech republic'],
  FM: ['federated states of micronesia'],
  GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', 'northern ireland'],
  GS: ['south georgia and the south sandwich islands'],
  HK: ['hong kong'],
  HM: ['heard island and mcdonald islands'],
  IE: ['republic of ireland'],
  KR: ['korea', 'republic of korea'],
  MK: ['macedonia'],
  MM: ['myanmar', 'burma'],
  MO: ['macau', 'macao'],
  NL: ['holland'],
  PS: ['palestine', 'state of palestine'],
  RU: ['russian federation'],
  SZ: ['swaziland'],
  TL: ['east timor'],
  TR: ['turkey'],
  US: ['usa', 'us', 'united states of america', 'new england', 'new jersey', 'new mexico'],
  VA: ['vatican', 'holy see'],
  VC: ['st vincent and the grenadines'],
  VN: ['viet nam'],
};

/** One spelling of a name, whatever its case, accents, dots, article, `&` and `Saint`. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/&/g, ' and ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^the /, '');

const CODES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): [string, string][] => {
      const code = first + second;
      const name = NO_COUNTRY.has(code) ? undefined : names.of(code);
      return name ? [[keyOf(name), code]] : [];
    }),
  ),
  // outdated codes have the names of the present ones
  ...(['US', 'GB', 'DE', 'FR', 'RU', 'VN', 'MM', 'YE', 'RS', 'TL', 'BJ', 'BF', 'CD'] as const).map(
    (code): [string, string] => [keyOf(names.of(code) ?? code), code],
  ),
  ...Object.entries(OTHER_NAMES).flatMap(([code, others]) => others.map((name): [string, string] => [name, code])),
]);

/** The ISO code (US) of a country by one of its English names; null: no country. */
export const countryCode = (name: string): string | null => CODES.get(keyOf(name)) ?? null;

/** The English name of a country in lower case by its ISO code, or null. */
export function countryName(code: string | null | undefined): string | null {
  if (!code || !/^[A-Za-z]{2}$/.test(code)) return null;
  return nameOf(code.toUpperCase())?.toLowerCase() ?? null;
}

/** The stored name of a country, from any of its names. Any other text is put in lower case. */
export const keptCountry = (name: string): string => countryName(countryCode(name)) ?? name.trim().toLowerCase();

/** The name of a country as people write it: `United States`. */
export function countryLabel(name: string): string {
  const code = countryCode(name);
  return code === null ? name : (nameOf(code) ?? name);
}

/** The names that are no country. */
export const unknownRegions = (regions: readonly string[]): string[] => [
  ...new Set(regions.filter((region) => countryCode(region) === null)),
];

/** The countries among some names, as sources write them; without any, those of DEFAULT_REGIONS. */
export function regionsOf(regions: readonly string[]): string[] {
  const known = regions.flatMap((region) => countryName(countryCode(region)) ?? []);
  return known.length > 0 ? [...new Set(known)] : [...DEFAULT_REGIONS];
}

const inLanguages = () => {
  const names = LANGUAGE_CODES.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }));
  const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const written = [...new Set(CODES.values())].map(
    (code) => [code, names.flatMap((own) => own.of(code) ?? [])] as const,
  );
  /** "Danish": a capital of English alone. */
  const adjective = (code: string) => languages.of(new Intl.Locale(`und-${code}`).maximize().language) ?? [];
  return {
    names: new Map(written.map(([code, all]) => [code, all.concat(adjective(code))])),
    codes: new Map(
      written.flatMap(([code, all]) => all.map((name) => [keyOf(name).replace(/-/g, ' '), code] as const)),
    ),
  };
};
/** Made when a text first needs it: thousands of names. */
let known: ReturnType<typeof inLanguages> | undefined;
const MOST_WORDS = 4;

/** The names, in each language of the texts, of the countries that a text names in any of these. */
export function countriesInLanguages(text: string): string[] {
  known ??= inLanguages();
  const { names, codes } = known;
  const words = text.split(/[^\p{L}\p{M}'’.&]+/u);
  const found = words.flatMap((_, at) =>
    Array.from({ length: MOST_WORDS }, (_, length) => words.slice(at, at + length + 1).join(' ')).flatMap((name) =>
      isWord(name) ? [] : (codes.get(keyOf(name)) ?? countryCode(name) ?? []),
    ),
  );
  return [...new Set(found)].flatMap((code) => names.get(code) ?? []);
}

/** Countries that are written with their article. */
const WITH_ARTICLE = new Set(['US', 'GB', 'NL', 'AE', 'PH', 'BS', 'MV', 'CD', 'CF', 'DO']);

/** A country as in a sentence ("the United States"); any other name is unchanged. */
export function countryInText(name: string): string {
  const code = countryCode(name);
  const written = (code && nameOf(code)) ?? name;
  return code && WITH_ARTICLE.has(code) ? `the ${written}` : written;
}

/** Whether a name is a word such as `us`, which only capitals make a country. */
const isWord = (name: string): boolean => keyOf(name).length <= 3 && /\p{Ll}/u.test(name.replace(/^the /i, ''));

/** The countries that a text names with a capital letter, in their order. */
export function countriesIn(text: string): string[] {
  const found = new Set<string>();
  const words = text.split(/[^\p{L}'’.&-]+/u).map((word) => word.replace(/(-based|['’]s)?\.?$/u, ''));
  for (let at = 0; at < words.length; at += 1) {
    if (!/^\p{Lu}/u.test(words[at] ?? '')) continue;
    for (let length = 4; length > 0; length -= 1) {
      const name = words.slice(at, at + length).join(' ');
      const code = countryCode(name);
      if (!code || isWord(name)) continue;
      found.add(countryName(code) ?? code);
      at += length - 1;
      break;
    }
  }
  return [...found];
}
