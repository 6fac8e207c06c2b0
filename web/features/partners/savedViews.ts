import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedViewView } from '../../../api/views.ts';
import type { PartnerList } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';

const KEY = ['saved-views'];

/** GET /api/saved-views */
export const useSavedViews = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => unwrap(client.api['saved-views'].$get({}, { init: { signal } })),
  });

/** PUT /api/saved-views */
export function useSaveView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (json: { list: PartnerList; name: string; query: string }) =>
      unwrap(client.api['saved-views'].$put({ json })),
    meta: { failure: failure('View Not Saved', 'Failed to save the view. Please try again.') },
    onSuccess: (views) => queries.setQueryData<SavedViewView[]>(KEY, views),
  });
}

/** DELETE /api/saved-views/{id} */
export function useRemoveView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.api['saved-views'][':id'].$delete({ param: { id } })),
    meta: { failure: failure('View Not Removed', 'Failed to remove the view. Please try again.') },
    onSuccess: (views) => queries.setQueryData<SavedViewView[]>(KEY, views),
  });
}
