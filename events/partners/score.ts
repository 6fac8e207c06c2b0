/** The best first; those without a score come last. */
export const byScore = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1);

/** Without a score nobody reaches any threshold, not even 0. */
export const reachesScore = (score: number | null, threshold: number): boolean => score !== null && score >= threshold;
