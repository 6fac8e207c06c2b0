import type { BusinessProfileView } from '../../../api/views.ts';
import { isAccepted } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { searchCriteria } from '../search/criteria.ts';
import { useFindPartners } from '../search/findPartners.ts';
import { useLatestSearch } from '../search/latestSearch.ts';

type SearchResult = {
  requested: number;
  found: number;
  complete: boolean;
  sources: { source: string; found: number; error?: string | undefined }[];
};

const SOURCE_NAMES: Readonly<Record<string, string>> = { people_data_labs: 'People Data Labs' };

/** The notice after a search, with the true count and source. */
export function foundPartnersText(result: SearchResult): ToastText {
  const from = result.sources.filter(({ found }) => found > 0).map(({ source }) => SOURCE_NAMES[source] ?? source);
  const count = `${counted(result.found, 'new partner recommendation')}${from.length > 0 ? ` from ${from.join(' and ')}` : ''}.`;
  if (result.complete) return { title: 'Partners Generated', text: count };
  const reasons = result.sources.flatMap(({ error }) => error ?? []);
  const why =
    reasons.length > 0 ? ` ${reasons.join('. ')}` : ' No others matched your criteria; widen them to find more.';
  return { title: 'Partners Generated', text: `${count} ${result.found} of ${result.requested} found.${why}` };
}

/** Searching for ten more partners: start it, and whether one is running (also one that another tab started). */
export function useNewMatches(profile: BusinessProfileView | null) {
  const search = useFindPartners(failure('Generation Failed', 'Failed to generate partners. Please try again.'));
  const running = useLatestSearch().data?.status === 'running';
  const generate = (): void => {
    if (!profile) return;
    search.mutate(searchCriteria(profile), {
      onSuccess: (result) => {
        if (!isAccepted(result)) showToast(foundPartnersText(result));
      },
    });
  };
  return { generate, searching: search.isPending || running };
}
