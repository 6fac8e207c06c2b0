import type { PartnerCriteria } from '../accounts/businessInput.ts';
import { withoutOrders } from '../shared/hostile.ts';
import { industryKey } from '../shared/options.ts';
import type { Evidence } from './evidence.ts';
import { type MatchOptions, mentions, type SearchPlan, scoreMatch } from './match.ts';
import type { Match, MatchPartName } from './matchParts.ts';
import type { FoundPerson, Support } from './partner.ts';

/** Scores a found person, and names the evidence that speaks for each part of the score. */
export function scoreFound(
  { facts, person }: FoundPerson,
  criteria: PartnerCriteria,
  plan: SearchPlan,
  options: MatchOptions = {},
): Match & { supports: Support[] } {
  const match = scoreMatch(
    {
      name: person.name,
      // what tells an AI to score them says nothing of them
      bio: person.bio && withoutOrders(person.bio).text,
      jobTitle: person.jobTitle && withoutOrders(person.jobTitle).text,
      industry: facts.industry,
      // what they made lately says what they speak of
      keywords: [
        ...person.keywords,
        ...person.evidence.flatMap(({ field, text }) => (field === 'recentWork' ? [text] : [])),
      ].map((text) => withoutOrders(text).text),
      country: person.country,
      platform: facts.platform,
      otherPlatforms: facts.otherPlatforms,
      followersCount: facts.followersCount,
      engagementRate: facts.engagementRate,
    },
    criteria,
    plan,
    options,
  );
  if (match.score === null) return { ...match, supports: [] };
  const sameIndustry =
    criteria.industry !== undefined && industryKey(criteria.industry) === industryKey(facts.industry ?? '');
  const supports = person.evidence.flatMap((item) =>
    partsOf(item, plan, sameIndustry).map((part): Support => ({ part, evidence: item.id })),
  );
  return { ...match, supports };
}

function partsOf({ field, text }: Evidence, plan: SearchPlan, sameIndustry: boolean): MatchPartName[] {
  // a source names it in its own words, of which ours are made
  if (field === 'industry' && sameIndustry) return ['topic'];
  if (field === 'followers' || field === 'engagement') return ['reach'];
  if (field === 'location') return plan.regions.length > 0 ? ['region'] : [];
  return [
    ...(mentions(text, [...plan.topics, ...plan.jobTitles]) ? ['topic' as const] : []),
    ...(mentions(text, plan.audienceTerms) ? ['audience' as const] : []),
  ];
}
