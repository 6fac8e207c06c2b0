import { industries } from '../people/industries.ts';
import { samplePeople } from '../people/sample.ts';
import { rankNiches, speaksOf } from './affinity.ts';
import { audienceTermsIn, regionsIn } from './audience.ts';
import type { SearchPlanInput } from './inputs.ts';

const unique = (items: string[]): string[] => [...new Set(items)];

/** The job titles of a topic's people, those first whose work sounds most like the text. */
const titlesOf = (topic: string, text: string): string[] => {
  const heard = (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));
  const hits = (about: string) => heard.filter((word) => about.toLowerCase().includes(word)).length;
  return samplePeople
    .filter((person) => person.topic === topic)
    .map(({ title, bio }) => ({ title, score: hits(`${title} ${bio}`) }))
    .sort((a, b) => b.score - a.score)
    .map(({ title }) => title);
};

/** Where to look for partners: topics and titles come from the niches that the input's own words point to. */
export const planSearch = ({ business, criteria }: SearchPlanInput) => {
  const { targetAudience, additionalCriteria, description } = criteria;
  const text = [targetAudience, business.description, additionalCriteria, description].join('. ');
  const ranked = rankNiches(text, criteria.industry || business.industry);
  const best = ranked[0];
  // A niche far behind the best one, or near it only by its industry, brings people who have nothing to do with the business.
  const close = ranked
    .filter(({ score, fit }) => score >= (best?.score ?? 0) * 0.45 && (fit > 0 || best?.fit === 0))
    .slice(0, 3);
  // One niche has few people. Where the text points to one, the industry's main niche is near enough; else all of them are.
  const siblings = industries.find(({ name }) => name === best?.industry)?.niches ?? [];
  const wider = best?.fit ? siblings.filter((niche) => niche !== best.niche).slice(0, 1) : siblings;
  const topics = unique([
    ...close.flatMap(({ niche }) => niche.interests.filter((interest) => speaksOf(text, interest))).slice(0, 4),
    ...close.flatMap(({ niche }, place) => niche.interests.slice(0, [6, 2, 1][place])),
  ]).slice(0, 9);
  return {
    topics: unique([...topics, ...wider.flatMap(({ interests }) => interests.slice(0, 1))]).slice(0, 12),
    jobTitles: unique(close.flatMap(({ niche }, place) => titlesOf(niche.topic, text).slice(0, [5, 2, 1][place]))),
    audienceTerms: audienceTermsIn(targetAudience),
    regions: regionsIn(text),
  };
};
