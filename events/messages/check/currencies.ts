/** Currencies of amounts, by sign, code or name. */
import { LANGUAGE_CODES } from '../../shared/languages.ts';
import { wordsOf } from './words.ts';

const CURRENCIES: readonly [sign: string, code: string, written: RegExp][] = [
  ['$', 'USD', /\$|USD|CAD|dollar/i],
  ['€', 'EUR', /€|EUR/i],
  ['£', 'GBP', /£|GBP|pound/i],
  ['CHF', 'CHF', /CHF/],
];

/** The sign of the currency that a unit names; empty: it names none. */
export const currencyOf = (unit: string): string =>
  CURRENCIES.find(([, , written]) => written.test(unit))?.[0] ?? /[¥円元원]/.exec(unit)?.[0] ?? '';

/** A code or a name in a text, which names no person or place. */
export const isCurrency = (word: string): boolean => /^(?:USD|EUR|GBP|CAD|CHF|euros?|dollars?|pounds?)$/i.test(word);

/** One, a few and many are other forms in some languages. */
const COUNTS = [1, 2, 40];
const SHORTEST_NAME = 4;

const namesOf = (code: string): string[] =>
  LANGUAGE_CODES.flatMap((language) => {
    const names = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
      maximumFractionDigits: 0,
    });
    return COUNTS.flatMap((count) =>
      names.formatToParts(count).flatMap((one) => (one.type === 'currency' ? one.value : [])),
    );
  });

/** Each word of a currency's names in the languages of the texts. */
const signsByName = () =>
  new Map(
    CURRENCIES.flatMap(([sign, code]) =>
      namesOf(code)
        .flatMap(wordsOf)
        .filter(({ text }) => text.length >= SHORTEST_NAME)
        .map(({ text }): [string, string] => [text.toLowerCase(), sign]),
    ),
  );
let known: ReturnType<typeof signsByName> | undefined;

/** Whether a text begins with the name of a currency, in any language, whose sign fits. */
export function isNamedAfter(text: string, fits: (sign: string) => boolean): boolean {
  const word = /^\s?(\p{L}+)/u.exec(text)?.[1];
  known ??= signsByName();
  const sign = word && known.get(word.toLowerCase());
  return Boolean(sign && fits(sign));
}
