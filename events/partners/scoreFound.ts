import type { PartnerCriteria } from '../accounts/businessInput.ts';
import { industryKey } from '../shared/options.ts';
import type { Evidence } from './evidence.ts';
import { type MatchPart, type MatchPartName, mentions, type SearchPlan, scoreMatch } from './match.ts';
import type { FoundPerson, Support } from './partner.ts';

/** Scores a found person, and names the evidence that speaks for each part of the score. */
export function scoreFound(
  { facts, person }: FoundPerson,
  criteria: PartnerCriteria,
  plan: SearchPlan,
): { score: number | null; parts: MatchPart[]; supports: Support[] } {
  const { score, parts } = scoreMatch(
    {
      bio: person.bio,
      jobTitle: person.jobTitle,
      industry: facts.industry,
      // what they made lately says what they speak of
      keywords: [
        ...person.keywords,
        ...person.evidence.flatMap(({ field, text }) => (field === 'recentWork' ? [text] : [])),
      ],
      country: person.country,
      platform: facts.platform,
      otherPlatforms: facts.otherPlatforms,
      followersCount: facts.followersCount,
      engagementRate: facts.engagementRate,
    },
    criteria,
    plan,
  );
  if (score === null) return { score, parts, supports: [] };
  const sameIndustry =
    criteria.industry !== undefined && industryKey(criteria.industry) === industryKey(facts.industry ?? '');
  const supports = person.evidence.flatMap((item) =>
    partsOf(item, plan, sameIndustry).map((part): Support => ({ part, evidence: item.id })),
  );
  return { score, parts, supports };
}

function partsOf({ field, text }: Evidence, plan: SearchPlan, sameIndustry: boolean): MatchPartName[] {
  if (field === 'followers') return ['audience'];
  if (field === 'engagement') return ['engagement'];
  // a source names it in its own words, of which ours are made
  if (field === 'industry' && sameIndustry) return ['topic'];
  if (field === 'location') return plan.regions.length > 0 ? ['region'] : [];
  return [
    ...(mentions(text, [...plan.topics, ...plan.jobTitles]) ? ['topic' as const] : []),
    ...(mentions(text, plan.audienceTerms) ? ['audience' as const] : []),
  ];
}
