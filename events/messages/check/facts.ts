/** The facts about a partner, one by one. A text about them is written from these, and may rest on them. */
import type { PartnerState } from '../../partners/partner.ts';

export type KnownPartner = Pick<
  PartnerState,
  'person' | 'platform' | 'otherPlatforms' | 'industry' | 'followersCount' | 'engagementRate'
>;

/** `id`: by which a text names it. `url`: the page that says it. */
export type KnownFact = { id: string; field: string; text: string; url: string | null };

/** The AI reads at most this much of a person's own text, and this many texts. */
const LONGEST = 3_000;
const MOST_FACTS = 40;

/** The evidence of a partner; of one without any, what the profile holds, by its fields. */
export function knownFacts({ person, industry }: KnownPartner): KnownFact[] {
  if (!person) return [];
  const { evidence } = person;
  if (evidence.length > 0)
    return evidence
      .slice(0, MOST_FACTS)
      .map(({ id, field, text, url }) => ({ id, field, text: text.slice(0, LONGEST), url }));
  const own = {
    bio: person.bio,
    industry,
    jobTitle: [person.jobTitle, person.company].filter(Boolean).join(' at '),
    location: [person.city, person.region, person.country].filter(Boolean).join(', '),
    keywords: person.keywords.join(', '),
  };
  return Object.entries(own).flatMap(([field, text]) =>
    text ? [{ id: field, field, text: text.slice(0, LONGEST), url: null }] : [],
  );
}
