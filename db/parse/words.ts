/** Scripts that write no spaces: each sign is a word, so that a sentence is found in a longer one. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}ー';
/** Zero-width joiners are within words: Persian and Hindi are spelled with them. */
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\u200c\u200d])+`, 'gu');
const JOINERS = /\u200c|\u200d/g;
/** Other zero-width and direction marks, and soft hyphens, are no ends of words. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|[\ufe00-\ufe0f]/g;

const visible = (text: string): string => text.replace(INVISIBLE, '').normalize('NFKC');
const spelled = (word: string): string => word.toLowerCase().replace(JOINERS, '').normalize('NFKC');

/** A text reduced to its words, so that neither case nor punctuation nor markup keeps two of them apart. */
export const wordsOf = (text: string): string =>
  ` ${(visible(text).match(WORD) ?? [])
    .map(spelled)
    .filter((word) => word !== '')
    .join(' ')} `;

/** The piece of a text that has these words (wordsOf), as it is written. null: none. */
export function pieceOf(written: string, said: string): string | null {
  const text = visible(written);
  const words = [...text.matchAll(WORD)].filter(([word]) => spelled(word) !== '');
  const wanted = said.trim().split(' ');
  for (let from = 0; from + wanted.length <= words.length; from++) {
    if (!wanted.every((word, index) => spelled(words[from + index]?.[0] ?? '') === word)) continue;
    const [first, last] = [words[from], words[from + wanted.length - 1]];
    if (!first || !last) return null;
    const end = last.index + last[0].length;
    const [signs = ''] = /^[^\p{L}\p{N}\s([{<«„“]*/u.exec(text.slice(end)) ?? [];
    return text.slice(first.index, end) + signs;
  }
  return null;
}
