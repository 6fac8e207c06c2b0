import { useEffect } from 'react';
import { keptForTab } from '../../lib/keptForTab.ts';
import { showToast } from '../../lib/toasts.ts';
import { useLatestSearch } from './latestSearch.ts';
import { SEARCH_WORDS, type SearchOccasion } from './searchWords.ts';

const awaited = keptForTab<{ id: string; occasion: SearchOccasion }>('search:awaited');

/** Notes that a search outlasted its call, so that its end is said when it comes, in the words of the place where it was started. */
export function awaitSearch(id: string, occasion: SearchOccasion): void {
  awaited.keep({ id, occasion });
}

/** Says what an awaited search brought, once it has ended. */
export function useAwaitedSearch(): void {
  const search = awaited.use();
  const latest = useLatestSearch().data;
  useEffect(() => {
    if (!search || latest?.id !== search.id || latest.status === 'running') return;
    awaited.keep(null);
    const words = SEARCH_WORDS[search.occasion];
    if (latest.status === 'completed') showToast(words.found(latest));
    else showToast({ ...words.failedLater(latest.error), variant: 'destructive' });
  }, [latest, search]);
}
