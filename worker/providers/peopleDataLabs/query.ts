import type { PartnerCriteria } from '../../../events/accounts/businessInput.ts';
import { excludedTerms } from '../../../events/partners/exclusions.ts';
import { usernameOf } from '../../../events/partners/profileUrl.ts';
import type { SourceAsk } from '../partnerSource.ts';
import { pdlCountries } from './countries.ts';

/** The most values that People Data Labs takes in one list. */
const MOST_EXCLUDED = 1_000;

/** Only allowed clauses and fields of the record itself: those inside `profiles` may be mapped as nested. */
const anyOf = (clauses: object[]) => ({ bool: { should: clauses, minimum_should_match: 1 } });

/** Known people are left out, so nobody is paid for twice. */
const knownHandles = (known: readonly string[]): string[] =>
  known.flatMap((url) => (url.startsWith('linkedin.com/in/') ? (usernameOf(url) ?? []) : [])).slice(0, MOST_EXCLUDED);

/**
 * Who is excluded, by fields that say what somebody is or does. Not by the summary: a person who writes "no fast fashion" there is wanted. The score
 * reads that.
 */
const unwanted = ({ exclusions }: PartnerCriteria): object[] =>
  excludedTerms(exclusions).flatMap((term) => [
    { term: { interests: term } },
    { term: { skills: term } },
    { match_phrase: { job_title: term } },
    { match_phrase: { job_company_name: term } },
  ]);

/**
 * The Elasticsearch queries of a search, the narrowest first. People Data Labs ranks by how complete a profile is. So everything that matters is a
 * condition: the region, a topic or title, and the audience. A further query runs when the one before has no more people. It asks for a topic alone,
 * then for the audience alone. (An industry's name is in few profiles, while the words of the audience are in many.) No two of them find the same
 * person, because each record costs a credit.
 */
export function searchQueries({
  plan,
  criteria,
  regions,
  known,
}: Pick<SourceAsk, 'plan' | 'criteria' | 'regions' | 'known'>): object[] {
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
  const query = (conditions: object[], without: object[] = []) => {
    const excluded = [
      ...(handles.length > 0 ? [{ terms: { linkedin_username: handles } }] : []),
      ...unwanted(criteria),
      ...without,
    ];
    return {
      bool: {
        must: [{ exists: { field: 'linkedin_url' } }, ...conditions],
        filter: [{ terms: { location_country: pdlCountries(regions) } }],
        ...(excluded.length > 0 ? { must_not: excluded } : {}),
      },
    };
  };
  if (topic.length === 0 || audience.length === 0) {
    const either = [...topic, ...audience];
    return [query(either.length > 0 ? [anyOf(either)] : [])];
  }
  return [
    query([anyOf(topic), anyOf(audience)]),
    query([anyOf(topic)], [anyOf(audience)]),
    query([anyOf(audience)], [anyOf(topic)]),
  ];
}
