/** A 32-bit FNV-1a hash of a text. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** A stream of numbers in [0, 1) that depends on the seed alone (mulberry32). */
export const seeded = (seed: string): (() => number) => {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** `count` items of the list, a run that starts at a seeded place, in the list's order. */
export const someOf = <T>(items: readonly T[], count: number, random: () => number): T[] => {
  const start = Math.floor(random() * items.length);
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[(start + i) % items.length] as T);
};
