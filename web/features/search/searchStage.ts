import type { SearchView } from '../../../api/views.ts';
import { countryInText } from '../../../events/shared/countries.ts';

export const STAGES = ['Planning', 'Searching', 'Scoring'] as const;
export type Stage = (typeof STAGES)[number];

/** How far a search is. A search that was just asked for is not known to the server yet, so it is being planned. */
export function stageOf(search: SearchView | null): Stage {
  if (!search?.plan) return 'Planning';
  return search.found === 0 ? 'Searching' : 'Scoring';
}

const TERMS_SHOWN = 4;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What is going on, in a sentence. */
export function stageText(search: SearchView | null): string {
  const stage = stageOf(search);
  if (!search?.plan || stage === 'Planning') return 'Turning your audience into search terms.';
  if (stage === 'Scoring') return 'Each person is scored against your audience, and added to your list.';
  const { topics, jobTitles, regions } = search.plan;
  const terms = [...jobTitles, ...topics].slice(0, TERMS_SHOWN).join(', ');
  return `Looking for ${terms} in ${list.format(regions.map(countryInText))}.`;
}
