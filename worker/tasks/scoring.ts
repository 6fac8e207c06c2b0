import { readDecisions } from '../../db/read/decisions.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { ref, type Store } from '../../db/store.ts';
import type { Judgment } from '../../events/partners/judgment.ts';
import { learnedFrom } from '../../events/partners/learned.ts';
import type { Learned } from '../../events/partners/matchParts.ts';
import { type FoundPerson, type PartnerEvent, type PartnerState, scorePartner } from '../../events/partners/partner.ts';
import { candidateOf, type Wanted, wantedOf } from '../../events/partners/rubric.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';

export const asFound = (state: PartnerState): FoundPerson | null =>
  state.person && {
    facts: {
      platform: state.platform,
      otherPlatforms: state.otherPlatforms,
      industry: state.industry,
      followersCount: state.followersCount,
      engagementRate: state.engagementRate,
      source: state.source,
    },
    person: state.person,
  };

const subjectOf = ({ facts, person }: FoundPerson) => ({
  ...{ platform: facts.platform, industry: facts.industry, followersCount: facts.followersCount },
  ...{ bio: person.bio, jobTitle: person.jobTitle, keywords: person.keywords, country: person.country },
});

/** What decisions said of somebody who was decided on since. */
export function learnedBefore({ parts, why }: PartnerState): Learned | null {
  const at = parts.findIndex(({ part }) => part === 'learned');
  return at < 0 ? null : { points: parts[at]?.points ?? 0, reason: why?.reasons[at] ?? '' };
}

/** A score depends on these fields of the profile. A new phone number changes no score. */
export const SCORING_FIELDS = ['partnerCriteria', 'targetAudience', 'industry', 'businessName', 'description'];

/** How the partners of a tenant are scored now. */
export type Scoring = {
  wanted: Wanted;
  /** The audience is described, so there can be a score. */
  hasAudience: boolean;
  targetAudience: string | undefined;
  criteriaHash: string;
  /** Of what the AI reads of a person. */
  inputHash(found: FoundPerson): string;
  /** What the decisions say of a partner. Their own one must not speak for them. */
  learned(partner: PartnerState): Learned | null;
  /** Scores a partner. A judgment by other criteria does not count. */
  score(partner: PartnerState, judgment?: Judgment | null): PartnerEvent[];
};

/** null: the business has not said yet whom it looks for. */
export async function scoringOf(store: Store, tenant: string): Promise<Scoring | null> {
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const { criteria } = profile;
  if (!criteria) return null;
  const plan = await planFor(store, tenant, criteria);
  const wanted = wantedOf(profile);
  const byDecisions = learnedFrom(await readDecisions(store, tenant));
  const learned = (partner: PartnerState): Learned | null => {
    const found = asFound(partner);
    return found && partner.status === 'pending' ? byDecisions(subjectOf(found)) : learnedBefore(partner);
  };
  const criteriaHash = store.pseudonyms.content(tenant, wanted);
  return {
    wanted,
    hasAudience: Boolean(criteria.targetAudience?.trim()),
    targetAudience: criteria.targetAudience,
    criteriaHash,
    inputHash: (found) => store.pseudonyms.content(tenant, candidateOf(found)),
    learned,
    score(partner, judgment = partner.judgment) {
      const found = asFound(partner);
      if (!found) return [];
      const counts = judgment?.criteriaHash === criteriaHash && !judgment.refused ? judgment : null;
      return scorePartner(partner, scoreFound(found, criteria, plan, { judgment: counts, learned: learned(partner) }));
    },
  };
}
