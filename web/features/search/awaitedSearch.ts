import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ConnectionLost } from '../../lib/connection.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { showToast } from '../../lib/toasts.ts';
import { currentUserQuery, useCurrentUser } from '../session/currentUser.ts';
import { latestSearchQuery, useLatestSearch } from './latestSearch.ts';
import { SEARCH_WORDS, type SearchOccasion } from './searchWords.ts';

/** A search that outlasts its call or its page: its `id`, or, while that is not known, which one was the latest before it (`after`). */
type Awaited = { occasion: SearchOccasion; owner: string } & ({ id: string } | { after: string | null });

const awaited = keptForTab<Awaited>('search:awaited');

export const isAwaited = (search: Awaited, latestId: string, owner: string): boolean =>
  search.owner === owner && ('id' in search ? search.id === latestId : search.after !== latestId);

const ownerIn = (queries: QueryClient): string => queries.getQueryData(currentUserQuery().queryKey)?.id ?? '';

/** Notes a search that is being asked for: after a reload, its end is said there. */
export function expectSearch(queries: QueryClient, occasion: SearchOccasion): void {
  const latest = queries.getQueryData(latestSearchQuery().queryKey);
  if (latest === undefined) return;
  const which = latest?.status === 'running' ? { id: latest.id } : { after: latest?.id ?? null };
  awaited.keepForReload({ occasion, owner: ownerIn(queries), ...which });
}

/** Notes that a search outlasted its call, so that its end is said when it comes, in the words of the place where it was started. */
export function awaitSearch(queries: QueryClient, id: string, occasion: SearchOccasion): void {
  awaited.keep({ id, occasion, owner: ownerIn(queries) });
}

/** The call said how the search ended. After a lost connection, or while the page is being left, it may go on. */
export function forgetSearch(error?: Error): void {
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
