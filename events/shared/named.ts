/** Objects by the names of their fields. The casts give back the types that `Object.keys` and `Object.fromEntries` forget. */

export const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const each = <N extends string, V>(names: readonly N[], of: (name: N) => V) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>;

export const pick = <T, N extends keyof T & string>(from: T, names: readonly N[]) =>
  each(names, (name) => from[name]) as Pick<T, N>;

/** One field of every entry. */
export const column = <F extends string, T extends Record<string, Record<F, unknown>>>(table: T, field: F) =>
  each(Object.keys(table), (name) => table[name]?.[field]) as { [N in keyof T]: T[N][F] };

/** A partial change: missing fields stay. */
export const merged = <T extends object>(base: T, change: { [N in keyof T]?: T[N] | undefined }) =>
  each(namesOf(base), (name) => (change[name] === undefined ? base[name] : change[name])) as T;
