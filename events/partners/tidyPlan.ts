import { excludedTerms } from './exclusions.ts';
import type { SearchPlan } from './match.ts';

/** A search looks for this many of each, as the prompt says. */
const MOST: Readonly<Record<keyof SearchPlan, number>> = { topics: 12, jobTitles: 8, audienceTerms: 8, regions: 10 };
const LONGEST = 60;
/** A sentence, a link, an address or markup is no word that people have in their profiles. */
const NO_WORD = /[@<>{}[\]\n]|:\/\/|\bwww\.|[.!?:]\s/;

/** The words of a plan that an AI made, in lower case. Whatever it was talked into, a plan holds a few search words, and none of what is excluded. */
export function tidyPlan(plan: SearchPlan, exclusions: readonly string[] = []): SearchPlan {
  const excluded = new Set(excludedTerms(exclusions));
  const words = (kind: keyof SearchPlan) =>
    [...new Set(plan[kind].map((text) => text.normalize('NFKC').trim().toLowerCase()))]
      .filter((text) => text !== '' && text.length <= LONGEST && !NO_WORD.test(text) && !excluded.has(text))
      .slice(0, MOST[kind]);
  return {
    topics: words('topics'),
    jobTitles: words('jobTitles'),
    audienceTerms: words('audienceTerms'),
    regions: words('regions'),
  };
}
