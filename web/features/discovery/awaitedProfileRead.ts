import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SearchView } from '../../../api/views.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { linkedinRefusal } from '../../lib/errorCatalogue.ts';
import { keptForTab } from '../../lib/keptForTab.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';

const awaited = keptForTab<{ id: string }>('linkedin:awaited');

/** Notes that the reading of a LinkedIn profile (the search `id`) outlasted its call, so that its end is said when it comes. */
export function awaitProfileRead(id: string): void {
  awaited.keep({ id });
}

/** `hidden`: the preferred platforms keep the partner out of the list. */
export const added = (name: string, hidden = false): ToastText => ({
  title: 'Partner Added',
  text: `${name} has been added to your list for review.${hidden ? ' Your preferred platforms hide them.' : ''}`,
});

/** What the reading of a profile has come to, in the words of the call that it outlasted. */
export function profileReadText(search: Pick<SearchView, 'found' | 'duplicates' | 'error'>): ToastText {
  if (search.found > 0) return added('The partner');
  const why =
    search.error === null && search.duplicates > 0
      ? 'already exists'
      : `Failed to generate partner data: ${search.error ?? 'no public profile was found at this address.'}`;
  return { ...linkedinRefusal(why), variant: 'destructive' };
}

/** Says what became of an awaited profile, once its search has ended. */
export function useAwaitedProfileRead(): void {
  const search = awaited.use();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['searches', search?.id],
    queryFn: () => unwrap(client.api.searches[':id'].$get({ param: { id: search?.id ?? '' } })),
    enabled: search !== null,
  });
  useEffect(() => {
    if (!search) return;
    // of somebody else who used this browser
    if (hasStatus(error, 404)) awaited.keep(null);
    if (!data || data.status === 'running') return;
    awaited.keep(null);
    showToast(profileReadText(data));
    void refetchPartners(queries);
  }, [search, data, error, queries]);
}
