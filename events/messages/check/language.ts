/** In which language a text is, by its most common words: enough to see that a mail is in another one than it should be. */
import type { Language } from '../../shared/languages.ts';

const COMMON: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('the and you your with for that this would have are from about what our we is it be if to of'.split(' ')),
  de: new Set('und der die das ist ich sie ihre ihr mit für nicht ein eine auf wir den zu von würde über'.split(' ')),
  fr: new Set('le la les et vous votre nous est pour avec une des que je dans qui pas sur au ce du'.split(' ')),
  es: new Set('el los las y usted tu su con para que una es por nos en como más pero te del al'.split(' ')),
  it: new Set('il gli e con per che una è di non sono vi della nel come più ti tua anche sul'.split(' ')),
  pt: new Set('os as e com para que uma é não você seu sua de do da em nos mais como por'.split(' ')),
  nl: new Set('het een en van ik je jouw met voor dat niet zijn wij uw op is de te aan over'.split(' ')),
};

/** So many words must tell before a language is named, and it must lead the next one clearly. */
const FEWEST = 8;
const LEAD = 1.4;

const isLatin = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= letters / 2;
};

/** null: nobody can tell. `other`: another script than all of these. */
export function languageOf(text: string, fewest = FEWEST): Language | 'other' | null {
  if (!isLatin(text)) return (text.match(/\p{L}/gu)?.length ?? 0) >= 20 ? 'other' : null;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = (Object.keys(COMMON) as Language[])
    .map((language) => ({ language, count: words.filter((word) => COMMON[language].has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = hits;
  if (!first || first.count < fewest || first.count < LEAD * (second?.count ?? 0)) return null;
  return first.language;
}
