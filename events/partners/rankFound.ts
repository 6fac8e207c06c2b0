import type { PartnerCriteria } from '../accounts/businessInput.ts';
import type { SearchPlan } from './match.ts';
import type { FoundPerson } from './partner.ts';
import { byScore } from './score.ts';
import { scoreFound } from './scoreFound.ts';

/** Whether a figure that is known is less than what is wanted. Unknown figures are not below. */
export const isBelow = ({ facts }: Pick<FoundPerson, 'facts'>, criteria: PartnerCriteria): boolean =>
  (facts.followersCount !== null && facts.followersCount < (criteria.minFollowers ?? 0)) ||
  (facts.engagementRate !== null && facts.engagementRate < (criteria.minEngagement ?? 0));

/** The best first: those whom a source confirms, then those who have the wanted figures, then by score. */
export function rankFound(
  people: readonly FoundPerson[],
  criteria: PartnerCriteria,
  plan: SearchPlan,
): { found: FoundPerson; score: number | null; below: boolean }[] {
  const verified = ({ person }: FoundPerson) => Number(person.evidence.length > 0);
  return people
    .map((found) => ({ found, score: scoreFound(found, criteria, plan).score, below: isBelow(found, criteria) }))
    .sort(
      (a, b) =>
        verified(b.found) - verified(a.found) ||
        Number(a.below) - Number(b.below) ||
        byScore(a.score, b.score) ||
        (b.found.facts.followersCount ?? -1) - (a.found.facts.followersCount ?? -1),
    );
}
