import { usernameOf } from '../../../events/partners/profileUrl.ts';
import type { SourceAsk } from '../partnerSource.ts';

/** The most values that People Data Labs takes in one list. */
const MOST_EXCLUDED = 1_000;

/** Only clauses that People Data Labs allows, and only fields of the record itself: those inside `profiles` may be mapped as nested. */
const anyOf = (clauses: object[]) => ({ bool: { should: clauses, minimum_should_match: 1 } });

/** Known people are left out, so nobody is paid for twice. */
const knownHandles = (known: readonly string[]): string[] =>
  known.flatMap((url) => (url.startsWith('linkedin.com/in/') ? (usernameOf(url) ?? []) : [])).slice(0, MOST_EXCLUDED);

/**
 * The Elasticsearch queries of a search, the narrowest first. People Data Labs answers by how complete a profile is and does not rank, so what
 * matters is a condition: the region, a topic or title, and the audience. The second query, for when the first has no more people, leaves the
 * audience out.
 */
export function searchQueries({ plan, regions, known }: Pick<SourceAsk, 'plan' | 'regions' | 'known'>): object[] {
  const topics = plan.topics.slice(0, 12).map((topic) => topic.toLowerCase());
  const topic = [
    ...topics.flatMap((topic) => [
      { match_phrase: { summary: topic } },
      { term: { interests: topic } },
      { term: { skills: topic } },
    ]),
    ...plan.jobTitles.slice(0, 8).map((title) => ({ match_phrase: { job_title: title.toLowerCase() } })),
  ];
  const audience = plan.audienceTerms
    .slice(0, 8)
    .flatMap((term) => [
      { match_phrase: { summary: term.toLowerCase() } },
      { term: { interests: term.toLowerCase() } },
    ]);
  const handles = knownHandles(known);
  const query = (conditions: object[]) => ({
    bool: {
      must: [{ exists: { field: 'linkedin_url' } }, ...conditions],
      filter: [{ terms: { location_country: regions } }],
      ...(handles.length > 0 ? { must_not: [{ terms: { linkedin_username: handles } }] } : {}),
    },
  });
  const narrow = topic.length > 0 && audience.length > 0 ? [query([anyOf(topic), anyOf(audience)])] : [];
  const wide = topic.length > 0 ? [anyOf(topic)] : audience.length > 0 ? [anyOf(audience)] : [];
  return [...narrow, query(wide)];
}
