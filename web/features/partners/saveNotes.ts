import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotesChange } from '../../../events/inputs/partners.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { useNoteDraft } from './noteDraft.ts';
import { refetchPartners } from './refetchPartners.ts';

/** PATCH /api/partners/{id}/notes. What was typed since a note was sent stays a draft, also once its panel is closed. */
export function useSaveNotes(id: string) {
  const queries = useQueryClient();
  const { keep } = useNoteDraft(id);
  return useMutation({
    mutationFn: (json: NotesChange) => unwrap(client.api.partners[':id'].notes.$patch({ param: { id }, json })),
    meta: { failure: failure('Update Failed', 'Failed to save the notes. Please try again.') },
    onSuccess: async (saved, { note }) => {
      // the list has the note before the draft is gone, or the old one would be back for a moment
      await refetchPartners(queries);
      if (note) keep((now) => (now && now.text !== note.text ? { text: now.text, over: saved.text } : null));
    },
    onError: () => refetchPartners(queries),
  });
}
