/** Texts of a campaign that say nearly the same. */
import { bare, wordsOf } from './words.ts';

/** This many words in a row are one shingle. */
const SHINGLE = 5;
/** Two texts that share this much of all their shingles (Jaccard) are nearly equal. */
export const NEARLY_EQUAL = 0.75;
/** The hashes of a text, and those of one band. Texts without a common band are not compared. */
const HASHES = 30;
const BAND = 3;

const hashOf = (text: string, seed: number): number => {
  let hash = seed | 0;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** So much of a text tells. */
const LONGEST = 5_000;

export function shinglesOf(text: string): Set<number> {
  const words = wordsOf(text.slice(0, LONGEST)).map(({ text: word }) => bare(word));
  const all = new Set<number>();
  for (let at = 0; at + SHINGLE <= words.length; at += 1)
    all.add(hashOf(words.slice(at, at + SHINGLE).join(' '), 0x811c9dc5));
  return all;
}

const signatureOf = (shingles: ReadonlySet<number>): number[] => {
  const least = new Array<number>(HASHES).fill(0xffffffff);
  for (const shingle of shingles)
    for (let index = 0; index < HASHES; index += 1) {
      const mixed = Math.imul(shingle ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
      if (mixed < (least[index] ?? 0)) least[index] = mixed;
    }
  return least;
};

export function likeness(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  return shared / (a.size + b.size - shared || 1);
}

const bandsOfSignature = (signature: readonly number[]): string[] =>
  Array.from(
    { length: HASHES / BAND },
    (_, band) => `${band} ${signature.slice(band * BAND, (band + 1) * BAND).join(' ')}`,
  );

/** The bands of a text. Nearly equal texts almost always have one in common. */
export function bandsOf(body: string): string[] {
  const shingles = shinglesOf(body);
  return shingles.size === 0 ? [] : bandsOfSignature(signatureOf(shingles));
}

export const areNearlyEqual = (a: string, b: string): boolean => likeness(shinglesOf(a), shinglesOf(b)) >= NEARLY_EQUAL;

/**
 * For each text that is nearly equal to an earlier one, that one's id. Min-hashes in bands find the pairs, and the shingles themselves
 * decide, so that a thousand texts take a moment.
 */
export function nearlyEqual(texts: readonly { id: string; body: string }[]): Map<string, string> {
  const found = new Map<string, string>();
  const bands = new Map<string, number[]>();
  const sets = texts.map(({ body }) => shinglesOf(body));
  texts.forEach(({ id }, at) => {
    const own = sets[at] ?? new Set();
    if (own.size === 0) return;
    const seen = new Set<number>();
    for (const key of bandsOfSignature(signatureOf(own))) {
      const others = bands.get(key) ?? [];
      for (const other of others) {
        if (found.has(id) || seen.has(other)) continue;
        seen.add(other);
        if (likeness(own, sets[other] ?? new Set()) >= NEARLY_EQUAL) found.set(id, texts[other]?.id ?? '');
      }
      // a few of a kind are enough
      if (others.length < 4) bands.set(key, [...others, at]);
    }
  });
  return found;
}
