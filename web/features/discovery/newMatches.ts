import type { BusinessProfileView } from '../../../api/views.ts';
import { useAwaitedSearch, useFindPartners, useLatestSearch } from '../search/api.ts';
import { searchCriteria } from '../search/criteria.ts';

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
