/** Whether a source names what a text names, in another case of the grammar, or a country in another language. */
import { countriesInLanguages } from '../../shared/countries.ts';
import type { Language } from '../../shared/languages.ts';
import { bare, type Said, said, saysWord, wordsOf } from './words.ts';

type Written = Language | 'other' | null;

/** Without accents, as a case may change them: "Łódź", "Łodzi". */
const plain = (word: string): string => bare(word).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

/** The cases of Polish and Czech names end in vowels, or in these after a vowel. */
const ENDING = /[aeiouy]{1,2}(?<rest>mi?|ch|j|go|ho|mu|[wv]i?)?$/u;
/** "Marek", "Marka", "Krzysiek", "Krzyśka": an e that other cases drop. */
const FLEETING = /i?e(?=[^aeiouy]$)/u;

function stemsOf(name: string): string[] {
  const word = plain(name);
  const ending = ENDING.exec(word);
  const stem = ending ? word.slice(0, ending.index) : '';
  const shortest = ending?.groups?.rest ? 3 : 2;
  const whole = /[aeiouy]$/u.test(word) ? [] : [word, word.replace(FLEETING, '')];
  return [...whole, ...(stem.length >= shortest ? [stem] : [])];
}

/** Before an ending with e, a consonant turns soft: "Olga", "Oldze". */
const SOFTENED: readonly [RegExp, readonly string[]][] = [
  [/dz$/u, ['d', 'g']],
  [/rz$/u, ['r']],
  [/c$/u, ['k', 't']],
  [/z$/u, ['h', 'g']],
];

/** All that a case of a name may have as its stem. */
const anyStemOf = (name: string): string[] => [...stemsOf(name), ...hardened(name)];

function hardened(name: string): string[] {
  if (!/e$/u.test(plain(name))) return [];
  return stemsOf(name).flatMap((stem) => {
    const [soft, hard] = SOFTENED.find(([one]) => one.test(stem)) ?? [];
    return soft && hard ? hard.map((one) => stem.replace(soft, one)) : [];
  });
}

/** Finnish names take their endings as they are, or with a weaker consonant: "Matti", "Matin"; "Turku", "Turussa". */
const LONGEST_FINNISH = 5;

/** Whether a word is a name in one of its cases. Only in languages whose names have cases. */
export function isCaseOf(word: string, name: string, language: Written): boolean {
  if (language === 'pl' || language === 'cs') {
    const stems = anyStemOf(word);
    return anyStemOf(name).some((stem) => stems.includes(stem));
  }
  if (language !== 'fi' || plain(name).length < 3) return false;
  const [one, base] = [plain(word), plain(name)];
  const weak = base.replace(/([kpt])\1(?=[aeiouy]$)/u, '$1').replace(/(?<=[lr])k(?=[aeiouy]$)/u, '');
  return [base, base.replace(/i$/, 'e'), weak].some(
    (stem) => one.startsWith(stem) && one.length - stem.length <= LONGEST_FINNISH,
  );
}

/** The names of a side: words with a capital, and all words of a text that has no capital. */
const namesIn = remember((side) =>
  side.texts.flatMap((text) =>
    wordsOf(text)
      .map((word) => word.text)
      .filter((word) => /^\p{Lu}/u.test(word) || text === text.toLowerCase()),
  ),
);

const abroad = remember((side) => said(side.texts.flatMap(countriesInLanguages)));

/** A side is read for its names only when something is not found in its words. */
function remember<T>(read: (side: Said) => T): (side: Said) => T {
  const known = new WeakMap<Said, T>();
  return (side) => {
    const found = known.get(side) ?? read(side);
    known.set(side, found);
    return found;
  };
}

export function namesIt(side: Said, word: string, language: Written): boolean {
  if (saysWord(side, word)) return true;
  // "Ayşe'ye", "Dave'a": the name, and its ending
  const [name = '', ending] = word.split(/['’]/);
  if (ending !== undefined && name.length >= 3 && saysWord(side, name)) return true;
  return [side, abroad(side)].some(
    (one) => saysWord(one, word) || namesIn(one).some((other) => isCaseOf(word, other, language)),
  );
}
