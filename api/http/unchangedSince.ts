/**
 * Remembers what a decision saw first. A conflict makes it decide again; work that was begun and ended in between is the work that this very
 * call asked for, so it joins it instead of paying again. Answers whether nothing has moved since the first look.
 */
export function unchangedSince(): (seen: string | null) => boolean {
  let first: string | null | undefined;
  return (seen) => {
    if (first === undefined) first = seen;
    return seen === first;
  };
}
