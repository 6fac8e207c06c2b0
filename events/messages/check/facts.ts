/** The facts about a partner, one by one. A text about them is written from these, and may rest on them. */
import type { PartnerState } from '../../partners/partner.ts';

export type KnownPartner = Pick<
  PartnerState,
  'person' | 'platform' | 'otherPlatforms' | 'industry' | 'followersCount' | 'engagementRate'
>;

/** `id`: by which a text names it. `url`: the page that says it. `seenAt`: when (ISO 8601); null: not known. */
export type KnownFact = { id: string; field: string; text: string; url: string | null; seenAt: string | null };

/** The AI reads at most this much of a person's own text, and this many texts. */
const LONGEST = 3_000;
const MOST_FACTS = 40;

/** The evidence of a partner; of one without any, what the profile holds, by its fields. */
export function knownFacts(partner: KnownPartner): KnownFact[] {
  const evidence = partner.person?.evidence ?? [];
  if (evidence.length === 0) return ownFields(partner);
  return evidence.slice(0, MOST_FACTS).map(({ id, field, text, url, seenAt }) => ({
    id,
    field,
    text: text.slice(0, LONGEST),
    url,
    seenAt: seenAt || null,
  }));
}

function ownFields({ person, industry, followersCount, engagementRate }: KnownPartner): KnownFact[] {
  if (!person) return [];
  const own = {
    bio: person.bio,
    industry,
    jobTitle: [person.jobTitle, person.company].filter(Boolean).join(' at '),
    location: [person.city, person.region, person.country].filter(Boolean).join(', '),
    keywords: person.keywords.join(', '),
    followers: followersCount === null ? null : `${followersCount.toLocaleString('en-US')} followers`,
    engagement: engagementRate === null ? null : `${engagementRate}% engagement`,
  };
  return Object.entries(own).flatMap(([field, text]) =>
    text ? [{ id: field, field, text: text.slice(0, LONGEST), url: null, seenAt: null }] : [],
  );
}

/** The facts that a text may cite. A text that was written before there was evidence cites the fields. */
export const citableFacts = (partner: KnownPartner): ReadonlyMap<string, string> =>
  new Map([...ownFields(partner), ...knownFacts(partner)].map(({ id, text }) => [id, text]));
