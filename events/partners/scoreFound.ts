import type { PartnerCriteria } from '../inputs/business.ts';
import { type MatchPart, type SearchPlan, scoreMatch } from './match.ts';
import type { Evidence, FoundPerson } from './partner.ts';

/** Scores a found person, and turns what speaks for the score into evidence with its source and the moment it was seen (ISO 8601). */
export function scoreFound(
  { facts, person }: FoundPerson,
  criteria: PartnerCriteria,
  plan: SearchPlan,
  seenAt: string,
): { score: number; parts: MatchPart[]; evidence: Evidence[] } {
  const { score, parts, quotes } = scoreMatch(
    {
      bio: person.bio,
      jobTitle: person.jobTitle,
      industry: facts.industry,
      keywords: person.keywords,
      country: person.country,
      platform: facts.platform,
      otherPlatforms: facts.otherPlatforms,
      followersCount: facts.followersCount,
      engagementRate: facts.engagementRate,
    },
    criteria,
    plan,
  );
  const { source } = facts;
  const url = person.profileUrl;
  const evidence: Evidence[] = quotes.map(({ part, text }) => ({ part, text, source, url, seenAt }));
  if (facts.followersCount !== null) {
    evidence.push({
      part: 'audience',
      text: `${facts.followersCount.toLocaleString('en-US')} followers`,
      source,
      url,
      seenAt,
    });
  }
  if (facts.engagementRate !== null) {
    evidence.push({ part: 'engagement', text: `${facts.engagementRate} % engagement`, source, url, seenAt });
  }
  return { score, parts, evidence };
}
