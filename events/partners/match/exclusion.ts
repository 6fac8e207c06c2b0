/** What a partner must not be or do, in the words of the criteria. */
import { remembered } from '../../shared/remembered.ts';
import { deniedIn } from '../exclusions.ts';
import { conceptsIn, conceptsOf } from './concepts.ts';
import { plain, sharedWords, type Vocabulary, vocabularyOf, wordsOf } from './words.ts';

/** `meant`: concepts that the exclusion means in any words. `isDenied`: it excludes who says that they are not what is named. */
export type Exclusion = { named: Vocabulary; meant: ReadonlySet<string>; isDenied: boolean };

/** An exclusion of one of these means its kind. Others are taken by their words, since "no running shops" does not mean runners. */
const KINDS = new Set([
  ...['fast_fashion', 'crypto', 'recruiter', 'vendor', 'investing', 'gaming', 'real_estate', 'luxury', 'street_food'],
]);

const LEADING_NOT =
  /^(?:no|not|never|without|excluding|keine?[nr]?|ohne|nicht|pas de|sans|sin|senza|niente|geen|zonder)\s+/iu;

export function exclusionOf(text: string): Exclusion {
  const denied = deniedIn(text);
  const named = vocabularyOf(denied ?? text.trim().replace(LEADING_NOT, ''));
  const { fields, roles } = conceptsOf(named.text);
  const meant = new Set([...fields.keys(), ...roles].filter((id) => KINDS.has(id)));
  // "not crypto" can only mean the kind
  return { named, meant, isDenied: denied !== null && meant.size === 0 };
}

/** "no fast fashion", "statt Fast Fashion": words of denial, at most three words before. */
const DENIALS = new Set(
  `left leave leaving avoid avoids avoiding expose exposes exposing boycott vermeide evito no not never without anti against stop instead beyond quit hate isn aren don kein keine keinen keiner nicht ohne gegen nie statt pas sans jamais contre plus
  nunca contra senza mai contro non niet geen zonder nooit tegen ikke inte uden utan nie bez sem nao`.split(/\s+/),
);
const DENIED_WITHIN = 4;
/** "is not for me", ", never", "-free": plain words behind. A mere "not" there may speak of something else, as in "not financial advice". */
const DENIED_AFTER =
  /^(?:\S+ )?(?:is|are|ist|sind|est|sont|es|son|zijn) (?:not|never|nicht|nie|keine?|pas|no|non|niet)\b|^(?:\S+ )?(?:no es|no son|n est pas|isn|aren|don t work)\b|\b(?:never|never again|nunca|jamais|mai|nie|nooit|no thanks|nein danke|no gracias|non merci|no grazie|nee bedankt|tres peu pour moi)$|\blehne ich\b|^(?:\S+ )?(?:free(?! (?:delivery|shipping|spins))|frei|critics?|kritiker(?:in)?|scams?|addiction|survivor|behind)\b/u;
/** The answer to "Fast fashion?". */
const SAYS_NO = /^(?:no|nein|non|nee|never|nunca|nie|jamais)\b/u;

/** `kinds`: of each word and the next, the KINDS that they name. */
type Sentence = { words: readonly string[]; isAsked: boolean; kinds: readonly (readonly string[])[] };

const MOST_TEXTS = 500;
/** Every exclusion asks for the same ones. */
const sentencesOf = remembered(
  (text) =>
    (text.match(/[^.!?;\n|•]+[.!?;\n|•]*/gu) ?? []).map((sentence): Sentence => {
      const words = wordsOf(sentence);
      const isAsked = sentence.includes('?');
      const plainWords = words.map(plain);
      const kinds = words.map((_, at) => {
        const { fields, roles } = conceptsIn(plainWords.slice(at, at + 2));
        return [...fields.keys(), ...roles].filter((id) => KINDS.has(id));
      });
      return { words, isAsked, kinds };
    }),
  MOST_TEXTS,
);

/** Whether the profile is or does what an exclusion names. One sentence holds its words, and denies them only if the exclusion does. */
export function isExcluded(text: string, exclusion: Exclusion): boolean {
  if (exclusion.named.words.length === 0) return false;
  const sentences = sentencesOf(text);
  return sentences.some((sentence, number) => {
    const { words, isAsked } = sentence;
    const at = placeOf(sentence, exclusion);
    if (at < 0) return false;
    const before = words.slice(Math.max(0, at - DENIED_WITHIN), at);
    const after = words
      .slice(at + 1)
      .map(plain)
      .join(' ');
    const answer = (isAsked && sentences[number + 1]?.words.map(plain).join(' ')) || '';
    const isDenied =
      before.some((word) => DENIALS.has(plain(word))) || DENIED_AFTER.test(after) || SAYS_NO.test(answer);
    return isDenied === exclusion.isDenied;
  });
}

/** The first word that names what is excluded; -1: none does. */
function placeOf({ words, kinds }: Sentence, { named, meant }: Exclusion): number {
  const sentence = { ...named, text: '', words };
  if (sharedWords(named, sentence).length === named.words.length)
    return words.findIndex((word) => sharedWords(named, { ...sentence, words: [word] }).length > 0);
  return kinds.findIndex((ids) => ids.some((id) => meant.has(id)));
}
