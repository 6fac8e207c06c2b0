import { z } from 'zod';
import { cutText } from '../shared/format.ts';

/** The subject of a piece of evidence. */
export const EVIDENCE_FIELDS = [
  'bio',
  'jobTitle',
  'industry',
  'keywords',
  'location',
  'followers',
  'engagement',
  'recentWork',
] as const;

/** Where a page says it. */
export const EVIDENCE_PLACES = ['title', 'header', 'about', 'contact', 'body'] as const;
export type EvidencePlace = (typeof EVIDENCE_PLACES)[number];

/** One fact about a person, with where and when it was seen. `id` is its name within the partner and never changes: texts point to it. */
export const evidence = z.object({
  id: z.string(),
  field: z.enum(EVIDENCE_FIELDS),
  /** As the source says it: a sentence of a bio, a list of interests, a figure with its unit. */
  text: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  /** null: the source is no page. */
  place: z.enum(EVIDENCE_PLACES).nullable(),
  seenAt: z.string(),
});
export type Evidence = z.infer<typeof evidence>;
export type Fact = Pick<Evidence, 'field' | 'text'>;

/** Limits of what is kept of one person. The AI reads it, and lists show it. */
export const LONGEST_BIO = 2_000;
export const LONGEST_NAME = 200;
const MOST_SENTENCES = 8;
const MOST_KEYWORDS = 12;
const LONGEST = 400;

type Profile = {
  facts: { industry: string | null; followersCount: number | null; engagementRate: number | null };
  person: {
    bio: string | null;
    jobTitle: string | null;
    company: string | null;
    country: string | null;
    region: string | null;
    city: string | null;
    keywords: readonly string[];
  };
};

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => cutText(sentence.trim(), LONGEST))
    .filter((sentence) => sentence !== '')
    .slice(0, MOST_SENTENCES);

/** The facts of a profile, one at a time, always in the same order. */
export function factsOf({ facts, person }: Profile): Fact[] {
  const place = [person.city, person.region, person.country].filter(Boolean).join(', ');
  const job = [person.jobTitle, person.company].filter(Boolean).join(' at ');
  return [
    ...sentencesOf(person.bio ?? '').map((text): Fact => ({ field: 'bio', text })),
    ...(job ? [{ field: 'jobTitle' as const, text: cutText(job, LONGEST) }] : []),
    ...(facts.industry ? [{ field: 'industry' as const, text: cutText(facts.industry, LONGEST) }] : []),
    ...(person.keywords.length > 0
      ? [{ field: 'keywords' as const, text: cutText(person.keywords.slice(0, MOST_KEYWORDS).join(', '), LONGEST) }]
      : []),
    ...(place ? [{ field: 'location' as const, text: place }] : []),
    ...(facts.followersCount === null
      ? []
      : [{ field: 'followers' as const, text: `${facts.followersCount.toLocaleString('en-US')} followers` }]),
    ...(facts.engagementRate === null
      ? []
      : [{ field: 'engagement' as const, text: `${facts.engagementRate}% engagement` }]),
  ];
}

/** Gives evidence its ids: e1, e2, … */
export const numbered = (found: readonly Omit<Evidence, 'id'>[]): Evidence[] =>
  found.map((item, index) => ({ id: `e${index + 1}`, ...item }));

/** The evidence of a person whom one source described: each fact of the profile. `seenAt`: ISO 8601. */
export const evidenceOf = (
  profile: Profile,
  source: string,
  url: string | null,
  seenAt: string,
  placeOf: (text: string) => EvidencePlace | null = () => null,
): Evidence[] =>
  numbered(factsOf(profile).map((fact) => ({ ...fact, source, url, place: placeOf(fact.text), seenAt })));

export type Figures = { followersCount: number | null; engagementRate: number | null };

export const isFigure = ({ field }: Pick<Evidence, 'field'>): boolean =>
  field === 'followers' || field === 'engagement';

/** The evidence with the figures of a source as they are now. An unknown figure has none. Ids stay: texts point to them. */
export function withFigures(
  evidence: readonly Evidence[],
  source: string,
  { followersCount, engagementRate }: Figures,
  seenAt: string,
): Evidence[] {
  const nobody = { bio: null, jobTitle: null, company: null, country: null, region: null, city: null, keywords: [] };
  const said = factsOf({ facts: { industry: null, followersCount, engagementRate }, person: nobody });
  return evidence.flatMap((item) => {
    if (item.source !== source || !isFigure(item)) return [item];
    const fact = said.find(({ field }) => field === item.field);
    return fact ? [{ ...item, text: fact.text, seenAt }] : [];
  });
}
