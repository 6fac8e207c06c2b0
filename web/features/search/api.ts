import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PartnerCriteria } from '../../../events/accounts/businessInput.ts';
import { PARTNERS_PER_SEARCH } from '../../../events/shared/options.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { ConnectionLost } from '../../lib/connection.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { PARTNERS } from '../../lib/liveKeys.ts';
import { query } from '../../lib/query.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { currentUserQuery, useCurrentUser } from '../session/api.ts';
import { SEARCH_WORDS, type SearchOccasion } from './searchWords.ts';

/** The newest search, for progress; null before the first. */
export const [useLatestSearch, latestSearchQuery] = query(() => ({
  key: ['searches', 'latest'],
  call: () => unwrap(client.api.searches.latest.$get()),
}));

/** A search that outlasts its call or its page. `after`: the latest one before it, while its id is not known. */
type Awaited = { occasion: SearchOccasion; owner: string } & ({ id: string } | { after: string | null });

const awaited = keptForTab<Awaited>('search:awaited');

export const isAwaited = (search: Awaited, latestId: string, owner: string): boolean =>
  search.owner === owner && ('id' in search ? search.id === latestId : search.after !== latestId);

const ownerIn = (queries: QueryClient): string => queries.getQueryData(currentUserQuery().queryKey)?.id ?? '';

/** Notes a search that is being asked for: after a reload, its end is said there. */
function expectSearch(queries: QueryClient, occasion: SearchOccasion): void {
  const latest = queries.getQueryData(latestSearchQuery().queryKey);
  if (latest === undefined) return;
  const which = latest?.status === 'running' ? { id: latest.id } : { after: latest?.id ?? null };
  awaited.keepForReload({ occasion, owner: ownerIn(queries), ...which });
}

/** The call said how the search ended. After a lost connection, or while the page is being left, it may go on. */
function forgetSearch(error?: Error): void {
  if (!(error instanceof ConnectionLost)) awaited.keep(null);
}

/** Says what an awaited search brought, once it has ended. */
export function useAwaitedSearch(): void {
  const search = awaited.use();
  const latest = useLatestSearch().data;
  const owner = useCurrentUser().data?.id;
  useEffect(() => {
    if (!search || !latest || !owner || latest.status === 'running' || !isAwaited(search, latest.id, owner)) return;
    awaited.keep(null);
    const words = SEARCH_WORDS[search.occasion];
    if (latest.status === 'completed') showToast(words.found(latest));
    else showToast({ ...words.failedLater(latest.error), variant: 'destructive' });
  }, [latest, search, owner]);
}

/** The running search ends, and the people found so far stay. */
export const useStopSearch = () =>
  useAction({
    call: (id: string) => unwrap(client.api.searches[':id'].stop.$post({ param: { id } })),
    failed: failure('Not Stopped', 'Failed to stop the search. Please try again.'),
    done: SEARCH_WORDS.further.found,
    // its end is said here
    after: () => awaited.keep(null),
    stale: [['searches']],
  });

/**
 * Searches for `count` partners who meet the criteria. A second call joins it. More than one step's people are looked for by the saved criteria.
 * useAwaitedSearch announces a result that outlasts the call.
 */
export function useFindPartners(occasion: SearchOccasion) {
  const words = SEARCH_WORDS[occasion];
  return useAction({
    call: async ({ criteria, count }: { criteria: PartnerCriteria; count: number }) =>
      count > PARTNERS_PER_SEARCH
        ? unwrap(client.api.searches.$post({ json: { count } }))
        : unwrap(client.api.partners.generate.$post({ json: { criteria, count } })),
    failed: words.failed,
    onMutate: (_, { client: queries }) => expectSearch(queries, occasion),
    onError: (error) => forgetSearch(error),
    done: (result) => (isAccepted(result) ? null : words.found(result)),
    after: (result, _, queries) => {
      // its end is said when it comes, in the words of the place where it was started
      if (isAccepted(result)) awaited.keep({ id: result.id, occasion, owner: ownerIn(queries) });
      else forgetSearch();
    },
    stale: [...PARTNERS, ['searches'], ['business-profile']],
  });
}
