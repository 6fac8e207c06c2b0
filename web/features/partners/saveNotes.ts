import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { refetchPartners } from './refetchPartners.ts';

type Edit = { text: string; tags: string[]; edit: number };

/** PUT /api/partners/{id}/notes */
export function useSaveNotes(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (json: Edit) => unwrap(client.api.partners[':id'].notes.$put({ param: { id }, json })),
    // one after the other: each needs the number of the edit before it
    scope: { id: `notes-${id}` },
    meta: { failure: failure('Update Failed', 'Failed to save the notes. Please try again.') },
    onSettled: () => refetchPartners(queries),
  });
}
