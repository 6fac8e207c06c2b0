/** What a business wants of a partner, read from its criteria and the plan of its search. */
import type { PartnerCriteria } from '../../accounts/businessInput.ts';
import { conceptsOf, isRoleOnly, weightOf } from './concepts.ts';
import { type Exclusion, exclusionOf } from './exclusion.ts';
import { plain, type Vocabulary, vocabularyOf } from './words.ts';

/** A search's words, as profiles have them. Lower case. */
export type SearchPlan = { topics: string[]; jobTitles: string[]; audienceTerms: string[]; regions: string[] };

/** `fields`: how much each is wanted, up to 1. What the criteria speak of most is the core. */
export type Wants = { vocabulary: Vocabulary; fields: ReadonlyMap<string, number> };
export type Wanted = { topic: Wants; audience: Wants; roles: ReadonlySet<string>; exclusions: readonly Exclusion[] };

/** "No deal sites." A text says what it does not want at the start of a clause. */
const NOT_WANTED =
  /(?<=^|[.;,:!?(\n]|\b(?:but|and|aber|und|mais|et|pero|ma|e|y|maar|en)\b)\s*(?:no|not|without|excluding|keine?[nr]?|ohne|nicht|pas de|sans|sin|senza|niente|geen|zonder)\s+([^.;,:!?()\n]+)/giu;

/** The phrases of a text that name what is not wanted. */
const exclusionsIn = (text: string): string[] => [...text.matchAll(NOT_WANTED)].map(([, what = '']) => what.trim());

/** A text without what it does not want. */
export const withoutExclusions = (text: string): string => text.replace(NOT_WANTED, ' ');

/** How people begin a description. */
const PREAMBLE = /^\s*a human order, best first,? for\b/i;

/** A field that is named once, where others are named often. */
const LEAST_WANTED = 0.5;

function wantsOf(text: string): Wants {
  const { fields } = conceptsOf(text);
  const most = Math.max(1, ...fields.values());
  const wanted = (count: number) => LEAST_WANTED + (1 - LEAST_WANTED) * (count / most);
  const own = vocabularyOf(text);
  return {
    // a trainer is wanted as a role, not as a word
    vocabulary: { ...own, words: own.words.filter((word) => !isRoleOnly(plain(word))) },
    fields: new Map([...fields].map(([field, count]) => [field, weightOf(field) * wanted(count)])),
  };
}

/** Many people are scored by the same criteria and plan. */
const KNOWN = new WeakMap<PartnerCriteria, { plan: SearchPlan; wanted: Wanted }>();

export function wantedOf(criteria: PartnerCriteria, plan: SearchPlan): Wanted {
  const known = KNOWN.get(criteria);
  if (known?.plan === plan) return known.wanted;
  const wanted = readWanted(criteria, plan);
  KNOWN.set(criteria, { plan, wanted });
  return wanted;
}

function readWanted(criteria: PartnerCriteria, plan: SearchPlan): Wanted {
  const written = [criteria.targetAudience, criteria.description, criteria.additionalCriteria].map((text = '') => text);
  const [audience = '', ...others] = written.map((text) => withoutExclusions(text.replace(PREAMBLE, '')));
  const topic = [...plan.topics, ...plan.jobTitles, criteria.industry ?? '', ...others, audience].join('\n');
  return {
    topic: wantsOf(topic),
    audience: wantsOf([...plan.audienceTerms, audience].join('\n')),
    roles: conceptsOf([...plan.jobTitles, topic].join('\n')).roles,
    exclusions: [...(criteria.exclusions ?? []), ...written.flatMap(exclusionsIn)].map(exclusionOf),
  };
}
