/** Tells the language of a text by its script or most common words: enough to see that it is the wrong one. */
import type { Language } from './languages.ts';

/** Languages in Latin letters. */
const COMMON = {
  en: new Set('the and you your with for that this would have are from about what our we is it be if to of'.split(' ')),
  de: new Set('und der die das ist ich sie ihre ihr mit für nicht ein eine auf wir den zu von würde über'.split(' ')),
  fr: new Set('le la les et vous votre nous est pour avec une des que je dans qui pas sur au ce du'.split(' ')),
  es: new Set('el los las y usted tu su con para que una es por nos en como más pero te del al'.split(' ')),
  it: new Set('il gli e con per che una è di non sono vi della nel come più ti tua anche sul'.split(' ')),
  pt: new Set('os as e com para que uma é não você seu sua de do da em nos mais como por'.split(' ')),
  nl: new Set('het een en van ik je jouw met voor dat niet zijn wij uw op is de te aan over'.split(' ')),
  pl: new Set(
    'się jest że jak przez dla oraz czy jeśli jestem mogę które będzie bardzo mi ci żeby twoje nasze ale'.split(' '),
  ),
  cs: new Set(
    'že jsem jsme bych bychom jak vás vám které také vaše naše rádi aby abyste když při pokud nebo jste'.split(' '),
  ),
  da: new Set(
    'og jeg af til ikke hvis også hvad dig mig hvor når fra gerne uden efter noget være meget det'.split(' '),
  ),
  no: new Set('og jeg av til ikke hvis også hva deg meg hvor når fra gjerne uten etter noe være mye det'.split(' ')),
  sv: new Set('och att är jag för inte till från ett när skulle gärna eller mig dig vad vår så det som'.split(' ')),
  fi: new Set(
    'ja että olen olemme sinun sinulle teidän kanssa mutta myös jos niin kuin voi voit tämä meidän me joka jotta'.split(
      ' ',
    ),
  ),
  tr: new Set(
    've bir bu için ile çok olarak sizin sizi bizim gibi daha olan kadar sana size biz siz ama ben'.split(' '),
  ),
} satisfies Partial<Record<Language, ReadonlySet<string>>>;

/** Words that texts are full of, and that say nothing. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(Object.values(COMMON).flatMap((words) => [...words]));

/**
 * Other scripts. A text with more than this part of its letters in one is in that language. Chinese uses some of the letters of Japanese, which is
 * why that is first.
 */
const SCRIPTS: readonly [Language, RegExp, part: number][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['ko', /\p{Script=Hangul}/gu, 0.5],
  ['zh', /\p{Script=Han}/gu, 0.5],
  ['ar', /\p{Script=Arabic}/gu, 0.5],
  ['hi', /\p{Script=Devanagari}/gu, 0.5],
];

/** Their common words are mostly the same. */
const ALIKE: ReadonlySet<Language | 'other'> = new Set<Language>(['da', 'no']);

/** Whether a text is in another language than expected. Languages that are too alike count as one. */
export const isAnother = (language: Language | 'other', expected: Language | 'other'): boolean =>
  language !== expected && !(ALIKE.has(language) && ALIKE.has(expected));

/** This many words must speak for a language, and it must lead the next one clearly. */
const FEWEST = 8;
const LEAD = 1.4;

/** This many letters tell a text's script. */
const FEWEST_LETTERS = 20;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** null: too little text to tell. `other`: a script of none of these languages. */
export function languageOf(text: string, fewest = FEWEST): Language | 'other' | null {
  const letters = countOf(text, /\p{L}/gu);
  if (countOf(text, /\p{Script=Latin}/gu) < letters / 2) {
    if (letters < FEWEST_LETTERS) return null;
    return SCRIPTS.find(([, script, part]) => countOf(text, script) >= letters * part)?.[0] ?? 'other';
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = (Object.keys(COMMON) as (keyof typeof COMMON)[])
    .map((language) => ({ language, count: words.filter((word) => COMMON[language].has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first] = hits;
  const second = hits.find(({ language }) => first && isAnother(language, first.language));
  if (!first || first.count < fewest || first.count < LEAD * (second?.count ?? 0)) return null;
  return first.language;
}
