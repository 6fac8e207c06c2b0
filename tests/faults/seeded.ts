/** Everything random of a run comes from here, so that its seed says what strikes, where and when. */
export type Random = {
  /** Uniform in [from, to). */
  between(from: number, to: number): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
  /** A generator of its own: what one fault draws does not change what another one draws. */
  branch(): Random;
};

/** A small generator (splitmix32). The same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between: (from, to) => from + next() * (to - from),
    whole,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    chance: (share) => next() < share,
    branch: () => seeded(whole(0, 4_294_967_295)),
  };
}
