import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerCriteria } from '../../../events/inputs/business.ts';
import { PARTNERS_PER_SEARCH } from '../../../events/options.ts';
import { answer, client } from '../../lib/client.ts';
import type { ToastText } from '../../lib/toasts.ts';

/** Searches for ten partners who meet the criteria; a second call joins the running search. POST /api/partners/generate */
export function findPartners(criteria: PartnerCriteria) {
  return answer(client.api.partners.generate.$post({ json: { criteria, count: PARTNERS_PER_SEARCH } }));
}

export function useFindPartners(failure: (error: Error) => ToastText | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: findPartners,
    meta: { failure },
    onSettled: () =>
      Promise.all(
        [['partners'], ['dashboard'], ['searches'], ['business-profile']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
