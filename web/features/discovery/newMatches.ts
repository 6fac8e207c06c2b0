import type { BusinessProfileView } from '../../../api/views.ts';
import { useAwaitedSearch } from '../search/awaitedSearch.ts';
import { searchCriteria } from '../search/criteria.ts';
import { useFindPartners } from '../search/findPartners.ts';
import { useLatestSearch } from '../search/latestSearch.ts';

/** Searching for ten more partners: start it, and whether one is running (also one that another tab started). */
export function useNewMatches(profile: BusinessProfileView | null) {
  const search = useFindPartners('further');
  const running = useLatestSearch().data?.status === 'running';
  useAwaitedSearch();
  const generate = (): void => {
    if (profile) search.mutate(searchCriteria(profile));
  };
  return { generate, searching: search.isPending || running };
}
