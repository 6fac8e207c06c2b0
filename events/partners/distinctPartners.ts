import { duplicateKey } from './duplicateKey.ts';
import { byScore } from './score.ts';

type Listed = Parameters<typeof duplicateKey>[0] & { verified: boolean; matchScore: number | null };

/** Best match first. Partners that no source confirms come last. */
const byMatch = (a: Listed, b: Listed): number =>
  Number(b.verified) - Number(a.verified) || byScore(a.matchScore, b.matchScore);

/** A list for screens and CSV: best match first, each profile URL (or platform and username) once. The first one stays. */
export function distinctPartners<Partner extends Listed>(partners: readonly Partner[]): Partner[] {
  const seen = new Set<string>();
  const distinct = partners.filter((partner) => {
    // Without URL and username there is nothing to compare by; erased people would all look the same.
    if (!partner.profileUrl && !partner.username) return true;
    const key = duplicateKey(partner);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return distinct.sort(byMatch);
}
