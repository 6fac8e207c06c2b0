/** Texts as words, so that what a message says can be looked up in what is known. */

/** Words of letters and digits; "O’Neil" and "Anna’s" are one each. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

export type Word = { text: string; at: number };

export const wordsOf = (text: string): Word[] =>
  [...text.normalize('NFC').matchAll(WORD)].map((match) => ({ text: match[0], at: match.index }));

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The segmenter's cost grows faster than its text. So it gets short pieces that end between words, if they can. */
const PIECE = /[\s\S]{1,200}(?<=[\s。、！？])|[\s\S]{1,200}/gu;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Counts the words of a text, also without spaces. */
export function countWords(text: string): number {
  if (!WITHOUT_SPACES.test(text)) return wordsOf(text).length;
  let count = 0;
  for (const [piece] of text.matchAll(PIECE))
    for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) count += 1;
  return count;
}

/** As it is compared: lower case, without the ’s of a possessive. */
export const bare = (word: string): string => word.toLowerCase().replace(/['’]s?$/, '');

const inOrder = (text: string): string =>
  ` ${wordsOf(text)
    .map(({ text: word }) => bare(word))
    .join(' ')} `;

/** Links, handles and tags, which a quotation may leave out. */
const LEFT_OUT = /https?:\/\/\S+|\S+@\S+|[#@][\p{L}\p{N}_.]+/gu;

/** One side's words, and their whole text in order for quotations. */
export type Said = { words: ReadonlySet<string>; stems: ReadonlySet<string>; texts: readonly string[]; runs: string };

/** "Canadian" is said by who says "Canada". */
const STEM = 5;

export function said(texts: readonly (string | null | undefined)[]): Said {
  const all = texts.filter((text): text is string => Boolean(text)).map((text) => text.normalize('NFC'));
  const words = new Set<string>();
  for (const text of all)
    for (const { text: word } of wordsOf(text)) {
      words.add(bare(word));
      for (const part of word.split(/['’]/)) words.add(part.toLowerCase());
    }
  const stems = new Set([...words].filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM)));
  const runs = all.flatMap((text) => [inOrder(text), inOrder(text.replace(LEFT_OUT, ' '))]).join('|');
  return { words, stems, texts: all, runs };
}

export const saysWord = ({ words, stems }: Said, word: string): boolean => {
  const one = bare(word);
  return (
    words.has(one) ||
    words.has(one.replace(/s$/, '')) ||
    words.has(`${one}s`) ||
    (one.length >= STEM && stems.has(one.slice(0, STEM)))
  );
};

const eachText = new WeakMap<Said, Said[]>();

/** Whether one text says all of these words. */
export function saysTogether(side: Said, words: readonly string[]): boolean {
  const each = eachText.get(side) ?? side.texts.map((text) => said([text]));
  eachText.set(side, each);
  return each.some((one) => words.every((word) => saysWord(one, word)));
}

/** Whether these words are said somewhere in a row. */
export const saysRun = ({ runs }: Said, text: string): boolean => {
  const run = inOrder(text);
  return run.trim() === '' || runs.includes(run);
};

const QUOTE = /“([^“”]+)”|"([^"\n]+)"|«([^«»]+)»|„([^„“”]+)[“”]|»([^«»]+)«/gu;

export type Quote = { text: string; from: number; to: number };

export const quotesOf = (text: string): Quote[] =>
  [...text.matchAll(QUOTE)].map((match) => ({
    text: match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }));

/** The same length, with blanks in the place of some parts: places in it stay right. */
export const blank = (text: string, parts: readonly { from: number; to: number }[]): string =>
  parts.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text);

/** A sentence is no longer than this on each side of a place in it. */
const LONGEST_SIDE = 400;
const SENTENCE_END = /[.!?](?:\s|$)|[\n。！？।؟]/;

export function sentenceAt(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - LONGEST_SIDE), at)
      .split(SENTENCE_END)
      .at(-1) ?? '';
  const rest = text.slice(at, at + LONGEST_SIDE);
  const to = rest.search(SENTENCE_END);
  return before + (to === -1 ? rest : rest.slice(0, to + 1));
}
