import type { SnippetForm } from '../../../events/messages/snippets.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.snippets;

export const [useSnippets, snippetsQuery] = query(() => ({
  key: ['snippets'],
  call: ({ signal }) => unwrap(calls.$get({}, { init: { signal } })),
}));

export const useSaveSnippet = () =>
  useAction({
    call: (json: SnippetForm) => unwrap(calls.$put({ json })),
    failed: failure('Snippet Not Saved', 'Failed to save the snippet. Please try again.'),
    after: (snippets, _, queries) => queries.setQueryData(snippetsQuery().queryKey, snippets),
  });

export const useRemoveSnippet = () =>
  useAction({
    call: (id: string) => unwrap(calls[':id'].$delete({ param: { id } })),
    failed: failure('Snippet Not Removed', 'Failed to remove the snippet. Please try again.'),
    after: (snippets, _, queries) => queries.setQueryData(snippetsQuery().queryKey, snippets),
  });
