/** Words of many languages, compared without case, accents and widths. */

/** The scripts that put spaces between words. Elsewhere a word may begin anywhere. */
const LETTER = '[\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}\\p{sc=Arab}\\p{sc=Hebr}\\p{sc=Deva}]';
/** Arabic, Persian and Devanagari digits begin at these. */
const ZEROS = [0x660, 0x6f0, 0x966];

const digitOf = (char: string): string =>
  String(ZEROS.map((zero) => char.charCodeAt(0) - zero).find((digit) => digit >= 0 && digit < 10));

export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/ı/g, 'i')
    .replace(/[٠-٩۰-۹०-९]/g, digitOf);

/** The source of a pattern for the words between bars: `*` for more letters, `{a,b}` for either, a space for any white space. */
export const anyOf = (...words: string[]): string => {
  const patterns = words
    .flatMap((some) => fold(some).split('|'))
    .map((word) =>
      word
        .replace(/[.+?()[\]]/g, '\\$&')
        .replace(/\{([^}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)
        .replace(/\*/g, `${LETTER}{0,20}`)
        .replace(/ /g, '\\s+'),
    );
  return `(?<!${LETTER})(?:${patterns.join('|')})(?!${LETTER})`;
};
