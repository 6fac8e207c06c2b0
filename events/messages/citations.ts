import { bare, type Said, said, saysWord, wordsOf } from './check/words.ts';

/** A part of a text, and the ids of the facts that it rests on. All parts in a row are the text. */
export type CitedPart = { text: string; facts: string[] };

/** Words that say nothing of where a sentence comes from. */
const COMMON = new Set(
  (
    'about also been could from have into just like love make more most much some than that their them then there these they this very was were ' +
    'what when which will with would your yours'
  ).split(' '),
);
const SHORTEST = 4;
/** A single word that two texts share may be chance, unless it is a long one. */
const TELLING = 6;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

const tellingWords = (sentence: string): string[] => {
  const words = wordsOf(sentence).map(({ text }) => bare(text));
  return [...new Set(words)].filter((word) => /\d/.test(word) || (word.length >= SHORTEST && !COMMON.has(word)));
};

/** The letters of telling words that a sentence shares with a fact. */
function shared(words: readonly string[], fact: Said): number {
  const common = words.filter((word) => saysWord(fact, word));
  if (common.length === 1 && (common[0]?.length ?? 0) < TELLING && !/\d/.test(common[0] ?? '')) return 0;
  return common.reduce((sum, word) => sum + word.length, 0);
}

/**
 * Finds the sentence of each fact in a text: the AI names its facts, not their place. It is the sentence that shares the most words with the fact. A
 * fact that shares none belongs to no sentence.
 */
export function citedParts(text: string, facts: readonly { id: string; text: string }[]): CitedPart[] {
  const parts = [...sentences.segment(text)].flatMap(({ segment }): CitedPart[] => {
    const sentence = segment.trimEnd();
    const rest = segment.slice(sentence.length);
    return [...(sentence ? [{ text: sentence, facts: [] }] : []), ...(rest ? [{ text: rest, facts: [] }] : [])];
  });
  const words = parts.map((part) => tellingWords(part.text));
  for (const fact of facts) {
    const known = said([fact.text]);
    const scores = words.map((one) => shared(one, known));
    const best = Math.max(0, ...scores);
    if (best > 0) parts[scores.indexOf(best)]?.facts.push(fact.id);
  }
  return parts;
}
