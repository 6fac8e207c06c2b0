import { useEffect } from 'react';
import { create } from 'zustand';
import { showToast } from '../../lib/toasts.ts';
import { foundPartnersText } from './foundText.ts';
import { useLatestSearch } from './latestSearch.ts';

const useAwaited = create<{ id: string | null }>(() => ({ id: null }));

/** Notes that a search outlasted its call, so that its end is said when it comes. */
export function awaitSearch(id: string): void {
  useAwaited.setState({ id });
}

/** Says what an awaited search brought, once it has ended. */
export function useAwaitedSearch(): void {
  const awaited = useAwaited((state) => state.id);
  const latest = useLatestSearch().data;
  useEffect(() => {
    if (!latest || latest.id !== awaited || latest.status === 'running') return;
    useAwaited.setState({ id: null });
    if (latest.status === 'completed') showToast(foundPartnersText(latest));
    else {
      showToast({
        title: 'Generation Failed',
        text: latest.error ?? 'Failed to generate partners. Please try again.',
        variant: 'destructive',
      });
    }
  }, [latest, awaited]);
}
