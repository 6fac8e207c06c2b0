import type { SearchPlan } from '../../../events/partners/match.ts';
import type { Platform } from '../../../events/shared/options.ts';

const FEW = 4;

/**
 * The Elasticsearch query of a search: people with a LinkedIn profile and one on a wanted platform, who speak of at least one topic.
 * Only clauses that People Data Labs allows.
 */
export function searchQuery(plan: SearchPlan, platforms: readonly Platform[]): object {
  const topics = plan.topics.slice(0, 12).map((topic) => topic.toLowerCase());
  const anyTopic = topics.flatMap((topic) => [
    { match_phrase: { summary: topic } },
    { match: { job_title: topic } },
    { term: { interests: topic } },
    { term: { skills: topic } },
  ]);
  const titles = plan.jobTitles.slice(0, 8).map((title) => ({ match_phrase: { job_title: title.toLowerCase() } }));
  const audience = plan.audienceTerms.slice(0, 8).map((term) => ({ match: { summary: term.toLowerCase() } }));
  const region =
    plan.regions.length > 0 ? [{ terms: { location_country: plan.regions.map((name) => name.toLowerCase()) } }] : [];
  // a plan without the AI's help knows few topics: then the words of the audience may find people, too
  const wide = topics.length + titles.length < FEW ? audience : [];
  const anyOf = [...anyTopic, ...titles, ...wide];
  return {
    bool: {
      must: [
        { exists: { field: 'linkedin_url' } },
        ...(platforms.length > 0 ? [{ terms: { 'profiles.network': platforms } }] : []),
        ...(anyOf.length > 0 ? [{ bool: { should: anyOf, minimum_should_match: 1 } }] : []),
      ],
      // a region ranks people higher and earns them points; as a must it left searches without anyone
      ...(audience.length + region.length > 0 ? { should: [...audience, ...region] } : {}),
    },
  };
}
