/** Countries by the names that people write; languages ("learn Spanish") and "contact us" name none. */
const countries: readonly [country: string, pattern: RegExp][] = [
  [
    'united states',
    /\bunited states\b|\busa\b|\bu\.s\.|\bnorth america\b|(?<!\b(?:latin|south|central|north) )\bamerica\b|\b(?:the|in) states\b/i,
  ],
  ['united states', /\bUS\b/],
  ['canada', /\bcanada\b|\bnorth america\b/i],
  ['united kingdom', /\b(?:united kingdom|uk|great britain|britain|scotland|wales)\b|(?<!\bnew )\bengland\b/i],
  ['ireland', /\bireland\b/i],
  ['germany', /\b(?:germany|deutschland|dach)\b/i],
  ['austria', /\b(?:austria|österreich|dach)\b/iu],
  ['switzerland', /\b(?:switzerland|schweiz|dach)\b/i],
  ['netherlands', /\b(?:netherlands|holland)\b/i],
  ['belgium', /\bbelgium\b/i],
  ['france', /\bfrance\b/i],
  ['spain', /\bspain\b/i],
  ['portugal', /\bportugal\b/i],
  ['italy', /\bitaly\b/i],
  ['poland', /\bpoland\b/i],
  ['sweden', /\b(?:sweden|scandinavia)\b/i],
  ['norway', /\b(?:norway|scandinavia)\b/i],
  ['denmark', /\b(?:denmark|scandinavia)\b/i],
  ['finland', /\bfinland\b/i],
  ['australia', /\baustralia\b/i],
  ['new zealand', /\bnew zealand\b/i],
  ['india', /\bindia\b/i],
  ['japan', /\bjapan\b/i],
  ['brazil', /\bbrazil\b/i],
  ['mexico', /(?<!\bnew )\bmexico\b/i],
  ['south africa', /\bsouth africa\b/i],
];

/** Adjectives that are the name of no language, so that "Canadian hikers" are people of a country. */
const peoples: readonly [country: string, adjective: string][] = [
  ['united states', 'american'],
  ['canada', 'canadian'],
  ['united kingdom', 'british'],
  ['austria', 'austrian'],
  ['switzerland', 'swiss'],
  ['australia', 'australian'],
  ['belgium', 'belgian'],
];
const group = '(?:[a-z-]+ )?(?:people|families|parents|women|men|students|creators|influencers|[a-z]+ers)\\b';

/** Country names in lower case that a text names; empty if it names none. */
export const regionsIn = (text: string): string[] => [
  ...new Set([
    ...countries.filter(([, pattern]) => pattern.test(text)).map(([country]) => country),
    ...peoples
      .filter(([, adjective]) =>
        new RegExp(`(?<!\\b(?:latin|south|central|african)[ -])\\b${adjective} ${group}`, 'i').test(text),
      )
      .map(([country]) => country),
  ]),
];

/** The parts of a business's description that say where it sells; where its goods come from is no place to look. */
export const whereItSells = (description: string): string =>
  description
    .replace(
      /\b(?:from|(?:made|grown|produced|sewn|woven|designed|brewed|roasted|milled) in)\b.*?(?=\b(?:to|in|for|across)\b|[.,;]|$)/gi,
      '',
    )
    .match(/\b(?:in|across|throughout|within|for|to)\b[^.;]*/gi)
    ?.join('. ') ?? '';
