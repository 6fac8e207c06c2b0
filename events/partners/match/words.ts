/** The words of a profile and of criteria, so that inflected and compound words of one language find each other. */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { COMMON_WORDS, languageOf } from '../../shared/languageOf.ts';
import type { Language } from '../../shared/languages.ts';
import { remembered } from '../../shared/remembered.ts';

type Stem = (word: string) => string;

const STEMMERS: Partial<Record<Language, Stem>> = {
  ...{ en: english, de: german, fr: french, es: spanish, it: italian, pt: portuguese, nl: dutch },
  ...{ da: danish, no: norwegian, sv: swedish, fi: finnish, tr: turkish },
};

/** These build one word of several. */
const COMPOUNDING: ReadonlySet<Language> = new Set<Language>(['de', 'nl', 'da', 'no', 'sv', 'fi']);
const SHORTEST_PART = 4;

/** Words of any profile and any criteria. */
const EVERYDAY = new Set(
  `a an and are as at be by for from has have in into is it its of on or our that the their them they this to we who whose with you your people person audience
  looking look want wanted interested aged between about every where which what when how not but all more most new one two day days week year years make made
  business businesses company companies brand brands tips content love life live follow follows following followers partner partners program programme affiliate influencer
  influencers creator creators public care share find help daily best first human order good great small local real online shop sold sell free weekend work working
  over under across also just like than only out off can will any some many much family home world time products product customers sale fee recommend`.split(
    /\s+/,
  ),
);

/** Whether a word says something of what somebody does. */
export const isTelling = (word: string): boolean =>
  (word.length > 2 || CJK.test(word)) && !EVERYDAY.has(word) && !COMMON_WORDS.has(word) && !/^\d+$/.test(word);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words in lower case, in their order. Scripts without blanks give pairs of letters. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).flatMap((word) => {
    if (word.length <= 2 || !CJK.test(word)) return [word];
    const letters = [...word];
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' };

/** Without accents. */
export const plain = (word: string): string =>
  /^[ -~]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[ßøæœłđı]/g, (letter) => PLAIN[letter] ?? letter);

/** A few words tell the language of a bio. */
const FEWEST = 2;
const MOST_REMEMBERED = 20_000;
const STEMS = Object.fromEntries(
  Object.entries(STEMMERS).map(([language, stem]) => [language, remembered(stem, MOST_REMEMBERED)]),
) as typeof STEMMERS;

/** The words of a text as another text may have them. `language`: null where too few words tell it. */
export type Vocabulary = { text: string; words: readonly string[]; language: Language | null };

const MOST_TEXTS = 500;
export const vocabularyOf = remembered((text): Vocabulary => {
  const language = languageOf(text, FEWEST);
  return {
    ...{ text, language: language === 'other' ? null : language },
    words: [...new Set(wordsOf(text).filter(isTelling))],
  };
}, MOST_TEXTS);

/** The words of `wanted` that `other` has: inflected, or as part of a compound that the other text has as a word. */
export function sharedWords(wanted: Vocabulary, other: Vocabulary): string[] {
  const languages = [...new Set<Language>([wanted.language ?? 'en', other.language ?? 'en', 'en'])];
  const compounds = languages.some((language) => COMPOUNDING.has(language));
  const shared = new Set<string>();
  for (const stem of languages.flatMap((language) => STEMS[language] ?? [])) {
    const stems = other.words.map(stem);
    const found = new Set(stems);
    for (const word of wanted.words) {
      const own = stem(word);
      if (found.has(own) || (compounds && stems.some((one) => isPart(own, one) || isPart(one, own)))) shared.add(word);
    }
  }
  return wanted.words.filter((word) => shared.has(word));
}

const isPart = (part: string, word: string): boolean =>
  part.length >= SHORTEST_PART && word.length > part.length && (word.startsWith(part) || word.endsWith(part));
