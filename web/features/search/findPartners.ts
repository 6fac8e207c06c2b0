import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerCriteria } from '../../../events/inputs/business.ts';
import { PARTNERS_PER_SEARCH } from '../../../events/shared/options.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { awaitSearch, expectSearch, forgetSearch } from './awaitedSearch.ts';
import { SEARCH_WORDS, type SearchOccasion } from './searchWords.ts';

/** Searches for ten partners who meet the criteria; a second call joins the running search. POST /api/partners/generate */
export function findPartners(criteria: PartnerCriteria) {
  return unwrap(client.api.partners.generate.$post({ json: { criteria, count: PARTNERS_PER_SEARCH } }));
}

/** Searches, and says what came of it; useAwaitedSearch says what came of a search that outlasts the call. */
export function useFindPartners(occasion: SearchOccasion) {
  const words = SEARCH_WORDS[occasion];
  const queries = useQueryClient();
  return useMutation({
    mutationFn: findPartners,
    meta: { failure: words.failed },
    onMutate: () => expectSearch(queries, occasion),
    onError: (error) => forgetSearch(error),
    onSuccess: (result) => {
      if (isAccepted(result)) return awaitSearch(queries, result.id, occasion);
      forgetSearch();
      showToast(words.found(result));
    },
    onSettled: () =>
      Promise.all(
        [['partners'], ['dashboard'], ['searches'], ['business-profile']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
