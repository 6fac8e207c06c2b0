/**
 * Remembers the first look of a decision. On a conflict it decides again. Work that began and ended in between is this call's own. So the call joins
 * it and does not pay twice. Answers whether nothing has moved since the first look.
 */
export function unchangedSince(): (seen: string | null) => boolean {
  let first: string | null | undefined;
  return (seen) => {
    if (first === undefined) first = seen;
    return seen === first;
  };
}
